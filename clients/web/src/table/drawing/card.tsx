// Cards as they lie on the table: their faces, their backs, and the places without one.

import { type Card, CardSort } from "../../client/messages.js";
import type { Part } from "../choosing/choice.js";
import { usePointing } from "../choosing/pointing.js";
import { countsOf, type Kind, kindOf, present } from "../kinds.js";
import { cardText } from "../language/descriptions.js";
import { useTable } from "../match/table_context.js";
import { AbilitySign } from "./abilities.js";
import { AnyColour, Counted, Crown, Gem } from "./gem.js";
import { Spot } from "./spot.js";

interface CardSpotProps {
  /** The id; an empty one is an empty place. */
  readonly card: string;
  readonly part?: Part | undefined;
  readonly place?: string | undefined;
  /** The colour that a wild card counts for. */
  readonly colour?: Kind | undefined;
  readonly size?: "full" | "small";
}

/** A card that can be pointed at, or the place where there is none. */
export function CardSpot({ card: id, part, place, colour, size = "full" }: CardSpotProps) {
  const { cards, words } = useTable();
  const pointing = usePointing();
  const card = cards.get(id);
  if (card === undefined) {
    return (
      <div class={`place is-${size}`} data-place={place} data-empty={id === "" || undefined} />
    );
  }
  const canBuy = part !== undefined && pointing.canBuy(part);
  const label = cardText(card, words) + (canBuy ? `; ${words.say("table.can_buy")}` : "");
  const look = card.sort === CardSort.JEWEL || card.sort === CardSort.COUNTERFEITER ? "" : "tile";
  return (
    <Spot
      part={part}
      place={place}
      card={id}
      label={label}
      class={`card is-${size} ${look} ${canBuy ? "can-buy" : ""}`}
    >
      <Face card={card} colour={colour} />
    </Spot>
  );
}

export function Face({ card, colour }: { card: Card; colour?: Kind | undefined }) {
  const { words } = useTable();
  const tone = colour ?? kindOf(card.bonus);
  return (
    <span
      class={`face tone-${card.sort === CardSort.COUNTERFEITER ? "glassware" : (tone ?? "none")}`}
    >
      <span class="face-top">
        <span class="face-points">{card.points || ""}</span>
        <span class="face-crowns">
          {Array.from({ length: card.crowns }, (_, place) => (
            <Crown key={place} />
          ))}
        </span>
        <Bonus card={card} tone={tone} />
      </span>
      {card.abilities.map((ability) => (
        <span class="face-ability" key={ability}>
          <AbilitySign ability={ability} />
          <span>{words.find(`short.${ability}`) ?? ability}</span>
        </span>
      ))}
      <span class="face-cost">
        {present(countsOf(card.cost)).map(([kind, number]) => (
          <Counted key={kind} kind={kind} number={number} />
        ))}
      </span>
    </span>
  );
}

function Bonus({ card, tone }: { card: Card; tone: Kind | undefined }) {
  if (card.isWild && tone === undefined) return <AnyColour />;
  if (tone === undefined) return null;
  const number = Math.max(1, card.bonusCount);
  return (
    <span class="face-bonus">
      {Array.from({ length: number }, (_, place) => (
        <Gem key={place} kind={tone} />
      ))}
    </span>
  );
}

interface BackProps {
  readonly level: number;
  readonly label: string;
  readonly number?: number | undefined;
  readonly part?: Part | undefined;
  readonly place?: string | undefined;
  readonly size?: "full" | "small" | "deck";
}

/** A card face down, or a deck of them. */
export function Back({ level, label, number, part, place, size = "full" }: BackProps) {
  return (
    <Spot part={part} place={place} label={label} class={`back level-${level} is-${size}`}>
      <span class="back-level">{LEVEL_SIGNS[level] ?? "◆"}</span>
      {number !== undefined && <span class="back-number">{number}</span>}
    </Spot>
  );
}

const LEVEL_SIGNS: Readonly<Record<number, string>> = { 1: "●", 2: "●●", 3: "●●●" };

// What a seat has: its name and score, its tokens over its bonuses, its cards.

import { CardSort } from "../../client/messages.js";
import { part } from "../choosing/choice.js";
import { COLOURS, isColour, KINDS, type Kind, kindOf } from "../kinds.js";
import { cardText } from "../language/descriptions.js";
import { useTable } from "../match/table_context.js";
import type { Holding } from "../position/position.js";
import type { TimedClocks } from "../server/live.js";
import { seatName } from "../telling/names.js";
import { Back, CardSpot } from "./card.js";
import { Clock } from "./clock.js";
import { Crown, Gem, Scroll } from "./gem.js";
import { Group } from "./group.js";
import { Spot } from "./spot.js";

export function HoldingPanel({ seat, clocks }: { seat: number; clocks: TimedClocks | undefined }) {
  const { match, position, viewer, words } = useTable();
  const holding = position.holdings[seat];
  if (holding === undefined) return null;
  const isTurn = match.seatToAct === seat;
  const isWinner = match.outcome?.winners.includes(seat) ?? false;
  const marks = [isTurn && "is-turn", isWinner && "is-winner", seat === viewer && "is-own"];
  const gone = holding.droppedOut > 0 && "is-gone";
  const name = seatName(match, seat, words);
  const clock = clocks?.clocks.seats[seat];
  return (
    <section
      class={["holding", ...marks, gone].filter(Boolean).join(" ")}
      data-place={`seat:${seat}`}
      data-seat={seat}
      aria-label={name}
    >
      <header class="holding-head">
        <h2 class="holding-name">
          {isTurn && <span class="turn-mark" aria-hidden="true" />}
          <span class="holding-who" title={name}>
            {name}
          </span>
          {seat === viewer && <span class="tag">{words.say("short.you")}</span>}
          {holding.droppedOut > 0 && <span class="tag">{words.say("dropped_out")}</span>}
        </h2>
        {clock && clocks && <Clock clock={clock} since={clocks.since} name={name} />}
        <Score holding={holding} place={`seat:${seat}:privilege`} />
      </header>
      <Tokens seat={seat} holding={holding} />
      <Kept seat={seat} holding={holding} />
    </section>
  );
}

interface ScoreProps {
  readonly holding: Holding;
  /** Where privileges fly to; nothing where the score is shown once more. */
  readonly place?: string;
}

export function Score({ holding, place }: ScoreProps) {
  const { position, words } = useTable();
  const isDuel = position.game === "duel";
  return (
    <p class="score">
      {isDuel && (
        <Figure name={words.say("privileges")} number={holding.privileges} place={place}>
          <Scroll />
        </Figure>
      )}
      {isDuel && (
        <Figure name={words.say("crown")} number={holding.crowns}>
          <Crown />
        </Figure>
      )}
      <Figure name={words.say("prestige_points")} number={holding.points} isMain>
        <span class="points-sign" aria-hidden="true">
          ★
        </span>
      </Figure>
    </p>
  );
}

interface FigureProps {
  readonly name: string;
  readonly number: number;
  readonly place?: string | undefined;
  readonly isMain?: boolean;
  readonly children: preact.ComponentChildren;
}

function Figure({ name, number, place, isMain = false, children }: FigureProps) {
  const { words } = useTable();
  return (
    <span class={isMain ? "figure is-main" : "figure"} data-place={place} title={name}>
      {children}
      <span class="unseen">{words.pair(name, number)}</span>
      <span class="figure-number" aria-hidden="true">
        {number}
      </span>
    </span>
  );
}

function Tokens({ seat, holding }: { seat: number; holding: Holding }) {
  const { match, position, viewer, words } = useTable();
  const kinds = kindsOfGame(position.game, position.counterfeiters.length > 0);
  const label = words.pair(words.say("table.tokens"), seatName(match, seat, words));
  const sort = seat === viewer ? "mine" : "theirs";
  return (
    <div class="wealth" style={{ "--kinds": kinds.length }}>
      <Group label={label} class="wealth-row">
        {kinds.map((kind) => (
          <Spot
            key={kind}
            part={part(sort, kind)}
            place={`seat:${seat}:${kind}`}
            label={words.pair(words.say(kind), holding.tokens[kind])}
            class={holding.tokens[kind] ? "token" : "token is-none"}
          >
            <Gem kind={kind} />
            <span class="token-number">{holding.tokens[kind]}</span>
          </Spot>
        ))}
      </Group>
      <Bonuses seat={seat} holding={holding} kinds={kinds} />
    </div>
  );
}

function Bonuses({
  seat,
  holding,
  kinds,
}: {
  seat: number;
  holding: Holding;
  kinds: readonly Kind[];
}) {
  const { position, words } = useTable();
  return (
    <ul class="wealth-row" data-place={`owned:${seat}`} aria-label={words.say("table.bonuses")}>
      {kinds.filter(isColour).map((kind) => (
        <li
          key={kind}
          class={`bonus tone-${kind} ${holding.bonuses[kind] ? "" : "is-none"}`}
          data-place={`owned:${seat}:${kind}`}
        >
          <span class="unseen">{words.pair(words.say(kind), words.say("bonus"))} </span>
          <span class="bonus-number">+{holding.bonuses[kind]}</span>
          {position.game === "duel" && holding.colourPoints[kind] > 0 && (
            <span class="bonus-points" title={words.say("prestige_points")}>
              {holding.colourPoints[kind]}★
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The reserve, and the royals, counterfeiters and nobles that a seat has. */
function Kept({ seat, holding }: { seat: number; holding: Holding }) {
  const { viewer, words } = useTable();
  const tiles = [...holding.royals, ...holding.counterfeiters, ...holding.nobles];
  if (tiles.length + holding.reserved.length === 0) {
    return <div class="kept" data-place={`reserve:${seat}`} />;
  }
  return (
    <Group label={words.say("picture.reserved")} class="kept">
      <span class="kept-reserve" data-place={`reserve:${seat}`}>
        {holding.reserved.map(({ card, level }, place) =>
          card ? (
            <CardSpot
              key={card}
              card={card}
              size="small"
              part={seat === viewer ? part("reserve", place) : undefined}
              place={`reserve:${seat}:${place}`}
            />
          ) : (
            <Back
              key={`back ${place}`}
              level={level}
              label={words.say("table.hidden_card", { level })}
              part={seat === viewer ? part("reserve", place) : undefined}
              place={`reserve:${seat}:${place}`}
              size="small"
            />
          ),
        )}
      </span>
      <span class="kept-chips">
        {tiles.map((card) => (
          <Chip key={card} card={card} />
        ))}
      </span>
    </Group>
  );
}

/** A royal, a counterfeiter or a noble that somebody has: what it is worth and what it does. */
function Chip({ card: id }: { card: string }) {
  const { cards, words } = useTable();
  const card = cards.get(id);
  if (card === undefined) return null;
  const tone = card.sort === CardSort.COUNTERFEITER ? "glassware" : "any";
  const colour = kindOf(card.bonus);
  return (
    <Spot class={`chip tone-${tone}`} card={id} place={`tile:${id}`} label={cardText(card, words)}>
      {card.points > 0 && <span>{card.points}★</span>}
      {card.abilities.map((ability) => (
        <span key={ability}>{words.find(`short.${ability}`) ?? ability}</span>
      ))}
      {colour && <Gem kind={colour} />}
    </Spot>
  );
}

function kindsOfGame(game: "duel" | "splendor", hasGlassware: boolean): readonly Kind[] {
  if (game === "splendor") return [...COLOURS, "gold"];
  return KINDS.filter((kind) => kind !== "glassware" || hasGlassware);
}

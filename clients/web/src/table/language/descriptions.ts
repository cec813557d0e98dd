// Cards and tokens in words, for the log, for details and for those who hear the table read out.

import { type Card, CardSort } from "../../client/messages.js";
import { type Counts, countsOf, type Kind, kindOf, present } from "../kinds.js";
import type { Words } from "./words.js";

export function tokensText(counts: Counts, words: Words): string {
  return words.list(present(counts).map(([kind, number]) => `${number} ${words.say(kind)}`));
}

/** Kinds one by one, the same ones together. */
export function kindsText(kinds: readonly Kind[], words: Words): string {
  const numbers = new Map<Kind, number>();
  for (const kind of kinds) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  return words.list([...numbers].map(([kind, number]) => `${number} ${words.say(kind)}`));
}

/** What a card is called: cards have no names of their own, so some are told by what they do. */
export function cardName(card: Card, words: Words): string {
  const name = sortName(card, words);
  const isJewel = card.sort === CardSort.JEWEL;
  const does = card.abilities.map((ability) => words.find(`short.${ability}`) ?? ability);
  return isJewel || does.length === 0 ? name : `${name} (${words.list(does)})`;
}

function sortName(card: Card, words: Words): string {
  switch (card.sort) {
    case CardSort.ROYAL:
      return words.say("royal_card");
    case CardSort.COUNTERFEITER:
      return words.say("counterfeiter_card");
    case CardSort.NOBLE:
      return words.say("noble");
    default:
      return words.say("table.card", { level: card.level, bonus: bonusText(card, words) });
  }
}

/** Everything that stands on a card. */
export function cardText(card: Card, words: Words): string {
  const parts = [sortName(card, words), ...worth(card, words), ...abilities(card, words)];
  return [...parts, ...price(card, words)].join("; ");
}

export function abilities(card: Card, words: Words): string[] {
  return card.abilities.map((ability) => words.say(`ability.${ability}`).replace(/\.$/, ""));
}

function worth(card: Card, words: Words): string[] {
  const points = words.pair(words.say("prestige_points"), card.points);
  const crowns = `${words.say("crown")} × ${card.crowns}`;
  return [...(card.points ? [points] : []), ...(card.crowns ? [crowns] : [])];
}

function bonusText(card: Card, words: Words): string {
  const kind = kindOf(card.bonus);
  if (card.isWild) return words.say("table.any_colour");
  if (kind === undefined) return words.say("table.no_bonus");
  return words.say(kind) + (card.bonusCount > 1 ? ` × ${card.bonusCount}` : "");
}

function price(card: Card, words: Words): string[] {
  const tokens = tokensText(countsOf(card.cost), words);
  if (tokens === "") return [];
  if (card.sort === CardSort.NOBLE) return [words.say("table.asks_for", { bonuses: tokens })];
  return [words.pair(words.say("cost"), tokens)];
}

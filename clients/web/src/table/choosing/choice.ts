// A legal action as the things on the table that one would point at to name it. This knows how
// actions are written, and nothing of when they are legal: that the server's list alone says.

import type { Action, DuelAction, SplendorAction } from "../../client/messages.js";
import { type Kind, kindOf } from "../kinds.js";

export interface Choice {
  readonly action: Action;
  /** What is pointed at, among it the verb; a colour taken twice is there twice. */
  readonly parts: readonly Part[];
  /** Whether the parts have to be named in their order. */
  readonly isOrdered: boolean;
}

/** Names something that can be pointed at, as in `cell:12`, `card:D1-07`, `verb:reserve`. */
export type Part = `${PartSort}:${string}`;

export type PartSort =
  | "verb"
  | "cell"
  | "card"
  | "deck"
  | "reserve"
  | "supply"
  | "mine"
  | "theirs"
  | "colour"
  | "number"
  | "dug";

export function part(sort: PartSort, name: string | number): Part {
  return `${sort}:${name}`;
}

export function sortOf(some: Part): PartSort {
  return some.slice(0, some.indexOf(":")) as PartSort;
}

export function nameOf(some: Part): string {
  return some.slice(some.indexOf(":") + 1);
}

/** What can be chosen; actions of a later version are not offered. */
export function choicesOf(actions: readonly Action[]): Choice[] {
  return actions.flatMap((action) => {
    const parts = partsOf(action);
    return parts ? [{ action, parts, isOrdered: isOrdered(action) }] : [];
  });
}

function partsOf({ game }: Action): Part[] | undefined {
  switch (game.case) {
    case "duel":
      return partsOfDuel(game.value);
    case "splendor":
      return partsOfSplendor(game.value);
    default:
      return undefined;
  }
}

function isOrdered({ game }: Action): boolean {
  return game.case === "duel" && game.value.action.case === "keepDug";
}

function partsOfDuel({ action }: DuelAction): Part[] | undefined {
  switch (action.case) {
    case "usePrivilege":
      return [part("verb", "privilege"), ...cell(action.value.cell)];
    case "replenish":
      return [part("verb", "replenish")];
    case "claim":
      return [part("verb", "claim")];
    case "takeTokens":
      return [part("verb", "take"), ...action.value.cells.flatMap(cell)];
    case "reserveCard":
      return [part("verb", "reserve"), part("card", action.value.card), ...cell(action.value.gold)];
    case "reserveFromDeck":
      return [part("verb", "reserve"), deck(action.value.level), ...cell(action.value.gold)];
    case "buyCard":
      return [part("verb", "buy"), part("card", action.value.card), ...colour(action.value.colour)];
    case "buyReserved":
      return [part("verb", "buy"), reserve(action.value.slot), ...colour(action.value.colour)];
    case "buyCounterfeiter":
      return [part("verb", "buy"), part("card", action.value.card)];
    case "passTurn":
      return [part("verb", "pass")];
    case "pickToken":
      return [part("verb", "take"), ...cell(action.value.cell)];
    case "stealToken":
      return [part("verb", "steal"), ...token("theirs", action.value.kind)];
    case "takeRoyal":
      return [part("verb", "choose"), part("card", action.value.card)];
    case "takeCounterfeiter":
      return [part("verb", "choose"), counterfeiter(action.value.card)];
    case "drawTokens":
      return [part("verb", "draw"), part("number", action.value.number ?? 0)];
    case "buyRoyal":
      return [part("verb", "royal"), part("card", action.value.card)];
    case "buyExtraTurn":
      return [part("verb", "extra_turn")];
    case "buySteal":
      return [part("verb", "steal"), ...token("theirs", action.value.kind)];
    case "dig":
      return [part("verb", "dig"), deck(action.value.level)];
    case "keepDug":
      return [action.value.keep ?? 0, ...action.value.bottom].map((place) => part("dug", place));
    case "discard":
      return [part("verb", "discard"), ...token("mine", action.value.kind)];
    case "stop":
      return [part("verb", "stop")];
    case "done":
      return [part("verb", "done")];
    default:
      return undefined;
  }
}

function partsOfSplendor({ action }: SplendorAction): Part[] | undefined {
  switch (action.case) {
    case "takeGems":
      return [
        part("verb", "take"),
        ...action.value.colours.flatMap((kind) => token("supply", kind)),
      ];
    case "reserveCard":
      return [part("verb", "reserve"), part("card", action.value.card)];
    case "reserveFromDeck":
      return [part("verb", "reserve"), deck(action.value.level)];
    case "buyCard":
      return [part("verb", "buy"), part("card", action.value.card)];
    case "buyReserved":
      return [part("verb", "buy"), reserve(action.value.slot)];
    case "passTurn":
      return [part("verb", "pass")];
    case "discard":
      return [part("verb", "discard"), ...token("mine", action.value.kind)];
    case "takeNoble":
      return [part("verb", "choose"), part("card", action.value.noble)];
    default:
      return undefined;
  }
}

function cell(at: number | undefined): Part[] {
  return at === undefined ? [] : [part("cell", at)];
}

function deck(level: number | undefined): Part {
  return part("deck", level ?? 0);
}

function reserve(slot: number | undefined): Part {
  return part("reserve", slot ?? 0);
}

function counterfeiter(card: string | undefined): Part {
  return card === undefined ? part("deck", "counterfeiters") : part("card", card);
}

function colour(kind: Parameters<typeof kindOf>[0]): Part[] {
  return token("colour", kind);
}

function token(sort: PartSort, value: Parameters<typeof kindOf>[0]): Part[] {
  const kind: Kind | undefined = kindOf(value);
  return kind ? [part(sort, kind)] : [];
}

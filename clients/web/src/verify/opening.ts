/** Whether the opening that a match showed is the one that was dealt. */

import { create } from "@bufbuild/protobuf";
import {
  type DuelTable,
  DuelTableSchema,
  type SplendorTable,
  SplendorTableSchema,
  type View,
} from "../client/messages.js";
import { countsOf, kindName, tokensOf, toldKind } from "./pieces.js";
import type { Position, Row } from "./position.js";
import { hold, list } from "./verdict.js";

/** Compare everything public, in the order in which the page names it. */
export function compareOpening(position: Position, view: View | undefined): void {
  const game = view?.game;
  const duel = game?.case === "duel" ? game.value.table : undefined;
  const splendor = game?.case === "splendor" ? game.value.table : undefined;
  const pairs = position.hasBoard
    ? duelPairs(position, duel ?? create(DuelTableSchema))
    : splendorPairs(position, splendor ?? create(SplendorTableSchema));
  for (const [expected, shown] of pairs) hold("opening", list(expected), list(shown));
}

type Pair = readonly [expected: readonly (string | number)[], shown: readonly (string | number)[]];

function duelPairs(position: Position, table: DuelTable): Pair[] {
  const { levels, royals, counterfeiters } = position;
  return [
    [[position.firstSeat], [table.seat]],
    [position.board.map(kindName), table.board.map(toldKind)],
    [position.bag.map(kindName), tokensOf(countsOf(table.bag)).map(kindName)],
    [slotsOf(levels), table.pyramid],
    [sizesOf(levels), table.deckSizes],
    [royals.slots, table.royals],
    [[royals.deck.length], [table.royalDeckSize]],
    [counterfeiters.slots, table.counterfeiters],
    [[counterfeiters.deck.length], [table.counterfeiterDeckSize]],
  ];
}

function splendorPairs(position: Position, table: SplendorTable): Pair[] {
  const { firstSeat, levels, nobles } = position;
  return [
    [[firstSeat], [table.firstSeat]],
    [[firstSeat], [table.seat]],
    [sizesOf(levels), table.deckSizes],
    [slotsOf(levels), table.faceUp],
    [nobles, table.nobles],
  ];
}

function slotsOf(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => row.slots);
}

function sizesOf(rows: readonly Row[]): number[] {
  return rows.map((row) => row.deck.length);
}

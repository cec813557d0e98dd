// A position as the table shows it: the same form for every game, made from a view.

import {
  type DuelDecision,
  DuelDecisionKind,
  type DuelPlayer,
  type DuelView,
  type Outcome,
  type SplendorDecision,
  SplendorDecisionKind,
  type SplendorPlayer,
  type SplendorView,
  type View,
} from "../../client/messages.js";
import { type Counts, countsOf, type Kind, kindOf, noTokens } from "../kinds.js";

export type GameKind = "duel" | "splendor";

export interface Position {
  readonly game: GameKind;
  /** The cells of the board; none in Splendor. */
  board: (Kind | undefined)[];
  /** The bag of Duel, the supply of Splendor. */
  pool: Counts;
  privileges: number;
  /** Ids of the face-up cards by slot, level 1 first; an empty text is an empty slot. */
  slots: string[];
  /** Cards left in the decks, level 1 first. */
  decks: number[];
  royals: string[];
  royalDeck: number;
  counterfeiters: string[];
  counterfeiterDeck: number;
  nobles: string[];
  holdings: Holding[];
  seat: number;
  turn: number;
  isExtraTurn: boolean;
  isExtraTurnDue: boolean;
  isLastRound: boolean;
  /** The level of the cards that somebody looks at. */
  dugLevel: number | undefined;
  /** The cards that the viewer looks at. */
  dug: string[];
  decision: Decision | undefined;
  outcome: Outcome | undefined;
}

/** What one seat has. */
export interface Holding {
  tokens: Counts;
  privileges: number;
  cards: OwnedCard[];
  royals: string[];
  counterfeiters: string[];
  nobles: string[];
  reserved: ReservedCard[];
  bonuses: Counts;
  points: number;
  crowns: number;
  colourPoints: Counts;
  /** 0 while the seat is in the match, 1 for the first that dropped out. */
  droppedOut: number;
}

export interface OwnedCard {
  readonly card: string;
  readonly colour: Kind | undefined;
}

export interface ReservedCard {
  readonly level: number;
  /** Nothing where the viewer does not know it. */
  card: string | undefined;
}

/** What the match waits for. */
export interface Decision {
  /** The name of the contract behind the game's, as in `duel.STEAL`. */
  readonly name: string;
  readonly seat: number;
  readonly card: string | undefined;
  readonly left: number;
}

/** The slots of each level, level 1 first. */
export const LEVEL_SLOTS: Readonly<Record<GameKind, readonly (readonly number[])[]>> = {
  duel: [range(0, 5), range(5, 9), range(9, 12)],
  splendor: [range(0, 4), range(4, 8), range(8, 12)],
};

export function positionOf(view: View | undefined): Position | undefined {
  switch (view?.game.case) {
    case "duel":
      return ofDuel(view.game.value);
    case "splendor":
      return ofSplendor(view.game.value);
    default:
      return undefined;
  }
}

export function decisionOf(
  decision: DuelDecision | SplendorDecision | undefined,
): Decision | undefined {
  if (decision === undefined) return undefined;
  const { seat, left } = decision;
  if (decision.$typeName === "gemwright.v1.DuelDecision") {
    const name = `duel.${DuelDecisionKind[decision.kind] ?? ""}`;
    return { name, seat, left, card: decision.card };
  }
  const name = `splendor.${SplendorDecisionKind[decision.kind] ?? ""}`;
  return { name, seat, left, card: undefined };
}

function ofDuel(view: DuelView): Position | undefined {
  const table = view.table;
  if (table === undefined) return undefined;
  const own = view.private;
  return {
    game: "duel",
    board: table.board.map(kindOf),
    pool: countsOf(table.bag),
    privileges: table.privileges,
    slots: [...table.pyramid],
    decks: [...table.deckSizes],
    royals: [...table.royals],
    royalDeck: table.royalDeckSize,
    counterfeiters: [...table.counterfeiters],
    counterfeiterDeck: table.counterfeiterDeckSize,
    nobles: [],
    holdings: table.players.map((player, seat) =>
      duelHolding(player, own?.seat === seat ? own.reserved : []),
    ),
    seat: table.seat,
    turn: table.turn,
    isExtraTurn: table.isExtraTurn,
    isExtraTurnDue: table.isExtraTurnDue,
    isLastRound: false,
    dugLevel: table.dugLevel,
    dug: [...(own?.dug ?? [])],
    decision: decisionOf(table.decision),
    outcome: table.outcome,
  };
}

function duelHolding(player: DuelPlayer, known: readonly string[]): Holding {
  return {
    tokens: countsOf(player.tokens),
    privileges: player.privileges,
    cards: player.cards.map(({ card, colour }) => ({ card, colour: kindOf(colour) })),
    royals: [...player.royals],
    counterfeiters: [...player.counterfeiters],
    nobles: [],
    reserved: reserveOf(player, known),
    bonuses: countsOf(player.bonuses),
    points: player.points,
    crowns: player.crowns,
    colourPoints: countsOf(player.colourPoints),
    droppedOut: 0,
  };
}

function ofSplendor(view: SplendorView): Position | undefined {
  const table = view.table;
  if (table === undefined) return undefined;
  const own = view.private;
  return {
    game: "splendor",
    board: [],
    pool: countsOf(table.supply),
    privileges: 0,
    slots: [...table.faceUp],
    decks: [...table.deckSizes],
    royals: [],
    royalDeck: 0,
    counterfeiters: [],
    counterfeiterDeck: 0,
    nobles: [...table.nobles],
    holdings: table.players.map((player, seat) =>
      splendorHolding(player, own?.seat === seat ? own.reserved : []),
    ),
    seat: table.seat,
    turn: table.turn,
    isExtraTurn: false,
    isExtraTurnDue: false,
    isLastRound: table.isLastRound,
    dugLevel: undefined,
    dug: [],
    decision: decisionOf(table.decision),
    outcome: table.outcome,
  };
}

function splendorHolding(player: SplendorPlayer, known: readonly string[]): Holding {
  return {
    ...emptyHolding(),
    tokens: countsOf(player.tokens),
    cards: player.cards.map((card) => ({ card, colour: undefined })),
    nobles: [...player.nobles],
    reserved: reserveOf(player, known),
    bonuses: countsOf(player.bonuses),
    points: player.points,
    droppedOut: player.droppedOut,
  };
}

export function emptyHolding(): Holding {
  return {
    tokens: noTokens(),
    privileges: 0,
    cards: [],
    royals: [],
    counterfeiters: [],
    nobles: [],
    reserved: [],
    bonuses: noTokens(),
    points: 0,
    crowns: 0,
    colourPoints: noTokens(),
    droppedOut: 0,
  };
}

/** A reserve as everybody sees it, with what its own seat knows besides. */
function reserveOf(
  player: Pick<DuelPlayer | SplendorPlayer, "reserved">,
  known: readonly string[],
): ReservedCard[] {
  return player.reserved.map(({ level, card }, place) => ({ level, card: card ?? known[place] }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place);
}

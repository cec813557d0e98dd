/** What lies where, as far as chance has to do with it. */

import type { TokenKind } from "../client/messages.js";
import type { Draws } from "./dealing.js";
import { NO_CARD, NO_TOKEN, type Pieces, SPIRAL } from "./pieces.js";

/** Cards that lie face up, and the deck from which their slots are filled, its top first. */
export interface Row {
  readonly deck: string[];
  readonly slots: string[];
}

export class Position {
  /** The seat that begins. */
  firstSeat = 0;
  /** The jewel cards, level 1 first. */
  readonly levels: Row[] = [];
  readonly counterfeiters: Row = { deck: [], slots: [] };
  readonly royals: Row = { deck: [], slots: [] };
  /** The 25 cells, where there is a board. */
  readonly board: TokenKind[] = [];
  /** The tokens in the bag, in kind order. */
  readonly bag: TokenKind[] = [];
  nobles: string[] = [];
  /** The cards that a seat looks at, the top one first. */
  dug: string[] = [];
  /** From which level they are. */
  dugLevel = 0;
  /** The tokens of each seat, in no order. */
  readonly tokens: TokenKind[][];
  /** The reserved cards of each seat, the first one in front. */
  readonly reserves: string[][];

  constructor(readonly seats: number) {
    this.tokens = Array.from({ length: seats }, () => []);
    this.reserves = Array.from({ length: seats }, () => []);
  }

  /** Whether the game is one of those with a board: Duel or The Counterfeiters. */
  get hasBoard(): boolean {
    return this.board.length > 0;
  }

  /** The bag gets tokens back. */
  putIntoBag(tokens: readonly TokenKind[]): void {
    this.bag.push(...tokens);
    this.bag.sort((a, b) => a - b);
  }
}

/** The position after set-up, whose draws are made here in their order. */
export function setUp(
  pieces: Pieces,
  seats: number,
  firstSeat: number | undefined,
  draws: Draws,
): Position {
  const position = new Position(seats);
  position.firstSeat = firstSeat ?? draws.take("first_seat", [...Array(seats).keys()]);
  pieces.cards.forEach((cards, level) => {
    position.levels.push({ deck: draws.deal(`deck_${level + 1}`, [...cards]), slots: [] });
  });
  position.counterfeiters.deck.push(
    ...draws.deal("counterfeiter_deck", [...pieces.counterfeiters]),
  );
  const royals = [...pieces.royals];
  position.royals.deck.push(...(pieces.hasRoyalDeck ? draws.deal("royal_deck", royals) : royals));
  layBoard(position, pieces, draws);
  position.nobles = draws.deal("nobles", [...pieces.nobles], pieces.nobles.length && seats + 1);
  turnUp(position, pieces);
  return position;
}

function layBoard(position: Position, pieces: Pieces, draws: Draws): void {
  if (pieces.tokens.length === 0) return;
  const pool = [...pieces.tokens];
  position.board.push(...Array<TokenKind>(SPIRAL.length).fill(NO_TOKEN));
  for (const cell of SPIRAL) position.board[cell] = draws.take("board", pool);
  position.bag.push(...pool);
}

function turnUp(position: Position, pieces: Pieces): void {
  position.levels.forEach((row, level) => {
    fill(row, pieces.slots[level] ?? 0);
  });
  fill(position.counterfeiters, pieces.counterfeiterSlots);
  fill(position.royals, pieces.royalSlots);
}

function fill(row: Row, count: number): void {
  row.slots.push(...row.deck.splice(0, count));
  while (row.slots.length < count) row.slots.push(NO_CARD);
}

/** The pieces of the games, in the orders in which `docs/fairness.md` deals them. */

import { Game, type TokenCounts, TokenKind } from "../client/messages.js";
import { Incomplete } from "./verdict.js";

/** An empty slot, as views have it. */
export const NO_CARD = "";
/** An empty cell, as views have it. */
export const NO_TOKEN = TokenKind.UNSPECIFIED;

/** The cells in the order in which the board is filled. */
export const SPIRAL: readonly number[] = [
  12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24,
];

/** So many of a kind. */
export type Count = readonly [kind: TokenKind, number: number];

const DUEL_TOKENS: readonly Count[] = [
  [TokenKind.WHITE, 4],
  [TokenKind.BLUE, 4],
  [TokenKind.GREEN, 4],
  [TokenKind.RED, 4],
  [TokenKind.BLACK, 4],
  [TokenKind.PEARL, 2],
  [TokenKind.GOLD, 3],
];
const MOST_TOKENS = 99;
const DUEL_CARDS = [numbered("D1", 30), numbered("D2", 24), numbered("D3", 13)];
const DUEL_SLOTS = [5, 4, 3];

/** What there is in a game. */
export interface Pieces {
  /** What the commitment calls the game. */
  readonly name: string;
  /** The cards of each level, in id order. */
  readonly cards: readonly (readonly string[])[];
  /** How many of each level lie face up. */
  readonly slots: readonly number[];
  /** All tokens in kind order, where they are dealt. */
  readonly tokens: readonly TokenKind[];
  readonly counterfeiters: readonly string[];
  readonly counterfeiterSlots: number;
  readonly royals: readonly string[];
  /** Whether royal cards are shuffled; else they lie face up in id order. */
  readonly hasRoyalDeck: boolean;
  readonly royalSlots: number;
  readonly nobles: readonly string[];
}

const DUEL: Pieces = {
  name: "duel",
  cards: DUEL_CARDS,
  slots: DUEL_SLOTS,
  tokens: tokensOf(DUEL_TOKENS),
  counterfeiters: [],
  counterfeiterSlots: 0,
  royals: numbered("R", 4, 1),
  hasRoyalDeck: false,
  royalSlots: 4,
  nobles: [],
};

/** The games this verifier knows. */
export const PIECES: ReadonlyMap<Game, Pieces> = new Map([
  [Game.DUEL, DUEL],
  [
    Game.DUEL_COUNTERFEITERS,
    {
      ...DUEL,
      name: "duel_counterfeiters",
      tokens: tokensOf([...DUEL_TOKENS, [TokenKind.GLASSWARE, 4]]),
      counterfeiters: numbered("C", 17),
      counterfeiterSlots: 3,
      royals: numbered("R", 12, 1),
      hasRoyalDeck: true,
    },
  ],
  [
    Game.SPLENDOR,
    {
      name: "splendor",
      cards: [numbered("S1", 40), numbered("S2", 30), numbered("S3", 20)],
      slots: [4, 4, 4],
      tokens: [],
      counterfeiters: [],
      counterfeiterSlots: 0,
      royals: [],
      hasRoyalDeck: false,
      royalSlots: 0,
      nobles: numbered("N", 10, 1),
    },
  ],
]);

/** `white` for TokenKind.WHITE, `none` for an empty cell. */
export function kindName(kind: TokenKind): string {
  return kind === NO_TOKEN ? "none" : (TokenKind[kind] as string).toLowerCase();
}

/** The name of a kind in a record, which may have any number there. */
export function toldKind(kind: TokenKind): string {
  if (kind === NO_TOKEN || !(kind in TokenKind)) throw new Incomplete(`kind ${kind} of token`);
  return kindName(kind);
}

/** The counts of a message, in kind order; of one kind there never are more than so many. */
export function countsOf(counts: TokenCounts | undefined): Count[] {
  if (counts === undefined) return [];
  const { white, blue, green, red, black, pearl, gold, glassware } = counts;
  const numbers = [white, blue, green, red, black, pearl, gold, glassware];
  return numbers.map((number, index) => {
    if (number < 0 || number > MOST_TOKENS) throw new Incomplete(`${number} tokens of a kind`);
    return [index + 1, number];
  });
}

function numbered(prefix: string, count: number, digits = 2): string[] {
  return Array.from({ length: count }, (_, index) => {
    return `${prefix}-${String(index + 1).padStart(digits, "0")}`;
  });
}

/** One item for each token. */
export function tokensOf(counts: readonly Count[]): TokenKind[] {
  return counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
}

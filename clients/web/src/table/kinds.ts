// Kinds of tokens by the names that the catalogue has for them.

import { type ColourCounts, type TokenCounts, TokenKind } from "../client/messages.js";

export const COLOURS = ["white", "blue", "green", "red", "black"] as const;
export const KINDS = [...COLOURS, "pearl", "gold", "glassware"] as const;

export type Colour = (typeof COLOURS)[number];
export type Kind = (typeof KINDS)[number];
export type Counts = Record<Kind, number>;

/** The kind of a number of the contract; nothing for an empty cell, and for a kind to come. */
export function kindOf(value: TokenKind | undefined): Kind | undefined {
  const name = value === undefined ? undefined : TokenKind[value]?.toLowerCase();
  return KINDS.find((kind) => kind === name);
}

export function kindsOf(values: readonly TokenKind[]): Kind[] {
  return values.map(kindOf).filter((kind) => kind !== undefined);
}

export function countsOf(message: TokenCounts | ColourCounts | undefined): Counts {
  return { ...noTokens(), ...Object.fromEntries(entries(message)) };
}

export function noTokens(): Counts {
  return { white: 0, blue: 0, green: 0, red: 0, black: 0, pearl: 0, gold: 0, glassware: 0 };
}

export function isColour(kind: Kind): kind is Colour {
  return COLOURS.some((colour) => colour === kind);
}

/** The kinds of which there are any, with their numbers. */
export function present(counts: Counts): [Kind, number][] {
  return KINDS.filter((kind) => counts[kind] > 0).map((kind) => [kind, counts[kind]]);
}

function entries(message: TokenCounts | ColourCounts | undefined): [Kind, number][] {
  const found = new Map<string, unknown>(Object.entries(message ?? {}));
  return KINDS.map((kind) => [kind, Number(found.get(kind) ?? 0)]);
}

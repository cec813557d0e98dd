/** What the verifier answers. */

/** What is compared; `docs/fairness.md` says what each means. */
export type Check =
  | "kept_commitment"
  | "commitment"
  | "entropy"
  | "first_seat"
  | "opening"
  | "cell"
  | "tokens"
  | "bag"
  | "slot"
  | "deck"
  | "reserve"
  | "noble"
  | "refill";

/** Where a record is not what the draws make of it. */
export interface Difference {
  readonly check: Check;
  /** The version of its update; 0 for what was before the first. */
  readonly version: number;
  /** Its place among the events of the update; undefined where the update as a whole is meant. */
  readonly event?: number;
  /** What the draws say. */
  readonly expected: string;
  /** What the record says. */
  readonly found: string;
}

export type Verdict =
  /** A developer chose the seed or the position: nothing is proved by a check. */
  | { readonly answer: "unverifiable" }
  /** The record lacks something, or has something that this verifier does not know. */
  | { readonly answer: "incomplete"; readonly why: string }
  /** It was not dealt as it was committed to. */
  | { readonly answer: "dishonest"; readonly difference: Difference }
  /** Chance was what was committed to, in so many draws. */
  | { readonly answer: "honest"; readonly draws: number };

/** Thrown inside the verifier where it cannot go on. */
export class Incomplete extends Error {}

/** Thrown inside the verifier at the first difference. */
export class Mismatch extends Error {
  constructor(
    readonly check: Check,
    readonly expected: string,
    readonly found: string,
  ) {
    super(check);
  }
}

/** A text for each item; `none` for nothing. */
export function list(items: readonly (string | number)[]): string {
  return items.map((item) => shown(item)).join(" ") || "none";
}

/** `none` for an empty slot. */
export function shown(item: string | number | undefined): string {
  return item === undefined || item === "" ? "none" : String(item);
}

/** Holds a check: what was expected must have been found. */
export function hold(check: Check, expected: string, found: string): void {
  if (expected !== found) throw new Mismatch(check, expected, found);
}

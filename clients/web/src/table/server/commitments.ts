// Commitments as they were before one joined: a deal is checked against what was seen then.

import type { Match } from "../../client/messages.js";
import { thisTab } from "./storage.js";

/** Public bytes that go into a deal: who gives some knows that it was not chosen beforehand. */
const ENTROPY_BYTES = 16;

export function freshEntropy(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
}

/** Keep the commitment of a match, unless it was kept before. */
export function keepCommitment(match: Match): void {
  const key = keyOf(match.match);
  const text = hexOf(commitmentOf(match));
  if (text !== "" && thisTab.read(key) === undefined) thisTab.write(key, text);
}

/** The commitment that was kept, if one was. */
export function keptCommitment(match: string): Uint8Array | undefined {
  const pairs = thisTab.read(keyOf(match))?.match(/../g);
  return pairs ? Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)) : undefined;
}

export function commitmentOf(match: Match): Uint8Array {
  return match.fairness?.commitment ?? new Uint8Array();
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keyOf(match: string): string {
  return `commitment.${match}`;
}

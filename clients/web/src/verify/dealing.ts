/** How chance is made of seed and entropy, as `docs/fairness.md` specifies it. */

import { hmac, joined, sha256 } from "./sha256.js";

const COMMITMENT = "gemwright/commitment/1";
const DRAW_KEY = "gemwright/draw-key/1";
const BYTE_VALUES = 256;

/** What is set down before anybody joins. */
export interface Terms {
  readonly matchId: string;
  readonly game: string;
  /** The options as JSON, keys sorted, no white space. */
  readonly options: string;
  readonly rulesVersion: string;
}

/** What was published before anybody joined. */
export function commitment(terms: Terms, salt: Uint8Array, seed: Uint8Array): Uint8Array {
  const { matchId, game, options, rulesVersion } = terms;
  const texts = [COMMITMENT, matchId, game, options, rulesVersion].map(utf8);
  return sha256(withLengths([...texts, salt, seed]));
}

/** The key of every draw of a match: entropy of the creator, then of every seat. */
export function drawKey(
  seed: Uint8Array,
  matchId: string,
  entropy: readonly Uint8Array[],
): Uint8Array {
  return hmac(seed, withLengths([utf8(DRAW_KEY), utf8(matchId), ...entropy]));
}

/** The draws of one match, in turn. */
export class Draws {
  constructor(
    private readonly key: Uint8Array,
    /** How many were made. */
    public counter = 0,
  ) {}

  /** Take one item out of a pool, which keeps the order of the others. */
  take<T>(purpose: string, pool: T[]): T {
    const [item] = pool.splice(this.index(purpose, pool.length), 1);
    this.counter += 1;
    return item as T;
  }

  /** Take so many, one after the other. */
  deal<T>(purpose: string, pool: T[], count = pool.length): T[] {
    return Array.from({ length: count }, () => this.take(purpose, pool));
  }

  private index(purpose: string, size: number): number {
    if (size === 1) return 0;
    const fair = BYTE_VALUES - (BYTE_VALUES % size);
    for (let attempt = 0; ; attempt++) {
      const byte = this.byte(purpose, attempt);
      if (byte < fair) return byte % size;
    }
  }

  private byte(purpose: string, attempt: number): number {
    const message = joined(withLengths([utf8(purpose)]), u32(this.counter), u32(attempt));
    return hmac(this.key, message)[0] as number;
  }
}

function withLengths(parts: readonly Uint8Array[]): Uint8Array {
  return joined(...parts.flatMap((part) => [u32(part.length), part]));
}

function u32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

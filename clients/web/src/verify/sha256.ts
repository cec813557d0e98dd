/**
 * SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104).
 *
 * Browsers have both, but not on pages that came over plain HTTP, and only asynchronously. A match
 * takes a few hundred of these; that is no work.
 */

const BLOCK = 64;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  return primes(count).map((prime) => Math.floor((root(prime) % 1) * 2 ** 32) | 0);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next++) {
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  }
  return found;
}

const INITIAL = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);

/** The hash of some bytes, 32 of them. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Int32Array.from(INITIAL);
  const padded = pad(message);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    compress(state, new DataView(padded.buffer, at, BLOCK));
  }
  const hash = new DataView(new ArrayBuffer(4 * state.length));
  state.forEach((word, index) => {
    hash.setInt32(4 * index, word);
  });
  return new Uint8Array(hash.buffer);
}

/** The hash of some bytes under a key. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(masked(padded, 0x36), message));
  return sha256(joined(masked(padded, 0x5c), inner));
}

/** Bytes one after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function masked(bytes: Uint8Array, mask: number): Uint8Array {
  return bytes.map((byte) => byte ^ mask);
}

/** The message, one bit, zeros, and its length in bits: whole blocks. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(length - LENGTH_BYTES, BigInt(8 * message.length));
  return padded;
}

function compress(state: Int32Array, block: DataView): void {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let round = 0; round < ROUNDS.length; round++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t1 = h + sum(e, 6, 11, 25) + choice + at(ROUNDS, round) + at(words, round);
    const t2 = sum(a, 2, 13, 22) + majority;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

type Eight = [number, number, number, number, number, number, number, number];

function schedule(block: DataView): Int32Array {
  const words = new Int32Array(ROUNDS.length);
  for (let round = 0; round < words.length; round++) {
    words[round] = round < 16 ? block.getInt32(4 * round) : mixed(words, round);
  }
  return words;
}

function mixed(words: Int32Array, round: number): number {
  const early = at(words, round - 15);
  const late = at(words, round - 2);
  const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
  const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
  return at(words, round - 16) + s0 + at(words, round - 7) + s1;
}

function sum(word: number, first: number, second: number, third: number): number {
  return rotated(word, first) ^ rotated(word, second) ^ rotated(word, third);
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: ArrayLike<number>, index: number): number {
  return words[index] as number;
}

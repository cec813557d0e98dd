/** The hashes of the verifier, against those of Node. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { hmac, sha256 } from "../dist/verify/sha256.js";

/** Bytes that are all different from one length to the next. */
function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (length * 31 + index * 17) % 256);
}

test("a message of any length has the hash that it should have", () => {
  for (let length = 0; length < 200; length++) {
    const message = bytes(length);
    assert.deepEqual(Buffer.from(sha256(message)), createHash("sha256").update(message).digest());
  }
});

test("a key of any length does what it should", () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    const key = bytes(length);
    const message = bytes(100 + length);
    const expected = createHmac("sha256", key).update(message).digest();
    assert.deepEqual(Buffer.from(hmac(key, message)), expected);
  }
});

/** The published vectors of the repository. */

import { readFileSync } from "node:fs";

/** What is in one of the files of `tests/vectors`. */
export function vectors<T>(name: string): T {
  const file = new URL(`../../../tests/vectors/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

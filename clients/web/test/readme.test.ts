/** What the README shows compiles, and does what it says. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { GemwrightClient } from "gemwright-client-web";
import { all } from "./collecting.js";
import { ANN } from "./playing.js";
import { Server } from "./server.js";

const TOP = fileURLToPath(new URL("../", import.meta.url));
const FOLDER = `${TOP}dist-test/readme`;
const BLOCK = /^```ts (\w+)\n(.*?)^```$/gms;
const SETTINGS = {
  extends: `${TOP}tsconfig.base.json`,
  compilerOptions: { lib: ["ES2023", "DOM"] },
};

/** Compile every piece of code, as somebody's project would. */
function compile(): void {
  mkdirSync(FOLDER, { recursive: true });
  const readme = readFileSync(`${TOP}README.md`, "utf8");
  for (const [, name, code = ""] of readme.matchAll(BLOCK)) {
    writeFileSync(`${FOLDER}/${name}.ts`, code);
  }
  writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify(SETTINGS));
  execFileSync(`${TOP}node_modules/.bin/tsc`, ["-p", FOLDER], { stdio: "inherit" });
}

/** What a piece of the README exports. */
async function piece(name: string): Promise<Record<string, (...values: unknown[]) => unknown>> {
  return import(`${FOLDER}/${name}.js`);
}

test("a match is played, and its shuffle verified, as the README says", async () => {
  compile();
  await using server = await Server.start();
  const { play } = await piece("play");
  const { isHonest } = await piece("verify");
  assert.ok(Array.isArray(await play?.(server.address)));
  const client = new GemwrightClient(server.address, { token: ANN });
  const [match] = await all(client.matches.find());
  const commitment = match?.fairness?.commitment ?? new Uint8Array();
  assert.equal(await isHonest?.(client, match?.match, commitment), true);
  assert.equal(await isHonest?.(client, match?.match, commitment.slice().reverse()), false);
  client.close();
});

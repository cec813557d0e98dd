/** Credentials that expire. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { GemwrightClient, TokenExpired } from "gemwright-client-web";
import { annAndBen, PROTOCOLS, seenOf } from "./playing.js";
import { newKey, Server } from "./server.js";

const SHORT_MS = 1_000;

let folder: string;
let server: Server;
let service: GemwrightClient;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "gemwright-keys-"));
  const keys = join(folder, "keys.json");
  const token = await newKey(keys, "demo");
  server = await Server.start("--keys", keys, "--http", "127.0.0.1:0");
  service = new GemwrightClient(server.address, { token });
});
after(async () => {
  service.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function tokenFor(principal: string, ttlMs?: number): Promise<string> {
  return (await service.tokens.create(principal, { ttlMs })).token;
}

for (const protocol of PROTOCOLS) {
  describe(`over ${protocol}`, () => {
    test("a stream whose token expires goes on with the next one", async () => {
      let asked = 0;
      const token = (): Promise<string> => {
        asked += 1;
        return tokenFor("ann", asked === 1 ? SHORT_MS : undefined);
      };
      const ann = new GemwrightClient(server.address, { token, protocol });
      const match = ann.match(await annAndBen(service));
      const watch = match.updates({ after: 0, onState: (state) => states.push(state.kind) });
      const states: string[] = [];
      const coming = watch.next();
      await expired(await tokenFor("ann", SHORT_MS), match.id, protocol);
      const update = await match.resign();
      const { value } = await coming;
      assert.ok(value && "commitId" in value);
      assert.deepEqual(seenOf(value), seenOf(update));
      assert.equal(asked, 2);
      ann.close();
    });

    test("a token that nobody renews ends the call and the stream", async () => {
      const match = await annAndBen(service);
      const token = await tokenFor("ann", SHORT_MS);
      const ann = new GemwrightClient(server.address, { token, protocol });
      await assert.rejects(async () => {
        for await (const _ of ann.match(match).watch());
      }, TokenExpired);
      await assert.rejects(ann.match(match).get(), TokenExpired);
      ann.close();
    });

    test("who shows no token any more is nobody", async () => {
      const ann = new GemwrightClient(server.address, { token: await tokenFor("ann"), protocol });
      const match = ann.match(await annAndBen(service));
      assert.equal((await match.get()).viewerSeat, 0);
      ann.show(undefined);
      assert.equal((await match.get()).viewerSeat, undefined);
      ann.close();
    });
  });
}

/** Resolves once this token, made later than another one of its length, has expired. */
async function expired(
  token: string,
  match: string,
  protocol: (typeof PROTOCOLS)[number],
): Promise<void> {
  const client = new GemwrightClient(server.address, { token, protocol });
  await assert.rejects(async () => {
    for await (const _ of client.match(match).watch());
  }, TokenExpired);
}

/** Whole matches, played over the network from what the server says and nothing else. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GemwrightClient } from "gemwright-client-web";
import { Game, MatchState } from "gemwright-client-web/messages";
import { ANN, againstBots, historyOf, PROTOCOLS, playToTheEnd, TABLES } from "./playing.js";
import { Server } from "./server.js";

let server: Server;
before(async () => {
  server = await Server.start();
});
after(() => server[Symbol.asyncDispose]());

for (const protocol of PROTOCOLS) {
  describe(`over ${protocol}`, () => {
    for (const [game, seats] of protocol === "connect" ? TABLES : TABLES.slice(-1)) {
      test(`a match of ${Game[game]} with ${seats} seats is played to its end`, async () => {
        const client = new GemwrightClient(server.address, { token: ANN, protocol });
        const match = client.match(await againstBots(client, game, seats));
        const { begin, seen } = await playToTheEnd(match);
        assert.deepEqual(seen, await historyOf(match, begin));
        const over = await match.get();
        assert.equal(over.match?.state, MatchState.FINISHED);
        assert.equal(over.reveal?.seed.length, 32);
        assert.equal((await match.record()).updates.length, begin + seen.length);
        client.close();
      });
    }
  });
}

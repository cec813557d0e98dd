/** What matchmakers do. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GemwrightClient } from "gemwright-client-web";
import {
  ActivityKind,
  type CreateMatchResponse,
  ErrorReason,
  Game,
} from "gemwright-client-web/messages";
import { ANN, annAndBen } from "./playing.js";
import { Server } from "./server.js";

let server: Server;
let client: GemwrightClient;
before(async () => {
  server = await Server.start();
  client = new GemwrightClient(server.address, { token: ANN });
});
after(async () => {
  client.close();
  await server[Symbol.asyncDispose]();
});

test("of many matches each is made or not for itself", async () => {
  const seats = ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } as const }));
  const [good, bad] = await client.matches.createMany([
    { game: Game.DUEL, seats },
    { game: Game.DUEL, seats: [] },
  ]);
  assert.ok(good?.result.case === "created");
  assert.ok(bad?.result.case === "failure");
  assert.equal(bad.result.value.reason, ErrorReason.INVALID_FIELD);
});

test("activity comes from now on, or after a token", async () => {
  const kinds = [ActivityKind.MATCH_READY];
  const activity = client.matches.activity({ kinds });
  const begun = (await activity.next()).value;
  assert.equal(begun?.message.case, "heartbeat");
  const match = await annAndBen(client);
  const resumed = client.matches.activity({ kinds, ...begun });
  assert.equal((await resumed.next()).value?.message.case, "heartbeat");
  for (const stream of [activity, resumed]) {
    const { value } = await stream.next();
    assert.ok(value?.message.case === "activity");
    assert.equal(value.message.value.match, match);
    await stream.return(undefined);
  }
});

/** A match of Ann and whoever has the join token. */
async function withOpenSeat(): Promise<CreateMatchResponse> {
  const ann = { holder: { case: "principal", value: "ann" } } as const;
  const open = { holder: { case: "open", value: {} } } as const;
  const spectators = { allowed: true };
  return client.matches.create({ game: Game.DUEL, seats: [ann, open], spectators });
}

test("who watches and then joins goes on watching from the seat", async () => {
  const { match, joinTokens } = await withOpenSeat();
  const guest = new GemwrightClient(server.address);
  const joining = guest.match(match?.match ?? "");
  const seats: (number | undefined)[] = [];
  for await (const { message } of joining.watch()) {
    if (message.case !== "snapshot") continue;
    seats.push(message.value.viewerSeat);
    if (seats.length === 2) break;
    guest.show((await joining.join(joinTokens[0]?.token)).playerToken);
  }
  assert.deepEqual(seats, [undefined, 1]);
  guest.close();
});

test("an open seat is joined with its token, which makes a principal", async () => {
  const { match, joinTokens } = await withOpenSeat();
  const guest = new GemwrightClient(server.address);
  const joining = guest.match(match?.match ?? "");
  const entropy = Uint8Array.of(1, 2, 3);
  const joined = await joining.join(joinTokens[0]?.token, { entropy });
  guest.show(joined.playerToken);
  const seen = await joining.get();
  assert.equal(seen.viewerSeat, 1);
  assert.deepEqual(seen.match?.seats[1]?.entropy, entropy);
  guest.close();
});

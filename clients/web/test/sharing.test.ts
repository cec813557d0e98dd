/** Several readers on one stream. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GemwrightClient, type MatchHandle, type WatchMessage } from "gemwright-client-web";
import { MatchState } from "gemwright-client-web/messages";
import { all, first } from "./collecting.js";
import { Counting } from "./counting.js";
import { ANN, annAndBen, historyOf, seenOf } from "./playing.js";
import { Server } from "./server.js";

let server: Server;
before(async () => {
  server = await Server.start("--heartbeat", "1s");
});
after(() => server[Symbol.asyncDispose]());

function counted(): { client: GemwrightClient; counting: Counting } {
  const counting = new Counting();
  const client = new GemwrightClient(server.address, { token: ANN, fetch: counting.fetch });
  return { client, counting };
}

async function actAs(match: MatchHandle): Promise<void> {
  const [action] = await match.legalActions();
  assert.ok(action);
  await match.act(action);
}

function versionOf({ message }: WatchMessage): number | undefined {
  return message.case === "update" ? message.value.version : undefined;
}

test("watchers of one match share one stream, and each misses nothing", async () => {
  const { client, counting } = counted();
  const match = client.match(await annAndBen(client));
  const early = match.watch();
  assert.equal((await early.next()).value?.message.case, "snapshot");
  await actAs(match);
  assert.equal((await early.next()).value?.message.case, "update");

  const late = client.match(match.id).watch();
  const begun = (await late.next()).value;
  assert.ok(begun?.message.case === "snapshot");
  assert.equal(begun.message.value.match?.version, 1);

  await match.resign();
  const rest = async (watch: typeof early) =>
    all(watch, ({ message }) => (message.case === "update" ? seenOf(message.value) : message.case));
  const [, resigned] = await historyOf(match);
  assert.deepEqual(await rest(early), [resigned, "reveal"]);
  assert.deepEqual(await rest(late), [resigned, "reveal"]);
  assert.equal(counting.of("WatchMatch"), 1);
  client.close();
});

test("who joins late is not told again what the snapshot has", async () => {
  const { client: ben } = counted();
  const id = await annAndBen(ben);
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const client = new GemwrightClient(server.address, {
    token: ANN,
    fetch: async (input, init) => {
      if (String(input).endsWith("/GetMatch")) await gate;
      return fetch(input, init);
    },
  });
  const early = client.match(id).watch();
  await early.next();
  const late = client.match(id).watch();
  const begun = late.next();
  await actAs(ben.match(id));
  assert.equal((await early.next()).value?.message.case, "update");
  open();
  const { message } = (await begun).value ?? {};
  assert.equal(message?.case === "snapshot" && message.value.match?.version, 1);
  await ben.match(id).resign();
  assert.deepEqual(await all(late, versionOf), [2, undefined]);
  ben.close();
  client.close();
});

test("the stream ends with its last reader, and not before", async () => {
  const { client, counting } = counted();
  const match = client.match(await annAndBen(client));
  const one = match.watch();
  const other = match.watch();
  await one.next();
  await other.next();
  await one.return(undefined);
  assert.equal(counting.open.get("WatchMatch"), 1);
  await other.return(undefined);
  assert.equal(counting.open.get("WatchMatch"), 0);
  const again = match.watch();
  assert.equal((await again.next()).value?.message.case, "snapshot");
  assert.equal(counting.of("WatchMatch"), 2);
  await again.return(undefined);
  client.close();
});

test("one reader that is slow holds up nobody, and misses nothing", async () => {
  const { client } = counted();
  const match = client.match(await annAndBen(client));
  const slow = match.updates({ after: 0 });
  const begun = slow.next();
  const reading = all(match.updates({ after: 0 }));
  await actAs(match);
  await match.resign();
  const updates = await reading;
  assert.equal(updates.length, 2);
  assert.deepEqual([(await begun).value, ...(await all(slow))], updates);
  client.close();
});

test("a watch goes on after a token, in another client", async () => {
  const { client } = counted();
  const match = client.match(await annAndBen(client));
  const { resumeToken } = await match.get();
  await actAs(match);
  const other = new GemwrightClient(server.address, { token: ANN });
  const [message] = await first(1, other.match(match.id).watch({ resumeToken }));
  assert.ok(message?.message.case === "update");
  assert.equal(message.message.value.version, 1);
  client.close();
  other.close();
});

test("the inbox is one stream for all, who come later too", async () => {
  const { client, counting } = counted();
  const carl = new GemwrightClient(server.address, { token: "dev:carl", fetch: counting.fetch });
  const seats = ["carl", "ben"].map((value) => ({ holder: { case: "principal", value } as const }));
  const { match } = await client.matches.create({ game: 1, seats });
  assert.ok(match);
  const early = carl.inbox.watch();
  const late = carl.inbox.watch();
  for (const watch of [early, late]) {
    const [entry, complete] = [await watch.next(), await watch.next()];
    assert.ok(entry.value?.message.case === "entry");
    assert.equal(entry.value.message.value.match, match.match);
    assert.equal(complete.value?.message.case, "complete");
  }
  await carl.match(match.match).resign();
  for (const watch of [early, late]) {
    const { value } = await watch.next();
    assert.ok(value?.message.case === "entry");
    assert.equal(value.message.value.state, MatchState.FINISHED);
  }
  assert.equal(counting.of("WatchInbox"), 1);
  client.close();
  carl.close();
});

test("matches are found by state, and cancelled", async () => {
  const { client } = counted();
  const id = await annAndBen(client);
  const isActive = { state: MatchState.ACTIVE, principal: "ann" };
  assert.ok((await all(client.matches.find(isActive))).some(({ match }) => match === id));
  assert.equal((await client.matches.cancel(id)).state, MatchState.CANCELLED);
  client.close();
});

/** Streams that go on wherever they broke, and calls that are made once however often they are sent. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GemwrightClient, type StreamState } from "gemwright-client-web";
import { Game } from "gemwright-client-web/messages";
import { Breaker } from "./breaker.js";
import {
  ANN,
  againstBots,
  annAndBen,
  historyOf,
  PROTOCOLS,
  playToTheEnd,
  seenOf,
} from "./playing.js";
import { Server } from "./server.js";

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Lets so many bytes through, and ends then as if that were all. */
function ending(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = Math.floor(bytes);
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
}

describe("with a server that stays", () => {
  let server: Server;
  before(async () => {
    server = await Server.start("--heartbeat", "1s");
  });
  after(() => server[Symbol.asyncDispose]());

  for (const protocol of PROTOCOLS) {
    test(`a match survives cuts at any byte, over ${protocol}`, async () => {
      await using line = await Breaker.before(server.address);
      const client = new GemwrightClient(line.address, { token: ANN, protocol });
      const chance = numbers(protocol.length);
      line.mostBytes = () => 500 + Math.floor(8_000 * chance.next().value);
      const direct = new GemwrightClient(server.address, { token: ANN, protocol });
      do {
        const match = client.match(await againstBots(direct, Game.DUEL));
        const { begin, seen } = await playToTheEnd(match);
        // A whole history is longer than anything that gets through in one piece.
        assert.deepEqual(seen, await historyOf(direct.match(match.id), begin));
      } while (line.cuts < 5); // a short match has few
      for (const one of [client, direct]) one.close();
    });

    test(`a silent line is taken for dead and opened again, over ${protocol}`, async () => {
      await using line = await Breaker.before(server.address);
      const client = new GemwrightClient(line.address, { token: ANN, protocol });
      const match = client.match(await annAndBen(client));
      const states: StreamState[] = [];
      const updates = match.updates({ after: 0, onState: (state) => states.push(state) });
      const { legalActions } = await match.get();
      assert.ok(legalActions[0]);
      const first = await match.act(legalActions[0]);
      const got = await updates.next();
      assert.deepEqual(got.value, first);
      line.stall();
      const ben = new GemwrightClient(server.address, { token: "dev:ben", protocol });
      const resigned = await ben.match(match.id).resign();
      assert.deepEqual((await updates.next()).value, resigned);
      const waits = states.filter((state) => state.kind === "waiting");
      assert.equal(waits[0]?.error.code, "DEADLINE_EXCEEDED");
      assert.equal(states.at(-1)?.kind, "open");
      client.close();
      ben.close();
    });
  }

  for (const protocol of PROTOCOLS) {
    test(`a stream that ends early as if it were whole is resumed, over ${protocol}`, async () => {
      const chance = numbers(protocol.length);
      const cutting: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).endsWith("/WatchMatch")) return response;
        const body = response.body?.pipeThrough(ending(500 + 8_000 * chance.next().value));
        return new Response(body, response);
      };
      const client = new GemwrightClient(server.address, { token: ANN, protocol, fetch: cutting });
      const match = client.match(await againstBots(client));
      const { begin, seen } = await playToTheEnd(match);
      assert.deepEqual(seen, await historyOf(match, begin));
      client.close();
    });
  }

  test("people learn that the line is open again before there is any news", async () => {
    await using quiet = await Server.start("--heartbeat", "10m");
    await using line = await Breaker.before(quiet.address);
    const client = new GemwrightClient(line.address, { token: ANN });
    const match = client.match(await annAndBen(client));
    const states: string[] = [];
    await new Promise<void>((resolve) => {
      const onState = ({ kind }: StreamState): void => {
        states.push(kind);
        if (kind === "open" && states.includes("waiting")) resolve();
      };
      const watch = match.watch({ onState });
      void watch.next().then(() => line.cut());
    });
    assert.deepEqual(states, ["connecting", "open", "waiting", "connecting", "open"]);
    client.close();
  });

  test("an answer that is lost after the commit is asked for again, and acted on once", async () => {
    await using line = await Breaker.before(server.address);
    const client = new GemwrightClient(line.address, { token: ANN });
    const match = client.match(await annAndBen(client));
    const { legalActions } = await match.get();
    assert.ok(legalActions[0]);
    line.swallowAnswerTo("SubmitAction");
    const update = await match.act(legalActions[0]);
    assert.equal(line.swallowed, 1);
    assert.equal(update.version, 1);
    assert.deepEqual(await historyOf(match), [seenOf(update)]);
    client.close();
  });
});

test("a match survives servers that are killed or stopped, and start again", async () => {
  await using server = await Server.start("--fsync", "always", "--grace", "1s");
  const client = new GemwrightClient(server.address, { token: ANN });
  const match = client.match(await againstBots(client, Game.SPLENDOR));
  const { begin, seen } = await playToTheEnd(match, async (moves) => {
    if (moves === 5 || moves === 15) {
      await server.kill(moves === 5 ? "SIGKILL" : "SIGTERM");
      await server.restart();
    }
  });
  assert.deepEqual(seen, await historyOf(match, begin));
  client.close();
});

// A move is sent until it is answered, however long that takes, and is made once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GemwrightClient } from "../../src/client/index.js";
import { Game } from "../../src/client/messages.js";
import { LiveMatch, type LiveState } from "../../src/table/server/live.js";
import { TestServer } from "./server.js";

/** For so long the client tries by itself. */
const PATIENCE_MS = 300;

test("a move outlasts the patience of the client, and is made once the server is back", async () => {
  const server = await TestServer.started("--fsync", "always");
  const calls = new Calls(/GetMatch|SubmitAction/);
  const options = { token: "dev:ann", patienceMs: PATIENCE_MS, fetch: calls.fetch };
  const client = new GemwrightClient(server.address, options);
  const { match } = await client.matches.create({
    game: Game.DUEL,
    options: { game: { case: "duel", value: { firstSeat: 0 } } },
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } })),
  });
  const live = new LiveMatch(client, match?.match ?? "", cardsOf(client));
  const followed = live.follow();
  const { legal } = await until(live, (state) => state.legal.length > 0);
  await server.kill();
  assert.ok(legal[0]);
  const acted = live.act(legal[0]);
  await calls.after(2 * PATIENCE_MS);
  assert.equal(live.state.isSending, true);
  assert.equal(live.state.refusal, undefined);
  await server.start();
  await acted;
  const { story } = await until(live, (state) => !state.isSending);
  assert.equal(story.length, 1);
  live.leave();
  await followed;
  client.close();
  await server.stop();
});

/** The calls of some kinds that a client makes: before it acts first it asks for its seat. */
class Calls {
  private first: number | undefined;
  private waiting: { readonly milliseconds: number; resolve(): void } | undefined;

  constructor(private readonly kind: RegExp) {}

  readonly fetch: typeof globalThis.fetch = (input, init) => {
    if (this.kind.test(String(input))) this.count();
    return fetch(input, init);
  };

  /** Resolves with the first call that is so much later than the first from now on. */
  after(milliseconds: number): Promise<void> {
    this.first = undefined;
    return new Promise((resolve) => {
      this.waiting = { milliseconds, resolve };
    });
  }

  private count(): void {
    this.first ??= performance.now();
    const passed = performance.now() - this.first;
    if (this.waiting && passed > this.waiting.milliseconds) this.waiting.resolve();
  }
}

function cardsOf(client: GemwrightClient) {
  return async () => {
    const { cards } = await client.catalogue.cards(Game.DUEL, {});
    return new Map(cards.map((card) => [card.card, card]));
  };
}

function until(live: LiveMatch, holds: (state: LiveState) => boolean): Promise<LiveState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(live.state)) return;
      leave();
      resolve(live.state);
    };
    const leave = live.subscribe(look);
    look();
  });
}

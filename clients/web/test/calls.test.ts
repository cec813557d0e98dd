/** What a call throws, and what is sent again. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  ActionRefused,
  AddressUnusable,
  AlreadyUsed,
  CallError,
  GemwrightClient,
  InvalidRequest,
  MatchNotFound,
  NotAllowed,
  NotAuthenticated,
  newRequestId,
  StaleVersion,
  Unreachable,
  WrongState,
} from "gemwright-client-web";
import { type Action, ActionSchema, type DuelAction_BuyCard } from "gemwright-client-web/messages";
import { all, first } from "./collecting.js";
import { Counting } from "./counting.js";
import { ANN, againstBots, annAndBen, PROTOCOLS } from "./playing.js";
import { Server } from "./server.js";

const NO_MATCH = "aaaaaaaaaaaaaaaaaaaaaaaa";

function takeCells(...cells: number[]): Action {
  const action = { case: "takeTokens", value: { cells } } as const;
  return create(ActionSchema, { game: { case: "duel", value: { action } } });
}

let server: Server;
before(async () => {
  server = await Server.start();
});
after(() => server[Symbol.asyncDispose]());

for (const protocol of PROTOCOLS) {
  describe(`over ${protocol}`, () => {
    let client: GemwrightClient;
    const counting = new Counting();
    before(() => {
      const { fetch } = counting;
      client = new GemwrightClient(server.address, { token: ANN, protocol, fetch });
    });
    after(() => client.close());

    test("what the rules refuse says why, and is not sent again", async () => {
      const match = client.match(await annAndBen(client));
      const before = counting.of("SubmitAction");
      await assert.rejects(match.act(takeCells(0, 24)), (error) => {
        assert.ok(error instanceof ActionRefused);
        assert.equal(error.reason, "ACTION_REFUSED");
        assert.equal(error.code, "FAILED_PRECONDITION");
        assert.equal(error.refusal, "NOT_A_LINE");
        assert.match(error.rule, /^D-TAKE-/);
        assert.match(error.field, /cells$/);
        assert.notEqual(error.trace, "");
        return true;
      });
      assert.equal(counting.of("SubmitAction"), before + 1);
    });

    test("a stale version says which one is current", async () => {
      const match = client.match(await annAndBen(client));
      const [action] = await match.legalActions();
      assert.ok(action);
      await assert.rejects(match.act(action, { expectedVersion: 7 }), (error) => {
        assert.ok(error instanceof StaleVersion);
        assert.equal(error.currentVersion, 0);
        return true;
      });
    });

    test("a field that could never be right is named", async () => {
      const match = client.match(await annAndBen(client));
      await assert.rejects(match.act(takeCells(99)), (error) => {
        assert.ok(error instanceof InvalidRequest);
        assert.match(error.violations[0]?.field ?? "", /cells/);
        return true;
      });
    });

    test("a request id that was used for something else is refused", async () => {
      const match = client.match(await annAndBen(client));
      const requestId = newRequestId();
      const [one, other] = await match.legalActions();
      assert.ok(one && other);
      const update = await match.act(one, { requestId, expectedVersion: 0 });
      assert.deepEqual(await match.act(one, { requestId, expectedVersion: 0 }), update);
      await assert.rejects(match.act(other, { requestId, expectedVersion: 0 }), AlreadyUsed);
    });

    test("each refusal has its class", async () => {
      const match = client.match(await annAndBen(client));
      await assert.rejects(client.match(NO_MATCH).get(), MatchNotFound);
      await assert.rejects(match.record(), WrongState);
      await assert.rejects(client.match(match.id, 1).resign(), NotAllowed);
      await assert.rejects(first(1, client.match(NO_MATCH).watch()), MatchNotFound);
      const stranger = new GemwrightClient(server.address, { token: "gwp_none", protocol });
      await assert.rejects(stranger.match(match.id).get(), NotAuthenticated);
    });

    test("who says seat and version acts in one call", async () => {
      const match = client.match(await annAndBen(client), 0);
      const [action] = await match.legalActions();
      assert.ok(action);
      const before = counting.of("GetMatch");
      await match.act(action, { expectedVersion: 0 });
      assert.equal(counting.of("GetMatch"), before);
    });

    test("what is only validated changes nothing", async () => {
      const match = client.match(await annAndBen(client));
      const [action] = await match.legalActions();
      assert.ok(action);
      await match.validate(action);
      await assert.rejects(match.validate(takeCells(0, 24)), ActionRefused);
      assert.equal((await match.get()).match?.version, 0);
    });
  });
}

/** The purchase of a face-up card in Duel. */
function purchaseIn(actions: readonly Action[]): DuelAction_BuyCard | undefined {
  for (const { game } of actions) {
    const action = game.case === "duel" ? game.value.action : undefined;
    if (action?.case === "buyCard") return action.value;
  }
  return undefined;
}

test("a purchase is paid with one of the payments that are listed for it", async () => {
  const client = new GemwrightClient(server.address, { token: ANN });
  const match = client.match(await againstBots(client));
  await assert.rejects(all(match.payments(takeCells(0))), InvalidRequest);
  let expectedVersion = 0;
  for await (const { message, legalActions } of match.watch()) {
    if (message.case === "snapshot") expectedVersion = message.value.match?.version ?? 0;
    if (message.case === "update") expectedVersion = message.value.version;
    const [action] = legalActions;
    if (action === undefined) continue;
    const purchase = purchaseIn(legalActions);
    if (purchase === undefined) {
      await match.act(action, { expectedVersion });
      continue;
    }
    const value = { action: { case: "buyCard", value: purchase } } as const;
    const listed = create(ActionSchema, { game: { case: "duel", value } });
    const payments = await all(match.payments(listed));
    assert.ok(payments[0]?.game.case === "duel");
    purchase.payment = payments[0].game.value;
    const { cause } = await match.act(listed, { expectedVersion });
    assert.deepEqual(cause.case === "move" && cause.value.action, listed);
    client.close();
    return;
  }
  assert.fail("nothing was for sale in a whole match");
});

test("a server that is not there is tried until patience ends", async () => {
  const counting = new Counting();
  const options = { fetch: counting.fetch, patienceMs: 500 };
  const client = new GemwrightClient("http://127.0.0.1:9", options); // the port that discards
  await assert.rejects(client.catalogue.info(), (error) => {
    assert.ok(error instanceof Unreachable);
    assert.ok(error.isOutcomeUnknown);
    assert.match(error.message, /^fetch failed: \S/); // in Node the reason is in a cause of a cause
    return true;
  });
  assert.ok(counting.of("GetServerInfo") > 1);
});

test("a message that cannot be sent is not tried again", async () => {
  const client = new GemwrightClient(server.address, { token: ANN });
  const halfASeat = client.match(NO_MATCH, 0.5).get();
  await assert.rejects(halfASeat, (error) => !(error instanceof CallError));
  client.close();
});

test("who aborts a call gets the reason of the signal", async () => {
  const client = new GemwrightClient("http://127.0.0.1:9");
  const reason = new Error("the person went away");
  const controller = new AbortController();
  const call = client.catalogue.info({ signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(call, reason);
  await assert.rejects(first(1, client.inbox.watch({ signal: controller.signal })), reason);
});

test("who aborts waits no longer for a token either", async () => {
  const client = new GemwrightClient(server.address, { token: () => new Promise(() => {}) });
  const reason = new Error("the person went away");
  const controller = new AbortController();
  const { signal } = controller;
  const call = client.catalogue.info({ signal });
  const watch = first(1, client.inbox.watch({ signal }));
  controller.abort(reason);
  await assert.rejects(call, reason);
  await assert.rejects(watch, reason);
  client.close();
});

test("one signal does for any number of calls and streams", async () => {
  const warnings: Error[] = [];
  process.on("warning", (warning) => warnings.push(warning));
  const client = new GemwrightClient(server.address, { token: ANN });
  const match = client.match(await annAndBen(client));
  const controller = new AbortController();
  const { signal } = controller;
  await Promise.all(Array.from({ length: 20 }, () => match.get({ signal })));
  const watches = Array.from({ length: 20 }, () => match.watch({ signal }));
  await Promise.all(watches.map((watch) => watch.next()));
  const ends = watches.map((watch) => assert.rejects(watch.next(), { name: "AbortError" }));
  controller.abort();
  await Promise.all(ends);
  assert.deepEqual(warnings, []);
  client.close();
});

test("who closes the client ends what is under way", async () => {
  const client = new GemwrightClient("http://127.0.0.1:9");
  const call = client.catalogue.info();
  client.close();
  await assert.rejects(call, Unreachable);
  await assert.rejects(client.catalogue.info(), Unreachable);
});

test("an address that is none is refused, and not repeated", () => {
  for (const address of ["127.0.0.1:7374", "ftp://a", "http://ann:secret@a", "http://a?b", ""]) {
    assert.throws(
      () => new GemwrightClient(address),
      (error) => error instanceof AddressUnusable && !error.message.includes("secret"),
    );
  }
});

// The end of a match and what comes after it: clocks, refusals, a look back, the check, a rematch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import type { Page } from "playwright-core";
import { GemwrightClient, type MatchHandle, type MatchSpec } from "../../src/client/index.js";
import { type Action, BuiltInBot, Game } from "../../src/client/messages.js";
import { Person } from "./browser.js";
import { OWN_TURN, playOnce, resign } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin } from "./starting.js";

test("a match that is over can be looked at move by move, and checked, and played again", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Duel", name: "ann" });
  await page.waitForSelector(OWN_TURN);
  const opening = await tokensOnBoard(page);
  for (let move = 0; move < 3; move++) await playOnce(page);
  await page.waitForSelector(OWN_TURN);
  const last = await tokensOnBoard(page);
  await resign(page);
  await page.click("text=Check the deal");
  await page.waitForSelector(".verdict.is-good");
  await page.click("text=Replay");
  const slider = page.locator("input[type=range]");
  await slider.waitFor();
  assert.equal(await tokensOnBoard(page), 25);
  assert.ok(opening <= 25);
  await slider.press("End");
  assert.equal(await tokensOnBoard(page), last);
  await slider.press("Home");
  await page.click("[aria-label='Next move']");
  await page.waitForSelector("strong:has-text('Move 1 of')");
  assert.notEqual(await page.textContent(".replay-told"), "");
  await page.click("[aria-label='Next move']");
  await page.click("[aria-label='Previous move']");
  await page.waitForSelector("strong:has-text('Move 1 of')");
  await page.click("[aria-label='Play']");
  await page.waitForSelector("[aria-label='Pause']");
  await page.waitForSelector("strong:has-text('Move 3 of')");
  await page.click(".replay-buttons .quiet");
  await page.click("text=Rematch");
  await page.waitForSelector(".prompt:not(:has(.ending)) .prompt-asked");
  assert.equal(await page.locator(".holding").count(), 2);
  await ann.leave();
});

test("a clock runs down before one's eyes, and who runs out of time has lost", async () => {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const { match } = await client.matches.create({
    game: Game.DUEL,
    options: { game: { case: "duel", value: { firstSeat: 0 } } },
    seats: [
      { holder: { case: "principal", value: "ann" } },
      { holder: { case: "bot", value: BuiltInBot.RANDOM } },
    ],
    timeControl: { control: { case: "perTurn", value: { limit: durationFromMs(LIMIT_MS) } } },
  });
  const ann = await Person.at(browser, `${server.address}#match=${match?.match}`, { name: "ann" });
  await ann.page.waitForSelector(".clock.is-running.is-short");
  const first = await ann.page.textContent(".clock.is-running");
  await ann.page.waitForFunction(
    (shown) => document.querySelector(".clock.is-running")?.textContent !== shown,
    first,
  );
  await ann.page.waitForSelector(".ending");
  assert.match(
    (await ann.page.textContent(".prompt-head")) ?? "",
    /^You lose\. Easy bot wins\..*ran out of time/,
  );
  await ann.leave();
});

test("a move that comes too late is refused in words, and one may choose anew", async () => {
  const game = Game.SPLENDOR;
  const [id, ann, ben] = await begun({
    game,
    options: { game: { case: "splendor", value: FIRST } },
  });
  const person = await Person.at(browser, `${server.address}#match=${id}`, { name: "ann" });
  const { page } = person;
  await page.waitForSelector(OWN_TURN);
  await page.route(
    "**/SubmitAction",
    async (route) => {
      await ann.act(firstOf(await ann.legalActions()));
      const response = await route.fetch();
      await ben.act(firstOf(await ben.legalActions()));
      await page.waitForSelector(OWN_TURN); // the page has heard of both before the refusal
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await playOnce(page);
  await page.waitForSelector(".complaint:has-text('The match has gone on meanwhile; choose anew')");
  assert.ok((await page.locator(".pile.is-open").count()) > 0);
  await person.leave();
});

const LATE = {
  "not your turn any more": async (handle: MatchHandle) =>
    handle.act(firstOf(await handle.legalActions())),
  "the match is over": (handle: MatchHandle) => handle.resign(),
};

for (const [said, happens] of Object.entries(LATE)) {
  test(`a move that comes too late is told by where the match stands: ${said}`, async () => {
    const game = Game.DUEL;
    const [id, handle] = await begun({ game, options: { game: { case: "duel", value: FIRST } } });
    const ann = await Person.at(browser, `${server.address}#match=${id}`, { name: "ann" });
    await ann.page.waitForSelector(OWN_TURN);
    await ann.page.route(
      "**/SubmitAction",
      async (route) => {
        await happens(handle);
        await route.continue();
      },
      { times: 1 },
    );
    await playOnce(ann.page);
    await ann.page.waitForSelector(`.complaint:has-text('too late'):has-text('${said}')`);
    assert.equal(await ann.page.locator(".choice, .confirm").count(), 0);
    await ann.leave();
  });
}

test("a card that was looked at is put away with the end, and can be looked at again", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Splendor", name: "ann" });
  await page.waitForSelector(OWN_TURN);
  await page.click(".row-cards .card");
  await page.waitForSelector(".inspected");
  await resign(page);
  await page.waitForSelector(".ending");
  assert.equal(await page.locator(".inspected").count(), 0);
  await page.click(".row-cards .card");
  await page.waitForSelector(".inspected");
  await ann.leave();
});

test("who has heard of it before the page has is offered nothing that is over", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Duel", name: "ann" });
  await page.waitForSelector(OWN_TURN);
  await page.route("**/SubmitAction", (route) =>
    route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify(STALE) }),
  );
  await playOnce(page);
  await page.waitForSelector(".complaint:has-text('this page waits')");
  assert.equal(await page.locator(".choice, .confirm, .is-open").count(), 0);
  await ann.leave();
});

test("what the rules refuse is said with the rule", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Duel", name: "ann" });
  await page.waitForSelector(OWN_TURN);
  await page.route("**/SubmitAction", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify(REFUSED),
    }),
  );
  await playOnce(page);
  await page.waitForSelector(".complaint:has-text('(D-TAKE-1)')");
  await ann.leave();
});

test("a match that is not there, and one that is private, are told as that", async () => {
  const ann = await Person.at(browser, `${server.address}#match=${"a".repeat(24)}`);
  for (const id of ["a".repeat(24), "nonsense", "nonsense&join=more"]) {
    await ann.page.goto(`${server.address}#match=${id}`);
    const [named = ""] = id.split("&");
    await ann.page.waitForSelector(`.complaint:has-text('“${named}”'):has-text('after match=')`);
    await ann.page.click("a:has-text('All matches')");
    await ann.page.waitForSelector(".play");
  }
  const client = new GemwrightClient(server.address, { token: "dev:ben" });
  const { match } = await client.matches.create({
    game: Game.DUEL,
    seats: ["ben", "cleo"].map((value) => ({ holder: { case: "principal", value } })),
  });
  await ann.page.goto(`${server.address}#match=${match?.match}`);
  await ann.page.waitForSelector(".complaint:has-text('no spectators')");
  await ann.leave();
});

const LIMIT_MS = 4_000;

/** As Connect writes an `ACTION_REFUSED`. */
const REFUSED = {
  code: "failed_precondition",
  message: "refused",
  details: [
    {
      type: "google.rpc.ErrorInfo",
      value: "Cg5BQ1RJT05fUkVGVVNFRBIJZ2Vtd3JpZ2h0",
    },
    {
      type: "gemwright.v1.Refusal",
      value: "CAUSCEQtVEFLRS0x",
    },
  ],
};

/** As Connect writes a `STALE_VERSION`, of a version that this page never hears of. */
const STALE = {
  code: "aborted",
  message: "stale",
  details: [
    detailOf("google.rpc.ErrorInfo", "\x0a\x0dSTALE_VERSION\x12\x09gemwright"),
    detailOf("gemwright.v1.StaleVersion", "\x08\x7f"),
  ],
};

function detailOf(type: string, bytes: string) {
  return { type, value: Buffer.from(bytes, "latin1").toString("base64") };
}

/** The first seat begins. */
const FIRST = { firstSeat: 0 };

/** A match between two people, and what each of them acts with from elsewhere. */
async function begun(spec: Omit<MatchSpec, "seats">) {
  const [ann, ben] = ["ann", "ben"].map(
    (name) => new GemwrightClient(server.address, { token: `dev:${name}` }),
  ) as [GemwrightClient, GemwrightClient];
  const { match } = await ann.matches.create({
    ...spec,
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } })),
  } as MatchSpec);
  const id = match?.match ?? "";
  return [id, ann.match(id), ben.match(id)] as const;
}

function firstOf(actions: readonly Action[]): Action {
  const [first] = actions;
  assert.ok(first);
  return first;
}

function tokensOnBoard(page: Page): Promise<number> {
  return page.locator(".cell .gem").count();
}

// One person with several seats plays each of them, from where it sees.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GemwrightClient, type MatchSpec } from "../../src/client/index.js";
import { BuiltInBot, Game } from "../../src/client/messages.js";
import { Person } from "./browser.js";
import { OWN_TURN, playOnce, playToEnd, resign } from "./playing.js";
import { browser, server } from "./stage.js";

const ANN = { holder: { case: "principal", value: "ann" } } as const;
const BOT = { holder: { case: "bot", value: BuiltInBot.RANDOM } } as const;

test("whoever holds both seats plays a match to its end", async () => {
  const ann = await seated({ game: Game.DUEL_COUNTERFEITERS, seats: [ANN, ANN] });
  assert.ok((await playToEnd(ann.page)) > 10);
  assert.equal(await ann.page.locator(".complaint").count(), 0);
  await ann.leave();
});

test("the table is turned to the seat that moves, and tells everything once", async () => {
  const options = { game: { case: "splendor", value: { seats: 3, firstSeat: 0 } } } as const;
  const ann = await seated({ game: Game.SPLENDOR, options, seats: [ANN, BOT, ANN] });
  const { page } = ann;
  for (const seat of [0, 2, 0, 2]) {
    await page.waitForSelector(`.holding.is-own.is-turn[data-seat='${seat}']`);
    await page.waitForSelector(OWN_TURN);
    await playOnce(page);
  }
  await page.waitForSelector(`.holding.is-own.is-turn[data-seat='0']`);
  const told = (await page.locator(".story li").allTextContents()).toReversed();
  const who = told.map((text) => /^(ann \d|Easy bot)/.exec(text)?.[0]);
  const round = ["ann 1", "Easy bot", "ann 3"];
  assert.deepEqual(who, [...round, ...round]);
  await ann.leave();
});

test("what is known of a reserve is what the seat that moves knows", async () => {
  const options = { game: { case: "duel", value: { firstSeat: 0 } } } as const;
  const ann = await seated({ game: Game.DUEL, options, seats: [ANN, ANN] });
  const { page } = ann;
  await page.waitForSelector(OWN_TURN);
  await page.click(".back.is-deck.is-open >> nth=0");
  const gold = page.locator(".cell.is-open:has(.tone-gold)");
  if (await gold.count()) await gold.first().click();
  await page.click(".confirm");
  await page.waitForSelector(".holding.is-own[data-seat='1']");
  await page.waitForSelector(".holding[data-seat='0'] .kept .back");
  await playOnce(page);
  await page.waitForSelector(".holding.is-own[data-seat='0'] .kept .card");
  await resign(page);
  await page.waitForSelector(".prompt-head:has-text('You lose. ann 2 wins')");
  await ann.leave();
});

test("each seat is given up by itself, and one that has left is not offered it again", async () => {
  const options = { game: { case: "splendor", value: { seats: 3, firstSeat: 0 } } } as const;
  const BEN = { holder: { case: "principal", value: "ben" } } as const;
  const ann = await seated({ game: Game.SPLENDOR, options, seats: [ANN, ANN, BEN] });
  const { page } = ann;
  await playOnce(page);
  await page.waitForSelector(".holding.is-own.is-turn[data-seat='1']");
  await resign(page);
  await page.waitForSelector(".holding.is-gone[data-seat='1']");
  await page.waitForSelector(".prompt-head .tag:has-text('dropped out')");
  await page.click(".menu summary");
  await page.waitForSelector(".menu .picker");
  assert.equal(await page.locator(".menu-content button").count(), 0);
  const ben = new GemwrightClient(server.address, { token: "dev:ben" });
  const handle = ben.match((await page.getAttribute("[data-match]", "data-match")) ?? "");
  const [action] = await handle.legalActions();
  assert.ok(action);
  await handle.act(action);
  await page.waitForSelector(".holding.is-own.is-turn[data-seat='0']");
  await page.click(".bar-title");
  await resign(page);
  await page.waitForSelector(".ending");
  await ann.leave();
});

async function seated(spec: MatchSpec): Promise<Person> {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const { match } = await client.matches.create(spec);
  const address = `${server.address}#match=${match?.match}`;
  return Person.at(browser, address, { name: "ann" });
}

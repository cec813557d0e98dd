// The network is cut, the server dies: the page says so, and goes on where it was.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launched, Person } from "./browser.js";
import { OWN_TURN, playOnce } from "./playing.js";
import { TestServer } from "./server.js";
import { begin } from "./starting.js";

let server: TestServer;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([TestServer.started("--fsync", "always"), launched()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

test("a server that is killed and started again goes on with the match", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Duel", against: "Easy bot" });
  await playOnce(ann.page);
  await playOnce(ann.page);
  await ann.page.waitForSelector(OWN_TURN);
  const before = await story(ann.page);
  const place = await ann.page.locator(".board").boundingBox();
  await server.kill();
  await ann.page.waitForSelector(".notice.is-bad");
  assert.deepEqual(await ann.page.locator(".board").boundingBox(), place, "the table was shifted");
  await server.start();
  await ann.page.waitForSelector(".notice.is-bad", { state: "detached", timeout: PATIENCE_MS });
  assert.deepEqual(await story(ann.page), before);
  await playOnce(ann.page);
  await hasMoreThan(ann.page, before.length);
  await ann.leave();
});

test("a move that is confirmed while no server is there arrives once it is back", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Splendor", against: "Easy bot" });
  await ann.page.waitForSelector(OWN_TURN);
  const before = await story(ann.page);
  await server.kill();
  await playOnce(ann.page);
  await ann.page.waitForSelector(".prompt-sending");
  await server.start();
  await hasMoreThan(ann.page, before.length);
  assert.equal(await ann.page.locator(".complaint").count(), 0);
  await ann.leave();
});

test("a server that hangs is told of soon, and the move counts once it goes on", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Splendor", against: "Easy bot" });
  await page.waitForSelector(OWN_TURN);
  const before = await story(page);
  server.freeze();
  await playOnce(page);
  await page.waitForSelector(".prompt-sending", { timeout: SOON_MS });
  await page.waitForSelector(".prompt .notice:has-text('sent again')", { timeout: LONG_MS });
  assert.equal(await page.locator(".complaint").count(), 0);
  server.goOn();
  await page.waitForSelector(OWN_TURN, { timeout: PATIENCE_MS });
  assert.equal(await page.locator(".prompt .notice").count(), 0);
  const own = (await story(page)).slice(0, -before.length || undefined);
  assert.equal(own.filter((told) => !told.startsWith("Easy bot")).length, 1, own.join("\n"));
  await ann.leave();
});

test("who presses Play where no server is hears of it, may give up, and gets the match later", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await page.waitForSelector(".play");
  await server.kill();
  await page.click(".play");
  await page.waitForSelector(".play:disabled:has-text('One moment')", { timeout: SOON_MS });
  await page.waitForSelector(".notice:has-text('No server answers')", { timeout: LONG_MS });
  await page.click(".give-up");
  await page.waitForSelector(".play:enabled:has-text('Play')", { timeout: SOON_MS });
  assert.equal(await page.locator(".notice, .give-up").count(), 0);
  await page.click(".play");
  await server.start();
  await page.waitForSelector(".table", { timeout: PATIENCE_MS });
  await ann.leave();
});

test("a match is watched on after the network was away", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Duel", against: "People you invite", name: "ann" });
  const invitation = await ann.page.locator(".link input").first().inputValue();
  const ben = await Person.at(browser, invitation);
  await ben.page.fill("input[name=name]", "ben");
  await ben.page.click("button[type=submit]");
  await ben.page.waitForSelector(".table");
  const [first, second] = (await ann.page.locator(OWN_TURN).count()) ? [ann, ben] : [ben, ann];
  await second.context.setOffline(true);
  await playOnce(first.page);
  await second.context.setOffline(false);
  await second.page.waitForSelector(OWN_TURN, { timeout: PATIENCE_MS });
  await playOnce(second.page);
  await first.page.waitForSelector(OWN_TURN, { timeout: PATIENCE_MS });
  assert.deepEqual(await story(first.page), await story(second.page));
  await Promise.all([ann.leave(), ben.leave()]);
});

const PATIENCE_MS = 30_000;
/** At once, for a person. */
const SOON_MS = 1_000;
/** The 3 s after which a person is told, and what a busy machine needs. */
const LONG_MS = 5_000;

async function story(page: Page): Promise<string[]> {
  return page.locator(".story li").allTextContents();
}

async function hasMoreThan(page: Page, number: number): Promise<void> {
  await page.waitForFunction(
    (least) => document.querySelectorAll(".story li").length > least,
    number,
    { timeout: PATIENCE_MS },
  );
}

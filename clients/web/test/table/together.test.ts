// Several people at one table: an invitation, two browsers against each other, somebody who watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Person, PHONE } from "./browser.js";
import { isOver, OWN_TURN, playOnce, resign } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin } from "./starting.js";

const MOVES = 12;

test("an invitation brings a second player, a link a spectator, and all see the same", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Duel", against: "People you invite", name: "ann" });
  const [invitation = "", lookingOn = ""] = await links(ann.page);
  const ben = await Person.at(browser, invitation, { size: PHONE });
  await ben.page.waitForSelector(".seats");
  assert.match((await ben.page.textContent(".seats")) ?? "", /ann/);
  await ben.page.fill("input[name=name]", "ben");
  await ben.page.click("button[type=submit]");
  await ben.page.waitForSelector(".table");
  assert.ok(!ben.page.url().includes("join"), "the invitation stays in the address");
  const cleo = await Person.at(browser, lookingOn);
  await cleo.page.waitForSelector(".table");
  for (let move = 0; move < MOVES; move++) await playOnce(await whoseTurn(ann.page, ben.page));
  await Promise.all([ann, ben, cleo].map(({ page }) => hasMoves(page, MOVES)));
  assert.deepEqual(await scores(ben.page), await scores(ann.page));
  assert.deepEqual(await scores(cleo.page), await scores(ann.page));
  assert.equal(await cleo.page.locator(".is-open, .is-chosen, .confirm, .choice").count(), 0);
  await resign(ben.page);
  for (const [{ page }, told] of [
    [ann, /^You win\.A player resigned/],
    [ben, /^You lose\. ann wins\.A player resigned/],
    [cleo, /^ann wins\.A player resigned/],
  ] as const) {
    await page.waitForSelector(".ending");
    assert.match((await page.textContent(".prompt-head")) ?? "", told);
  }
  await Promise.all([ann, ben, cleo].map((person) => person.leave()));
});

test("who comes too late is told that the invitation was used", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, {
    game: "Splendor",
    players: 3,
    against: "People you invite",
    name: "ann",
  });
  const [invitation = ""] = await links(ann.page);
  for (const [name, isWelcome] of [
    ["ben", true],
    ["cleo", false],
  ] as const) {
    const person = await Person.at(browser, invitation);
    await person.page.fill("input[name=name]", name);
    await person.page.click("button[type=submit]");
    if (isWelcome) await person.page.waitForSelector("h2:has-text('Waiting')");
    else await isTooLate(person.page, "opens no seat");
    await person.leave();
  }
  await ann.leave();
});

test("who opens an invitation to a full table may watch, begin another match, or come back", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Duel", against: "People you invite", name: "ann" });
  const [invitation = ""] = await links(ann.page);
  const ben = await Person.at(browser, invitation);
  await ben.page.fill("input[name=name]", "ben");
  await ben.page.click("button[type=submit]");
  await ben.page.waitForSelector(".table");
  const cleo = await Person.at(browser, invitation);
  await isTooLate(cleo.page, "is taken");
  await cleo.page.click("text=Watch the match");
  await cleo.page.waitForSelector(".table .tag:has-text('watching')");
  await ben.page.goto("about:blank");
  await ben.page.goto(invitation);
  await isTooLate(ben.page, "is taken");
  await ben.page.click(".claim");
  await ben.page.fill("input[name=name]", "ben");
  await ben.page.click("button[type=submit]");
  await ben.page.waitForSelector(".table .holding.is-own");
  await Promise.all([ann, ben, cleo].map((person) => person.leave()));
});

test("that a link was copied is said, and where it was not, it is there to be copied by hand", async () => {
  const ann = await Person.at(browser, server.address);
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page } = ann;
  await begin(page, { game: "Duel", against: "People you invite", name: "ann" });
  const [invitation = ""] = await links(page);
  await page.click(".link button >> nth=0");
  await page.waitForSelector(".link-state:has-text('The link is copied')");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), invitation);
  for (const spoil of [refuseClipboard, removeClipboard]) {
    await page.reload();
    await page.waitForSelector(".link");
    await page.evaluate(spoil);
    await page.click(".link button >> nth=0");
    await page.waitForSelector(".link-state:has-text('by hand')");
    assert.equal(await page.evaluate(selectedText), invitation);
  }
  await ann.leave();
});

/** Run in the page. */
function refuseClipboard(): void {
  navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
}
function removeClipboard(): void {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
}
function selectedText(): string {
  const field = document.activeElement as HTMLInputElement;
  return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
}

/** It is said that it is too late, no button joins, and there are ways on. */
async function isTooLate(page: Page, said: string): Promise<void> {
  await page.waitForSelector(`.complaint:has-text('${said}')`);
  assert.equal(await page.locator("button[type=submit]").count(), 0);
  const ways = await page.locator(".ways > *").allTextContents();
  assert.deepEqual(ways, ["Watch the match", "New match", "It is my seat"]);
}

/** The links that are to be sent: for each open seat, and to watch. */
async function links(page: Page): Promise<string[]> {
  await page.waitForSelector(".link input");
  return page
    .locator(".link input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
}

async function whoseTurn(...pages: Page[]): Promise<Page> {
  return Promise.any(
    pages.map(async (page) => {
      await page.waitForSelector(OWN_TURN);
      return page;
    }),
  );
}

async function hasMoves(page: Page, number: number): Promise<void> {
  await page.waitForFunction(
    (least) => document.querySelectorAll(".story li").length > least,
    number,
  );
  assert.equal(await isOver(page), false);
}

/** What everybody has, seat by seat. */
async function scores(page: Page): Promise<string[]> {
  const seats = page.locator(".holding");
  const found = await seats.evaluateAll((all) =>
    all.map((one) => {
      const numbers = [...one.querySelectorAll(".figure-number, .token-number, .bonus-number")];
      const said = numbers.map((number) => number.textContent);
      return `${(one as HTMLElement).dataset["seat"]}: ${said.join(" ")}`;
    }),
  );
  return found.sort();
}

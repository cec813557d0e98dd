// Who may take a seat, how long it is held open, and what somebody who was not there can check.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Person } from "./browser.js";
import { OWN_TURN, playOnce, resign } from "./playing.js";
import { TestServer } from "./server.js";
import { browser, server } from "./stage.js";
import { begin, type Choices } from "./starting.js";

const FRIENDS: Choices = { game: "Duel", against: "People you invite", name: "ann" };

test("nobody takes a seat by a name that sits in the match already, but may come back to its own", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, FRIENDS);
  const [invitation = ""] = await links(ann.page);
  const ben = await Person.at(browser, invitation);
  await ben.page.fill("input[name=name]", "ann");
  await ben.page.waitForSelector(".field-hint:has-text('ann already sits in this match')");
  assert.equal(await ben.page.isEnabled("button[type=submit]"), false);
  await ben.page.fill("input[name=name]", "ben");
  assert.equal(await ben.page.locator(".field-hint").count(), 0);
  const other = await Person.at(browser, invitation);
  await other.page.fill("input[name=name]", "ann");
  await other.page.click(".claim");
  await other.page.waitForSelector("h2:has-text('Waiting')");
  assert.match((await other.page.textContent(".seats")) ?? "", /open seat/);
  await ben.page.click("button[type=submit]");
  for (const { page } of [ann, ben, other]) await page.waitForSelector(".holding.is-own");
  await Promise.any([ann, ben].map(({ page }) => playOnce(page)));
  await Promise.all([ann, ben, other].map((person) => person.leave()));
});

test("what a name may be is said where one is asked for, and no other is taken", async () => {
  const ann = await Person.at(browser, server.address);
  await ann.page.waitForSelector(".play");
  await refusesNames(ann.page);
  await begin(ann.page, FRIENDS);
  const [invitation = ""] = await links(ann.page);
  const ben = await Person.at(browser, invitation);
  await ben.page.waitForSelector(".play");
  await refusesNames(ben.page);
  await Promise.all([ann, ben].map((person) => person.leave()));
});

test("a deal is called honest only where the commitment was kept, and moves are not called checked", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, { game: "Duel", name: "ann" });
  await ann.page.waitForSelector(OWN_TURN);
  await resign(ann.page);
  const cleo = await Person.at(browser, ann.page.url());
  for (const [{ page }, mood, said] of [
    [
      ann,
      "good",
      /^The deal was honest: .* Whether the moves were legal, and who won, was not looked at.*$/,
    ],
    [
      cleo,
      "open",
      /this browser kept none .* Whether the moves were legal, and who won, was not looked at.*$/,
    ],
  ] as const) {
    await page.click("text=Check the deal");
    await page.waitForSelector(`.verdict.is-${mood}`);
    assert.match((await page.textContent(".verdict")) ?? "", said);
  }
  await Promise.all([ann, cleo].map((person) => person.leave()));
});

test("a match that closes takes its invitations back, also from a page that lies open", async (context) => {
  const hasty = await TestServer.started("--join-deadline", "8s");
  context.after(() => hasty.stop());
  const ann = await Person.at(browser, hasty.address);
  await begin(ann.page, FRIENDS);
  const [invitation = ""] = await links(ann.page);
  const ben = await Person.at(browser, invitation, {
    prepare: ({ clock }) => clock.install(),
  });
  for (const { page } of [ann, ben]) await page.waitForSelector("text=/Closes: .*\\d:\\d\\d/");
  await ben.page.waitForSelector("button[type=submit]");
  await ann.page.waitForSelector("h2:has-text('not everybody came')");
  assert.equal(await ann.page.locator(".link, :text('Closes:')").count(), 0);
  await ben.page.clock.fastForward(LOOK_MS);
  await ben.page.waitForSelector(".complaint:has-text('not everybody came')");
  assert.equal(await ben.page.locator("button[type=submit]").count(), 0);
  await ann.page.click("main >> text=New match");
  await ann.page.waitForSelector(".play");
  await Promise.all([ann, ben].map((person) => person.leave()));
});

test("invitations are there in every tab of the browser, until the match is dealt", async () => {
  const ann = await Person.at(browser, server.address);
  await begin(ann.page, FRIENDS);
  const found = await links(ann.page);
  const tab = await ann.context.newPage();
  await tab.goto(ann.page.url());
  assert.deepEqual(await links(tab), found);
  assert.equal((await ann.page.evaluate(keptKeys)).length, 1);
  const ben = await Person.at(browser, found[0] ?? "");
  await ben.page.fill("input[name=name]", "ben");
  await ben.page.click("button[type=submit]");
  for (const page of [ann.page, tab]) await page.waitForSelector(".table");
  assert.deepEqual(await ann.page.evaluate(keptKeys), []);
  await Promise.all([ann, ben].map((person) => person.leave()));
});

async function refusesNames(page: Page): Promise<void> {
  for (const [name, isWrong] of [
    ["", false],
    ["a b", true],
    ["bot:me", true],
  ] as const) {
    await page.fill("input[name=name]", name);
    const hint = isWrong ? ".field-hint.is-wrong" : ".field-hint:not(.is-wrong)";
    await page.waitForSelector(`${hint}:has-text('without spaces')`);
    assert.equal(await page.getAttribute("input[name=name]", "aria-invalid"), String(isWrong));
    assert.equal(await page.isEnabled("button[type=submit]"), false);
  }
  await page.fill("input[name=name]", "dora");
  assert.equal(await page.locator(".field-hint").count(), 0);
  assert.equal(await page.isEnabled("button[type=submit]"), true);
}

/** More than a page lets pass between two looks at a match. */
const LOOK_MS = 16_000;

/** Runs in the page. */
function keptKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.includes("invitation"));
}

/** The links that are to be sent: for each open seat, and to watch. */
async function links(page: Page): Promise<string[]> {
  await page.waitForSelector(".link input");
  return page
    .locator(".link input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
}

// A match is played again: whoever has played hears of it, and all meet in the same match.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import { Game } from "../../src/client/messages.js";
import { Person, PHONE } from "./browser.js";
import { browser, server } from "./stage.js";

test("whom a rematch was begun with is told of it, and a link leads there", async () => {
  const id = await played();
  const [ann, ben] = await Promise.all([at(id, "ann"), at(id, "ben")]);
  assert.equal(await ben.page.locator(".rematch").count(), 0);
  await ann.page.click("text=Rematch");
  await ann.page.waitForSelector(".holding.is-own");
  await ben.page.waitForSelector(".rematch[role=status]:has-text('A rematch has begun.')");
  assert.equal(await ben.page.locator("button:has-text('Rematch')").count(), 0);
  await ben.page.click("text=Go to the rematch");
  await ben.page.waitForSelector(`.table:not([data-match='${id}']) .holding.is-own`);
  assert.equal(ben.page.url(), ann.page.url());
  const cleo = await Person.at(browser, ann.page.url(), { name: "cleo" });
  await cleo.page.waitForSelector(".tag:has-text('watching')"); // as in the match before
  await Promise.all([ann, ben, cleo].map((person) => person.leave()));
});

test("two who press Rematch at once play the same match", async () => {
  const id = await played();
  const people = await Promise.all([at(id, "ann"), at(id, "ben")]);
  await Promise.all(people.map(({ page }) => page.evaluate(pressRematch)));
  await Promise.all(people.map(({ page }) => isElsewhere(page, id)));
  const [one, other] = people.map(({ page }) => page.url());
  assert.equal(one, other);
  await Promise.all(people.map((person) => person.leave()));
});

test("who has only watched is not offered a seat that is not there", async () => {
  const cleo = await at(await played(), "cleo");
  assert.equal(await cleo.page.locator("button:has-text('Check the deal')").count(), 1);
  assert.equal(await cleo.page.locator("button:has-text('Rematch')").count(), 0);
  await cleo.leave();
});

/** Runs in the page. */
function pressRematch(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(".ending button")];
  buttons.find((button) => button.textContent === "Rematch")?.click();
}

async function isElsewhere(page: Page, id: string): Promise<void> {
  await page.waitForSelector(`.table:not([data-match='${id}']) .holding.is-own`);
}

/** A match between ann and ben that is over. */
async function played(): Promise<string> {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const { match } = await client.matches.create({
    game: Game.DUEL,
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } })),
    spectators: { allowed: true },
  });
  const id = match?.match ?? "";
  await client.match(id).resign();
  return id;
}

async function at(id: string, name: string): Promise<Person> {
  const person = await Person.at(browser, `${server.address}#match=${id}`, { name, size: PHONE });
  await person.page.waitForSelector(".ending");
  return person;
}

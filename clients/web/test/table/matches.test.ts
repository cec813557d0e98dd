// Whole matches, played on the table by pressing what it offers.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { DESKTOP, Person, type PersonOptions, PHONE } from "./browser.js";
import { playToEnd } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin, type Choices } from "./starting.js";

const MATCHES: readonly (readonly [Choices, PersonOptions])[] = [
  [{ game: "Duel" }, { size: DESKTOP }],
  [{ game: "Duel" }, { size: PHONE, scheme: "dark" }],
  [{ game: "Duel with The Counterfeiters" }, { size: DESKTOP, scheme: "dark" }],
  [{ game: "Duel with The Counterfeiters" }, { size: PHONE }],
  [{ game: "Splendor", players: 2 }, { size: PHONE }],
  [{ game: "Splendor", players: 4 }, { size: DESKTOP }],
];

for (const [choices, options] of MATCHES) {
  const where = options.size === PHONE ? "a phone" : "a desktop";
  test(`a match of ${choices.game} against bots on ${where}`, async () => {
    const person = await Person.at(browser, server.address, options);
    await begin(person.page, choices);
    assert.ok((await playToEnd(person.page)) > 10);
    assert.match(await headline(person.page), /^(You win|You lose|A draw)/);
    await nothingIsWider(person.page);
    await person.leave();
  });
}

async function headline(page: Page): Promise<string> {
  return (await page.locator(".prompt-head strong").textContent()) ?? "";
}

/** Nobody has to scroll sideways. */
async function nothingIsWider(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok((content ?? 0) <= (screen ?? 0), `${content} of ${screen} pixels`);
}

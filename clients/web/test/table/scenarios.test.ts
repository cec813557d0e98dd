// Every scenario on the table: what it is there for can be seen, and played by pointing at it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import type { Scenario } from "../../src/client/messages.js";
import { choicesOf, type Part } from "../../src/table/choosing/choice.js";
import { DESKTOP, Person, PHONE } from "./browser.js";
import { OWN_TURN } from "./playing.js";
import { browser, server } from "./stage.js";

const SCENARIOS = 49;

test("every scenario is shown, and what it is for can be played", async (context) => {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const scenarios = await client.catalogue.scenarios();
  assert.equal(scenarios.length, SCENARIOS);
  const people = await Promise.all(
    [DESKTOP, PHONE].map((size) => Person.at(browser, server.address, { size, name: "ann" })),
  );
  for (const [place, scenario] of scenarios.entries()) {
    const { page } = people[place % people.length] as Person;
    await context.test(scenario.scenario, () => tryOut(scenario, client, page));
  }
  for (const person of people) await person.leave();
});

test("a scenario is opened from the start screen", async () => {
  const ann = await Person.at(browser, server.address, { name: "ann" });
  await ann.page.click(".scenarios summary");
  await ann.page.click("[data-scenario='duel-royal-choice']");
  await ann.page.waitForSelector(".table");
  await ann.leave();
});

test("a purchase that can be paid in several ways is paid as chosen", async () => {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const scenario = (await client.catalogue.scenarios()).find(
    (one) => one.scenario === "counterfeiters-discounts",
  );
  assert.ok(scenario?.action);
  const { match } = await client.matches.create({ scenario: scenario.scenario });
  const ann = await Person.at(browser, `${server.address}#match=${match?.match}`, { name: "ann" });
  await ann.page.waitForSelector(OWN_TURN);
  const [choice] = choicesOf([scenario.action]);
  for (const part of choice?.parts ?? []) await point(ann.page, part);
  const payments = ann.page.locator(".payment");
  await payments.nth(1).click();
  const isGold = (await payments.nth(1).locator(".tone-gold").count()) > 0;
  assert.ok(isGold, "the second way to pay spends gold");
  await ann.page.click(".confirm");
  await ann.page.waitForSelector(".story li:has-text('Gold')");
  await ann.leave();
});

async function tryOut(scenario: Scenario, client: GemwrightClient, page: Page): Promise<void> {
  const { match } = await client.matches.create({ scenario: scenario.scenario });
  await page.goto(`${server.address}#match=${match?.match}`);
  await page.waitForSelector(`[data-match='${match?.match}'].table`);
  if (scenario.action === undefined) return;
  await page.waitForSelector(OWN_TURN);
  const [choice] = choicesOf([scenario.action]);
  assert.ok(choice, "an action that the table does not know");
  for (const part of choice.parts) await point(page, part);
  await page.click(".confirm");
  await page.waitForFunction(() => document.querySelectorAll(".story li").length > 0);
  assert.equal(await page.locator(".complaint").count(), 0);
}

/** Point at a part of an action, unless it goes without saying. */
async function point(page: Page, part: Part): Promise<void> {
  const target = page.locator(`[data-part='${part}']`).first();
  if (!(await target.count()) && part.startsWith("verb:")) return;
  const isChosen = (await target.getAttribute("aria-pressed")) === "true";
  const isTwice = part.startsWith("supply:");
  if (!isChosen || isTwice) await target.click();
}

// The table without a mouse, without seeing it, in each language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import { DESKTOP, Person, PHONE } from "./browser.js";
import { OWN_TURN, playOnce, resign } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin } from "./starting.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const [size, scheme] of [
  [DESKTOP, "light"],
  [PHONE, "dark"],
] as const) {
  test(`no screen of ${size.width} pixels in ${scheme} has faults that axe finds`, async () => {
    const ann = await Person.at(browser, server.address, { size, scheme });
    const { page } = ann;
    await page.waitForSelector(".play");
    await hasNoFaults(page, "start");
    await begin(page, { game: "Splendor", players: 3, against: "People you invite", name: "ann" });
    await hasNoFaults(page, "waiting");
    const ben = await Person.at(browser, await page.locator(".link input").first().inputValue(), {
      size,
      scheme,
    });
    await ben.page.waitForSelector(".seats");
    await hasNoFaults(ben.page, "joining");
    await ben.leave();
    await page.click(".brand");
    await begin(page, {
      game: "Splendor",
      players: 4,
      against: "Good bot",
      clock: "15 min each",
    });
    await page.waitForSelector(OWN_TURN);
    await hasNoFaults(page, "own turn, with clocks");
    const client = new GemwrightClient(server.address, { token: "dev:ann" });
    const { match } = await client.matches.create({ scenario: "counterfeiters-discounts" });
    await page.goto(`${server.address}#match=${match?.match}`);
    await page.click(".card.can-buy.is-full");
    const buying = page.locator("[data-part='verb:buy']:not(.is-chosen)");
    if (await buying.count()) await buying.click();
    await page.waitForSelector(".payment");
    await page.click(".menu summary");
    await hasNoFaults(page, "choosing, with the menu");
    await page.click(".menu summary");
    await resign(page);
    await page.waitForSelector(".ending");
    await page.click("text=Check the deal");
    await page.waitForSelector(".verdict.is-open");
    await hasNoFaults(page, "over");
    await page.click(".ending .primary");
    await page.waitForSelector(".replay");
    await hasNoFaults(page, "replay");
    await ann.leave();
  });
}

test("a match can be begun and a turn be played with the keyboard alone", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await page.waitForSelector(".play");
  await page.locator("input[name=name]").press("Enter");
  await page.waitForSelector(OWN_TURN);
  const before = await page.locator(".story li").count();
  await tabTo(page, ".board .spot");
  for (let row = 0; !(await isOnGem(page)); row++) {
    const way = row % 2 ? "ArrowLeft" : "ArrowRight";
    for (let step = 0; step < 4 && !(await isOnGem(page)); step++) await page.keyboard.press(way);
    if (!(await isOnGem(page))) await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".cell.is-chosen").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cell.is-chosen").count(), 0);
  await page.keyboard.press("Enter");
  if (!(await page.locator(".confirm").count()))
    await page.locator("[data-part='verb:take']").press("Enter");
  await page.locator(".cell.is-chosen").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (least) => document.querySelectorAll(".story li").length > least,
    before,
  );
  await ann.leave();
});

test("what happens and what is asked is told to those who do not see it", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Splendor", name: "ann" });
  await playOnce(page);
  await page.waitForSelector(OWN_TURN);
  const live = page.locator("[data-announcer]");
  await page.waitForFunction(() =>
    document.querySelector("[data-announcer]")?.textContent?.match(/^Good bot.*Your turn/),
  );
  assert.match((await live.textContent()) ?? "", /^Good bot .*\. Your turn Take tokens/);
  const names = await page.locator(".spot > .unseen").allTextContents();
  assert.equal(names.length, await page.locator(".spot").count());
  assert.ok(
    names.every((name) => name.length > 2),
    "a thing without a name",
  );
  assert.ok(names.some((name) => /level 1 card \(\w+\); .*cost: \d/.test(name)));
  await ann.leave();
});

const YOUR_TURN = { "en-GB": "Your turn", "fr-FR": "À vous de jouer", "es-ES": "Tu turno" };

for (const [language, text] of Object.entries(YOUR_TURN)) {
  test(`the table speaks the language of the browser: ${language}`, async () => {
    const ann = await Person.at(browser, server.address, { language });
    await ann.page.waitForSelector(".play");
    await ann.page.click(".play");
    await ann.page.waitForSelector(OWN_TURN);
    assert.match((await ann.page.textContent(".prompt-head")) ?? "", new RegExp(text));
    assert.equal(await ann.page.getAttribute("html", "lang"), language.slice(0, 2));
    const shown = (await ann.page.textContent("#table")) ?? "";
    assert.doesNotMatch(shown, /table\.|undefined|\{\w+\}/);
    await ann.leave();
  });
}

test("another language and other colours are chosen in the menu, and kept", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Duel" });
  await page.click(".menu summary");
  await page.selectOption(".menu select >> nth=0", "es");
  await page.selectOption(".menu select >> nth=1", "dark");
  await page.waitForSelector("text=Tu turno");
  await page.reload();
  await page.waitForSelector("text=Tu turno");
  assert.equal(await page.getAttribute("html", "data-scheme"), "dark");
  await ann.leave();
});

test("the menu closes with a press anywhere else, also on what cannot have the focus", async () => {
  const ann = await Person.at(browser, server.address, { size: PHONE });
  const { page } = ann;
  await begin(page, { game: "Duel" });
  await page.tap(".menu summary");
  await page.waitForSelector(".menu[open]");
  await page.tap(".menu .field-name >> nth=0");
  assert.equal(await page.locator(".menu[open]").count(), 1);
  await page.tap(".bar-title");
  assert.equal(await page.locator(".menu[open]").count(), 0);
  await ann.leave();
});

test("where the reader chooses the colours, an outline tells what is chosen and what can be", async () => {
  const ann = await Person.at(browser, server.address, { name: "ann" });
  const { page } = ann;
  await page.emulateMedia({ forcedColors: "active" });
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const { match } = await client.matches.create({ scenario: "counterfeiters-discounts" });
  await page.goto(`${server.address}#match=${match?.match}`);
  await page.waitForSelector(OWN_TURN);
  assert.equal(await outline(page, ".card.can-buy.is-full >> nth=0"), "dashed");
  await page.click(".card.can-buy.is-full >> nth=0");
  await page.waitForSelector(".payment");
  assert.equal(await outline(page, ".payment.is-chosen"), "solid");
  assert.equal(await outline(page, ".payment:not(.is-chosen) >> nth=0"), "none");
  await ann.leave();
});

test("no line of French begins with a colon", async () => {
  const ann = await Person.at(browser, server.address, { language: "fr-FR" });
  await begin(ann.page, { game: "Duel" });
  await ann.page.click(".row-cards .card >> nth=0");
  assert.match((await ann.page.textContent(".inspected")) ?? "", /coût\u00a0: \d/);
  await ann.leave();
});

function outline(page: Page, selector: string): Promise<string> {
  return page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle);
}

/** Whether the focus is on a token that can be taken. */
function isOnGem(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.activeElement?.matches(".cell.is-open:not(:has(.tone-gold))") ?? false,
  );
}

/** Press Tab until something has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

interface Faults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

async function hasNoFaults(page: Page, where: string): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<Faults> } }).axe.run(),
  );
  const told = violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
  assert.deepEqual(told, [], where);
}

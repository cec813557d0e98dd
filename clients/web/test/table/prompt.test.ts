// What the prompt says is being done, and what a small screen shows of what one has.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Person, PHONE } from "./browser.js";
import { OWN_TURN, playOnce } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin } from "./starting.js";

test("who presses a card that is too dear is told that it is reserved, and may cancel", async () => {
  const ann = await Person.at(browser, server.address);
  const { page } = ann;
  await begin(page, { game: "Duel" });
  await page.waitForSelector(OWN_TURN);
  await page.click(".row-cards .card:not(.can-buy)");
  assert.equal(await hint(page), "Reserve this card. Choose the Gold that you take with it.");
  await page.click(".cell.is-open:has(.tone-gold)");
  assert.equal(await hint(page), "Reserve this card. You take the chosen Gold with it.");
  assert.equal(await page.textContent(".confirm"), "Confirm: Reserve");
  await page.click(".clear:has-text('Cancel')");
  assert.equal(await page.locator(".is-chosen").count(), 0);
  await page.click(".back.is-open");
  assert.match(await hint(page), /^Reserve the top card of this deck/);
  await ann.leave();
});

for (const size of [{ width: 360, height: 740 }, PHONE]) {
  for (const game of ["Duel", "Duel with The Counterfeiters", "Splendor"]) {
    test(`what one has in ${game} is on the first screen of ${size.width} × ${size.height}`, async () => {
      const ann = await Person.at(browser, server.address, { size });
      const { page } = ann;
      await begin(page, { game });
      await playOnce(page);
      await page.waitForSelector(OWN_TURN);
      await page.evaluate(() => scrollTo(0, 0));
      await hasOwnStrip(page, size.height);
      await page.click(".row-cards .card >> nth=0");
      await page.waitForSelector(".inspected");
      await hasOwnStrip(page, size.height);
      await ann.leave();
    });
  }
}

/** Every figure of the own seat can be seen without scrolling, and is what the table says. */
async function hasOwnStrip(page: Page, height: number): Promise<void> {
  const strip = page.locator(".own-strip .figure");
  for (const figure of await strip.all()) {
    const box = await figure.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
  }
  const own = page.locator(".holding.is-own .figure");
  assert.deepEqual(await strip.allTextContents(), await own.allTextContents());
}

async function hint(page: Page): Promise<string> {
  return (await page.textContent(".prompt-hint")) ?? "";
}

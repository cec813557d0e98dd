// The address says what is shown, whenever it changes.

import { test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import { Game } from "../../src/client/messages.js";
import { Person } from "./browser.js";
import { browser, server } from "./stage.js";

test("an address that changes while the page is being opened is followed", async () => {
  const { match } = await begun();
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript(changeEarly, `#match=${match}`);
  };
  const ann = await Person.at(browser, server.address, { name: "ann", prepare });
  await ann.page.waitForSelector(`[data-match='${match}']`);
  await ann.leave();
});

test("back and forward lead through what was shown", async () => {
  const [first, second] = [await begun(), await begun()];
  const ann = await Person.at(browser, server.address, { name: "ann" });
  await ann.page.waitForSelector(".play");
  for (const { match } of [first, second]) {
    await ann.page.goto(`${server.address}#match=${match}`);
    await ann.page.waitForSelector(`[data-match='${match}']`);
  }
  await ann.page.goBack();
  await ann.page.waitForSelector(`[data-match='${first.match}']`);
  await ann.page.goBack();
  await ann.page.waitForSelector(".play");
  await ann.page.goForward();
  await ann.page.waitForSelector(`[data-match='${first.match}']`);
  await ann.leave();
});

async function begun(): Promise<{ match: string }> {
  const client = new GemwrightClient(server.address, { token: "dev:ann" });
  const seats = ["ann", "ben"].map((value) => ({
    holder: { case: "principal" as const, value },
  }));
  const { match } = await client.matches.create({ game: Game.DUEL, seats });
  return { match: match?.match ?? "" };
}

/** Runs in the page: the address changes with the first thing that is drawn, when nobody listens yet. */
function changeEarly(fragment: string): void {
  const drawn = new MutationObserver(() => {
    if (document.querySelector(".loading") === null) return;
    drawn.disconnect();
    location.hash = fragment;
  });
  drawn.observe(document, { childList: true, subtree: true });
}

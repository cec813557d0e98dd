// The list of one's own matches on the start screen, which nobody has to reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GemwrightClient } from "../../src/client/index.js";
import { Game } from "../../src/client/messages.js";
import { Person } from "./browser.js";
import { TestServer } from "./server.js";
import { browser, server } from "./stage.js";

const PATIENCE_MS = 30_000;

test("a match that is begun, played and ended elsewhere is told as it stands", async () => {
  const [ann, ben] = ["ann", "ben"].map(
    (name) => new GemwrightClient(server.address, { token: `dev:${name}` }),
  ) as [GemwrightClient, GemwrightClient];
  const person = await Person.at(browser, server.address, { name: "ann" });
  const { page } = person;
  await page.waitForSelector(".play");
  assert.equal(await page.locator(".own-matches li").count(), 0);
  const { match } = await ben.matches.create({
    game: Game.DUEL,
    options: { game: { case: "duel", value: { firstSeat: 1 } } },
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } })),
  });
  const line = page.locator(`.own-matches li:has(a[href*='${match?.match}'])`);
  await line.getByText("being played").waitFor();
  const [handle, other] = [ann.match(match?.match ?? ""), ben.match(match?.match ?? "")];
  const [action] = await other.legalActions();
  assert.ok(action);
  await other.act(action);
  await line.locator(".own-turn:has-text('Your turn')").waitFor();
  await handle.resign();
  await line.getByText("finished").waitFor();
  assert.equal(await page.locator(".own-turn").count(), 0);
  await person.leave();
});

test("the list goes on being renewed after the server was away", async (context) => {
  const other = await TestServer.started("--fsync", "always");
  context.after(() => other.stop());
  const person = await Person.at(browser, other.address, { name: "ann" });
  await person.page.waitForSelector(".play");
  await other.kill();
  await other.start();
  const client = new GemwrightClient(other.address, { token: "dev:ann" });
  await client.matches.create({ scenario: "duel-first-turn" });
  await person.page.waitForSelector(".own-matches .own-turn", { timeout: PATIENCE_MS });
  await person.leave();
});

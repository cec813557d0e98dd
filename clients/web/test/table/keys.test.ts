// A server with keys: a player token in the link is who one is, an invitation makes a guest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import { Game } from "../../src/client/messages.js";
import { launched, Person } from "./browser.js";
import { OWN_TURN, playOnce } from "./playing.js";
import { COMMAND, TestServer } from "./server.js";

/** Only development mode serves the table: here it comes from beside the server, as with a proxy. */
const BUILT = fileURLToPath(new URL("../../../../../server/src/gemwright/web/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gemwright-keys-"));
const keys = join(folder, "keys.json");

let server: TestServer;
let browser: Browser;
let owner: GemwrightClient;

before(async () => {
  const flags = ["keys", "new", "--keys", keys, "--owner", "club"];
  const token = /gwk_\S+/.exec(execFileSync(COMMAND, flags, { encoding: "utf8" }))?.[0] ?? "";
  [server, browser] = await Promise.all([TestServer.started("--keys", keys), launched()]);
  owner = new GemwrightClient(server.address, { token });
});
after(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("a token in the link is used and does not stay there, and a guest joins without one", async () => {
  const { match, joinTokens } = await owner.matches.create({
    game: Game.DUEL,
    seats: [
      { holder: { case: "principal", value: "ann" } },
      { holder: { case: "open", value: {} } },
    ],
  });
  const id = match?.match ?? "";
  const { token } = await owner.tokens.create("ann");
  const ann = await person(`#${new URLSearchParams({ match: id, token })}`);
  await ann.page.waitForSelector(".seats");
  assert.ok(!ann.page.url().includes("gwp_"), "the token stays in the address");
  const guest = await person(
    `#${new URLSearchParams({ match: id, join: joinTokens[0]?.token ?? "" })}`,
  );
  await guest.page.click("button[type=submit]");
  await guest.page.waitForSelector(".table");
  await ann.page.waitForSelector(".table");
  const isFirst = (await ann.page.locator(OWN_TURN).count()) > 0;
  const [first, second] = isFirst ? [ann, guest] : [guest, ann];
  await playOnce(first.page);
  await playOnce(second.page);
  await guest.page.reload();
  await guest.page.waitForSelector(".holding.is-own");
  await Promise.all([ann.leave(), guest.leave()]);
});

test("a token that is refused is told as that, and not kept", async () => {
  const { match } = await owner.matches.create({
    game: Game.DUEL,
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } })),
    spectators: { allowed: true },
  });
  const nobody = await person(
    `#${new URLSearchParams({ match: match?.match ?? "", token: "gwp_x" })}`,
  );
  const { page } = nobody;
  await page.waitForSelector(".complaint:has-text('after token=')");
  assert.equal(await page.evaluate(() => sessionStorage.getItem("gemwright.token")), null);
  await page.click("button:has-text('Go on without it')");
  await page.waitForSelector(".seats, .table");
  await page.reload();
  await page.waitForSelector(".seats, .table");
  assert.equal(await page.locator(".complaint").count(), 0);
  await nobody.leave();
});

test("a refused token does not keep anybody from taking a seat as a guest", async () => {
  const { match, joinTokens } = await owner.matches.create({
    game: Game.DUEL,
    seats: [
      { holder: { case: "principal", value: "ann" } },
      { holder: { case: "open", value: {} } },
    ],
  });
  const join = joinTokens[0]?.token ?? "";
  const said = new URLSearchParams({ match: match?.match ?? "", join, token: "gwp_x" });
  const guest = await person(`#${said}`);
  await guest.page.click("button:has-text('Go on without it')");
  await guest.page.click("button[type=submit]");
  await guest.page.waitForSelector(".holding.is-own");
  await guest.leave();
});

test("without a token there is nothing to begin, and that is said", async () => {
  const nobody = await person("");
  await nobody.page.waitForSelector("text=Open the link that you were given");
  await nobody.leave();
});

function person(fragment: string): Promise<Person> {
  return Person.at(browser, server.address + fragment, { prepare: serveTable });
}

async function serveTable(context: BrowserContext): Promise<void> {
  for (const name of ["index.html", "table.js", "table.css"]) {
    const path = name === "index.html" ? "" : name;
    const body = readFileSync(join(BUILT, name));
    const contentType =
      { html: "text/html", css: "text/css" }[name.split(".")[1] ?? ""] ?? "text/javascript";
    await context.route(server.address + path, (route) => route.fulfill({ body, contentType }));
  }
}

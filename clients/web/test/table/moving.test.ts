// What happens is seen moving, unless somebody wants no motion.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Person } from "./browser.js";
import { OWN_TURN, playOnce } from "./playing.js";
import { browser, server } from "./stage.js";
import { begin } from "./starting.js";

for (const isMoving of [true, false]) {
  test(`tokens ${isMoving ? "fly to who takes them" : "do not fly where motion is unwanted"}`, async () => {
    const ann = await Person.at(browser, server.address, { isMoving });
    await begin(ann.page, { game: "Duel" });
    await ann.page.waitForSelector(OWN_TURN);
    await ann.page.evaluate(countGhosts);
    const before = await ann.page.locator(".story li").count();
    await playOnce(ann.page);
    await ann.page.waitForFunction(
      (least) => document.querySelectorAll(".story li").length > least,
      before,
    );
    await ann.page.waitForSelector(OWN_TURN);
    const ghosts = await ann.page.evaluate(() => Number(document.body.dataset["ghosts"]));
    assert.equal(ghosts > 0, isMoving, `${ghosts} flew`);
    await ann.page.waitForSelector(".ghost", { state: "detached" });
    await ann.leave();
  });
}

/** Runs in the page. */
function countGhosts(): void {
  document.body.dataset["ghosts"] = "0";
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    const ghosts = added.filter((node) => (node as Element).className === "ghost");
    document.body.dataset["ghosts"] = String(
      Number(document.body.dataset["ghosts"]) + ghosts.length,
    );
  }).observe(document.body, { childList: true });
}

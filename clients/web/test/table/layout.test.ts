// Nothing on the table is pushed away or cut off by a long name, a clock, or another language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import type { Page } from "playwright-core";
import { GemwrightClient } from "../../src/client/index.js";
import {
  Game,
  OptionsSchema,
  type TimeControl,
  TimeControlSchema,
} from "../../src/client/messages.js";
import { DESKTOP, Person, PHONE } from "./browser.js";
import { OWN_TURN } from "./playing.js";
import { browser, server } from "./stage.js";

const LAPTOP = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
/** A phone on its side. */
const LYING = { width: 844, height: 390 };
/** What a screen reader tells of a scroll, a crown and a star, as French writes it. */
const FRENCH_FIGURE = /^(Privilèges|Couronnes?|Points de prestige) : [01]$/i;
/** With a limit of days the clock is as wide as it gets. */
const LIMIT_MS = 9.99 * 24 * 3_600_000;

for (const size of [DESKTOP, LAPTOP, TABLET, PHONE]) {
  for (const game of [Game.DUEL, Game.DUEL_COUNTERFEITERS, Game.SPLENDOR] as const) {
    test(`long names and clocks fit in ${Game[game]} at ${size.width} pixels`, async () => {
      const names = namesOf(game);
      const ann = await seated(names, { game, ...CLOCK }, { size });
      assert.deepEqual(await misfits(ann.page), []);
      await ann.page.locator(".holding .figure-number").evaluateAll(grow);
      assert.deepEqual(await misfits(ann.page), [], "late in a match");
      const titles = await ann.page.locator(".holding-who").evaluateAll(titlesOf);
      assert.deepEqual(titles.sort(), names.toSorted());
      await ann.leave();
    });
  }
}

for (const size of [PHONE, TABLET, LYING]) {
  test(`one's own clock runs where it is always seen at ${size.width} × ${size.height}`, async () => {
    const client = new GemwrightClient(server.address, { token: "dev:ann" });
    const { match } = await client.matches.create({ scenario: "duel-clock-running-out" });
    const options = { size, name: "ann" };
    const ann = await Person.at(browser, `${server.address}#match=${match?.match}`, options);
    await ann.page.waitForSelector(OWN_TURN);
    await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const clock = ann.page.locator(".own-strip .clock.is-running");
    const box = await clock.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= size.height, JSON.stringify(box));
    assert.match((await clock.textContent()) ?? "", /^0:\d\d$/);
    const asked = await ann.page.locator(".prompt-asked").boundingBox();
    const isFree = asked && (asked.x + asked.width <= box.x || asked.y >= box.y + box.height);
    assert.ok(isFree || size === PHONE, "the clock lies on what is asked");
    await ann.leave();
  });
}

test("a match without clocks has none beside what one has", async () => {
  const ann = await seated(["ann", "ben"], { game: Game.DUEL }, { size: PHONE });
  assert.equal(await ann.page.locator(".own-strip .clock").count(), 0);
  await ann.leave();
});

/** Between them every royal card lies face up. */
const ROYALS = [
  "duel-first-turn",
  "counterfeiters-second-reserve",
  "counterfeiters-royal-choice",
  "counterfeiters-take-four-of-a-kind",
];

for (const language of ["en-GB", "fr-FR", "es-ES"]) {
  for (const size of [DESKTOP, PHONE, { width: 360, height: 740 }]) {
    test(`no word on a card is cut off at ${size.width} pixels: ${language}`, async () => {
      const client = new GemwrightClient(server.address, { token: "dev:ann" });
      const ann = await Person.at(browser, server.address, { size, language, name: "ann" });
      for (const scenario of ROYALS) {
        const { match } = await client.matches.create({ scenario });
        await ann.page.goto(`${server.address}#match=${match?.match}`);
        await ann.page.waitForSelector(`[data-match='${match?.match}'] .royals .face`);
        const words = ann.page.locator(".face-ability > span");
        assert.deepEqual(await words.evaluateAll(cutOff), [], scenario);
      }
      await ann.leave();
    });
  }
}

test("figures and bonuses are told with the colon of their language", async () => {
  const names = ["ann", "ben"];
  const ann = await seated(names, { game: Game.DUEL }, { language: "fr-FR" });
  for (const figure of await ann.page.locator(".figure .unseen").allTextContents()) {
    assert.match(figure.replace(/\s/g, " "), FRENCH_FIGURE);
  }
  for (const bonus of await ann.page.locator(".bonus .unseen").allTextContents()) {
    assert.match(bonus, /^\S+\s: bonus $/i);
  }
  await ann.leave();
});

const LONG = "maximiliana-alexandrina-von-hohenstaufen";
const CLOCK = {
  timeControl: create(TimeControlSchema, {
    control: { case: "perTurn", value: { limit: durationFromMs(LIMIT_MS) } },
  }),
};

interface Spec {
  readonly game: Game;
  readonly timeControl?: TimeControl;
}

/** Of 40 and of 14 letters. */
function namesOf(game: Game): string[] {
  const others = game === Game.SPLENDOR ? ["a-longer-name1", "ben", "carl"] : ["a-longer-name1"];
  return [LONG, ...others];
}

/** The first of some names, at the table with the others. */
async function seated(
  names: readonly string[],
  spec: Spec,
  look: { size?: typeof PHONE; language?: string },
): Promise<Person> {
  const [name = ""] = names;
  const client = new GemwrightClient(server.address, { token: `dev:${name}` });
  const seats = names.map((value) => ({ holder: { case: "principal" as const, value } }));
  const game = create(OptionsSchema, {
    game: { case: "splendor", value: { seats: names.length } },
  });
  const options = spec.game === Game.SPLENDOR ? { options: game } : {};
  const { match } = await client.matches.create({ ...spec, ...options, seats });
  const person = await Person.at(browser, `${server.address}#match=${match?.match}`, {
    ...look,
    name,
  });
  await person.page.waitForSelector(".holding");
  return person;
}

/** Runs in the page: every number gets a second digit. */
function grow(figures: Element[]): void {
  for (const figure of figures) figure.textContent = "18";
}

/** Runs in the page. */
function titlesOf(all: Element[]): string[] {
  return all.map((one) => one.getAttribute("title") ?? "");
}

/** What of a holding reaches out of its panel, a panel that reaches into its neighbour, or a name that is gone. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate((leastName) => {
    const found: string[] = [];
    const panels = [...document.querySelectorAll<HTMLElement>(".holding")];
    const others = [...document.querySelectorAll(".middle, .aside"), ...panels];
    for (const panel of panels) {
      const box = panel.getBoundingClientRect();
      if (panel.scrollWidth > panel.clientWidth) found.push(`${panel.scrollWidth} wide`);
      for (const part of panel.querySelectorAll(".figure, .clock, .tag, .token, .bonus")) {
        const { left, right, bottom } = part.getBoundingClientRect();
        const isInside = left >= box.left && right <= box.right && bottom <= box.bottom;
        if (!isInside) found.push(`${part.className} reaches out`);
      }
      for (const other of others) {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        const isBeside =
          right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
        if (other !== panel && !isBeside) found.push(`over ${other.className}`);
      }
      const name = panel.querySelector(".holding-who")?.getBoundingClientRect().width ?? 0;
      if (name < leastName) found.push(`a name of ${name}`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`a page of ${scrollWidth}`);
    return found;
  }, LEAST_NAME);
}

/** In pixels: a few letters and the dots. "ben" is 25 wide. */
const LEAST_NAME = 24;

/** Runs in the page: the words that are wider than the face that they stand on. */
function cutOff(words: Element[]): string[] {
  return words.flatMap((word) => {
    const face = word.closest(".face")?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(word);
    const text = range.getBoundingClientRect();
    const isIn = face && text.left >= face.left && text.right <= face.right;
    return text.width === 0 || isIn ? [] : [`${word.textContent}`];
  });
}

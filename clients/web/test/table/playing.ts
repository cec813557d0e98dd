// Somebody who plays by what the page offers: purchases where it can, else takes as much as it may.

import type { Page } from "playwright-core";

const OVER = ".ending";
/** It is the turn of who looks, and nothing is under way. */
export const OWN_TURN = ".prompt.is-own:not(:has(.prompt-sending))";
const MOST_PRESSES = 4_000;
const PATIENCE_MS = 20_000;

/** What is pressed first, of what can be. */
const PREFERENCES = [
  ".choice[data-part='verb:buy']:not(.is-chosen)",
  ".card.can-buy.is-open",
  ".choice[data-part^='colour:']:not(.is-chosen)",
  ".choice[data-part^='number:']:not(.is-chosen)",
  ".cell.is-open:not(:has(.tone-gold))",
  ".pile.is-open",
  ".confirm",
  ".choice[data-part='verb:take']:not(.is-chosen)",
  ".choice[data-part='verb:reserve']:not(.is-chosen)",
  ".cell.is-open",
  ".token.is-open",
  ".card.is-open",
  ".back.is-open",
  ".choice:not(.is-chosen)",
] as const;

/** Play until the match is over; says how many things were pressed. */
export async function playToEnd(page: Page): Promise<number> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.waitForSelector(`${OVER}, ${OWN_TURN}`, { timeout: PATIENCE_MS });
    if (await isOver(page)) return presses;
    await pressOnce(page);
  }
  throw new Error(`not over after ${MOST_PRESSES} presses`);
}

/** Play until a move of one's own was made. */
export async function playOnce(page: Page): Promise<void> {
  await page.waitForSelector(OWN_TURN, { timeout: PATIENCE_MS });
  while (!(await pressOnce(page)));
}

/** Press the best thing there is; whether that was to confirm. */
async function pressOnce(page: Page): Promise<boolean> {
  const pressed = await page.evaluate(pressBest, [...PREFERENCES]);
  if (pressed.isCovered) throw new Error(`${pressed.selector} is covered by something else`);
  return pressed.selector === ".confirm";
}

/** Runs in the page, in one go; what a finger would not reach is not pressed. */
function pressBest(selectors: readonly string[]): { selector: string; isCovered: boolean } {
  for (const selector of selectors) {
    const best = document.querySelector<HTMLElement>(selector);
    if (best === null) continue;
    best.scrollIntoView({ block: "center" });
    const { x, y, width, height } = best.getBoundingClientRect();
    const isCovered = !best.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    if (!isCovered) best.click();
    return { selector, isCovered };
  }
  return { selector: "", isCovered: false };
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator(OVER).count()) > 0;
}

export async function resign(page: Page): Promise<void> {
  await page.click(".menu summary");
  await page.click(".menu-content button");
  await page.click(".sure .danger");
}

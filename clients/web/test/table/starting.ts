// The start screen, filled in.

import type { Page } from "playwright-core";

export interface Choices {
  readonly game: string;
  readonly players?: number;
  readonly against?: string;
  readonly clock?: string;
  readonly name?: string;
}

/** Begin a match by what the start screen says; the table, or who is waited for, is shown then. */
export async function begin(page: Page, choices: Choices): Promise<void> {
  await page.waitForSelector(".play");
  for (const choice of [choices.game, choices.players, choices.against, choices.clock]) {
    if (choice !== undefined) {
      await page.locator(".option").getByText(String(choice), { exact: true }).click();
    }
  }
  if (choices.name !== undefined) await page.fill("input[name=name]", choices.name);
  await page.click(".play");
  await page.waitForSelector(".table, .seats");
}

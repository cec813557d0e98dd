// Debian's Chromium, driven from outside, as a person would use it.

import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launched(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface PersonOptions {
  readonly size?: { width: number; height: number };
  readonly language?: string;
  /** The name that was chosen before. */
  readonly name?: string;
  readonly scheme?: "light" | "dark";
  /** What is to be done before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
  /** Whether things are seen moving; matches are played faster without. */
  readonly isMoving?: boolean;
}

/** A person with a browser of their own: nothing is shared with the others. */
export class Person {
  /** What the page complained of; a test that ends well has heard nothing. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  static async at(browser: Browser, address: string, options: PersonOptions = {}): Promise<Person> {
    const { size = DESKTOP, language = "en-GB", scheme = "light", isMoving = false } = options;
    const context = await browser.newContext({
      viewport: size,
      locale: language,
      colorScheme: scheme,
      reducedMotion: isMoving ? "no-preference" : "reduce",
      hasTouch: size.width < 700,
    });
    if (options.name !== undefined) await context.addInitScript(remember, options.name);
    await options.prepare?.(context);
    const person = new Person(context, await context.newPage());
    await person.page.goto(address);
    return person;
  }

  async leave(): Promise<void> {
    await this.context.close();
    if (this.complaints.length > 0) throw new Error(this.complaints.join("\n"));
  }
}

/** Runs in the page. */
function remember(name: string): void {
  localStorage.setItem("gemwright.name", name);
}

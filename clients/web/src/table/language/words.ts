// The words of the table, in the language of its reader. The server tells all of them: the terms of
// its games, and those of `../words`, which are built into it.

import { LANGUAGE_NAMES } from "./languages.js";

export { LANGUAGE_NAMES };
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

export type Values = Readonly<Record<string, string | number>>;

/** Where French has a space that no line may end at. */
const LOOSE = / (?=[:;!?»])|(?<=«) /g;

export class Words {
  constructor(
    readonly language: Language,
    private readonly texts: ReadonlyMap<string, string>,
  ) {}

  /** The text of a key, its places filled; the key itself where a server has no word for it. */
  say(key: string, values: Values = {}): string {
    const text = this.find(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  }

  /** The text of a key, or nothing. */
  find(key: string): string | undefined {
    return this.texts.get(key)?.replace(LOOSE, "\u00a0");
  }

  /** The text of a key, to begin a line with. */
  begin(key: string, values: Values = {}): string {
    return capitalised(this.say(key, values));
  }

  /** What something is, after what it is called. */
  pair(name: string, value: string | number): string {
    return this.say("table.pair", { name, value });
  }

  /** Several things in a row, as this language joins them. */
  list(things: readonly string[]): string {
    return new Intl.ListFormat(this.language, { type: "conjunction" }).format(things);
  }
}

export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The language of whom this device is: the one it prefers among those there are. */
export function languageOfDevice(preferred: readonly string[] = navigator.languages): Language {
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  const found = known.map((tag) => LANGUAGES.find((language) => language === tag));
  return found.find((language) => language !== undefined) ?? "en";
}

// Lists the languages of the table: `node languages.mjs [--check]`, which the build does too.
//
// A language is a file of words of the server, where its names stand, and one of src/table/words.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const LIST = "clients/web/src/table/language/languages.ts";
const ENGLISH = "en";
const TEXT = `// Made by languages.mjs from the files of words; run: make web

export const LANGUAGE_NAMES = {
$names
} as const;
`;

/** Writes the list, or only says whether it is what would be written. */
export function languages(top, isCheck) {
  const codes = readdirSync(join(top, "clients/web/src/table/words")).map((name) =>
    basename(name, ".json"),
  );
  const found = codes.map((code) => ({ code, ...namesOf(top, code) })).sort(inOrder);
  const lines = found.map(({ code, name }) => `  ${code}: ${JSON.stringify(name)},`);
  const text = TEXT.replace("$names", lines.join("\n"));
  if (!isCheck) writeFileSync(join(top, LIST), text);
  else if (readFileSync(join(top, LIST), "utf8") !== text) {
    console.error(`${LIST} is out of date; run: npm run build`);
    return false;
  }
  return true;
}

function namesOf(top, code) {
  const path = join(top, "server/src/gemwright/words", `${code}.json`);
  const { name, english_name: englishName } = JSON.parse(readFileSync(path, "utf8"));
  return { name, englishName };
}

/** English first, the others by their English names, as the server lists them. */
function inOrder(one, other) {
  const first = Number(other.code === ENGLISH) - Number(one.code === ENGLISH);
  return first || (one.englishName < other.englishName ? -1 : 1);
}

const here = fileURLToPath(import.meta.url);
if (process.argv[1] === here) {
  const isCurrent = languages(join(here, "../../.."), process.argv.includes("--check"));
  if (!isCurrent) process.exitCode = 1;
}

// The end of a match is told to each who looks from their own side, in every language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { EndReason, MatchSchema, OutcomeSchema } from "../../src/client/messages.js";
import { type Language, Words } from "../../src/table/language/words.js";
import { reasonTexts, verdictText } from "../../src/table/telling/telling.js";

const TERMS = new URL("../../../../../server/src/gemwright/words/", import.meta.url);
const WORDS = new URL("../../../src/table/words/", import.meta.url);
const HOLDERS = ["ann", "bot:greedy", "guest:0123456789", "bot:random"];
const match = create(MatchSchema, {
  seats: HOLDERS.map((principal, seat) => ({ seat, principal })),
});

const TOLD = {
  en: [
    "You win.",
    "You lose. Good bot wins.",
    "Good bot wins.",
    "You win together with Good bot.",
    "You lose. ann and Good bot win together.",
    "A draw.",
  ],
  fr: [
    "Vous gagnez.",
    "Vous perdez. Bon robot gagne.",
    "Bon robot gagne.",
    "Vous gagnez avec Bon robot.",
    "Vous perdez. ann et Bon robot gagnent ensemble.",
    "Match nul.",
  ],
  es: [
    "Ganas.",
    "Pierdes. Gana Bot bueno.",
    "Gana Bot bueno.",
    "Ganas junto con Bot bueno.",
    "Pierdes. Ganan juntos ann y Bot bueno.",
    "Empate.",
  ],
} as const;

const ENDS: readonly (readonly [viewer: number | undefined, winners: readonly number[]])[] = [
  [0, [0]],
  [0, [1]],
  [undefined, [1]],
  [0, [0, 1]],
  [2, [0, 1]],
  [3, []],
];

for (const language of ["en", "fr", "es"] as const) {
  test(`who won is told from the side of who looks: ${language}`, () => {
    const words = wordsOf(language);
    const told = ENDS.map(([viewer, winners]) =>
      verdictText(outcomeOf(winners), { match, cards: new Map(), words, viewer }),
    );
    assert.deepEqual(told, TOLD[language]);
  });
}

test("why it ended is told besides, each reason by its sentence", () => {
  const words = wordsOf("en");
  const outcome = outcomeOf([0], [EndReason.POINTS, EndReason.CROWNS]);
  assert.deepEqual(reasonTexts(outcome, words), [
    "Enough Prestige points were reached.",
    "Enough Crowns were reached.",
  ]);
});

function outcomeOf(winners: readonly number[], reasons: readonly EndReason[] = []) {
  return create(OutcomeSchema, { winners: [...winners], reasons: [...reasons] });
}

function wordsOf(language: Language): Words {
  const [server, table] = [TERMS, WORDS].map((folder) =>
    JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8")),
  );
  return new Words(language, new Map(Object.entries({ ...server.terms, ...table })));
}

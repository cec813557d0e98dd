// Whether a match was dealt as it was committed to, worked out here from its public record.

import { useState } from "preact/hooks";
import type { MatchRecord } from "../../client/messages.js";
import { type Verdict, verifyRecord } from "../../verify/index.js";
import { useApp } from "../app_context.js";
import type { Words } from "../language/words.js";
import { keptCommitment } from "../server/commitments.js";

export interface Said {
  readonly mood: "good" | "bad" | "open";
  readonly text: string;
}

export function useVerdict(): readonly [Said | undefined, (record: MatchRecord) => void] {
  const { words } = useApp();
  const [said, setSaid] = useState<Said>();
  const check = (record: MatchRecord) => {
    const kept = keptCommitment(record.match?.match ?? "");
    setSaid(saidOf(verifyRecord(record, kept), kept !== undefined, words));
  };
  return [said, check];
}

function saidOf(verdict: Verdict, isKept: boolean, words: Words): Said {
  switch (verdict.answer) {
    case "honest": {
      const key = isKept ? "table.verify.honest" : "table.verify.not_kept";
      const dealt = words.say(key, { number: verdict.draws });
      const text = `${dealt} ${words.say("verify.moves")}`;
      return { mood: isKept ? "good" : "open", text };
    }
    case "dishonest": {
      const { version, check, expected, found } = verdict.difference;
      const text = words.say("table.verify.dishonest", { version, check, expected, found });
      return { mood: "bad", text };
    }
    case "unverifiable":
      return { mood: "open", text: words.say("table.verify.unverifiable") };
    case "incomplete":
      return { mood: "open", text: words.say("table.verify.incomplete", { why: verdict.why }) };
  }
}

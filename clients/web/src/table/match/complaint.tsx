// Why something did not go as it should have, in words that help.

import {
  ActionRefused,
  CallError,
  type GemwrightError,
  StaleVersion,
  TokenExpired,
} from "../../client/index.js";
import type { Words } from "../language/words.js";
import { type Table, useTable } from "./table_context.js";

interface RefusalProps {
  readonly error: GemwrightError;
  /** Whether there is something to choose now. */
  readonly canChoose: boolean;
}

/** Why an action was refused. */
export function Refusal({ error, canChoose }: RefusalProps) {
  const table = useTable();
  const isStale = error instanceof StaleVersion;
  return (
    <p class="complaint" role="alert">
      {isStale ? staleText(table, canChoose) : complaintText(error, table.words)}
    </p>
  );
}

/** The match had gone on: what that means is seen from where it stands now, as far as is known. */
function staleText({ match, viewer, words }: Table, canChoose: boolean): string {
  if (match.seatToAct === undefined) return words.say("table.stale.over");
  if (match.seatToAct !== viewer) return words.say("table.stale.turn");
  return words.say(canChoose ? "table.stale.anew" : "table.stale.behind");
}

export function complaintText(error: GemwrightError, words: Words): string {
  if (error instanceof ActionRefused) {
    const text = words.find(`refusal.${error.refusal}`) ?? words.say("error.ACTION_REFUSED");
    return error.rule ? `${text} (${error.rule})` : text;
  }
  if (error instanceof TokenExpired) return words.say("table.token.expired");
  if (error instanceof CallError && error.reason !== "") {
    if (error.reason === "CREDENTIALS_INVALID") return words.say("table.token.refused");
    return words.find(`error.${error.reason}`) ?? error.text;
  }
  return words.say("table.unreachable");
}

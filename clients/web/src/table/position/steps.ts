// A match that is over, step by step. A record tells what happened and not how the table looked, so
// it is played backwards from the end to its opening, and then forwards.

import type { MatchRecord, Update } from "../../client/messages.js";
import { KINDS, noTokens } from "../kinds.js";
import { after, before, type Cards, changesOf, dealtBy } from "./following.js";
import { emptyHolding, type Position } from "./position.js";

export interface Step {
  readonly version: number;
  /** What led here; nothing for the opening of a match that was dealt at its creation. */
  readonly update: Update | undefined;
  readonly position: Position;
}

/** Every position of a match, the deal first; none where it has events of a later version. */
export function stepsOf(record: MatchRecord, last: Position, cards: Cards): Step[] {
  const dealt = record.updates.findIndex((update) => dealtBy(update) !== undefined);
  const played = record.updates.slice(dealt + 1);
  const deal = record.updates[dealt];
  if (played.some((update) => changesOf(update) === undefined)) return [];
  let position = (deal && dealtBy(deal)) ?? openingOf(record, played, last, cards);
  const steps: Step[] = [{ version: deal?.version ?? 0, update: deal, position }];
  for (const update of played) {
    position = after(position, changesOf(update) ?? [], cards);
    steps.push({ version: update.version, update, position });
  }
  return steps;
}

function openingOf(
  record: MatchRecord,
  played: readonly Update[],
  last: Position,
  cards: Cards,
): Position {
  const back = played.toReversed();
  let position = back.reduce((late, update) => before(late, changesOf(update) ?? [], cards), last);
  if (record.opening === undefined) position = withoutHoldings(position);
  const first = played.find((update) => update.cause.case === "move");
  const seat = first?.cause.case === "move" ? first.cause.value.seat : position.seat;
  return { ...position, seat, turn: 1, decision: undefined, outcome: undefined, ...NOTHING_BEGUN };
}

const NOTHING_BEGUN = {
  isExtraTurn: false,
  isExtraTurnDue: false,
  isLastRound: false,
  dugLevel: undefined,
  dug: [],
};

/**
 * A deal gives nobody tokens or cards. This matters where a seat dropped out: what it had then is
 * told nowhere, and what was played back is off by just that.
 */
function withoutHoldings(position: Position): Position {
  const pool = noTokens();
  for (const kind of KINDS) {
    const held = position.holdings.map((holding) => holding.tokens[kind]);
    pool[kind] = held.reduce((sum, number) => sum + number, position.pool[kind]);
  }
  const holdings = position.holdings.map(({ privileges }) => ({ ...emptyHolding(), privileges }));
  return { ...position, pool, holdings };
}

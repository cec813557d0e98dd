/** Was a match dealt as it was committed to? */

import type { MatchRecord, Update } from "../client/messages.js";
import { commitment, Draws, drawKey } from "./dealing.js";
import { Fold } from "./fold.js";
import { setUp } from "./position.js";
import { type Deal, dealOf } from "./record.js";
import { hold, Incomplete, Mismatch, shown, type Verdict } from "./verdict.js";

/** Where in the record the verifier is, to say where it found a difference. */
interface Place {
  readonly version: number;
  readonly event?: number;
}

/**
 * Verify the record of a match that is over. Who kept the commitment from before the match gives it:
 * only then is it sure that it was not changed afterwards.
 */
export function verifyRecord(record: MatchRecord, keptCommitment?: Uint8Array): Verdict {
  if (record.match?.fairness?.isUnverifiable || record.opening) return { answer: "unverifiable" };
  let place: Place = { version: 0 };
  try {
    const deal = dealOf(record);
    holdCommitment(deal, keptCommitment);
    const draws = drawsOf(deal, record.updates, (now) => {
      place = now;
    });
    return { answer: "honest", draws };
  } catch (error) {
    if (error instanceof Incomplete) return { answer: "incomplete", why: error.message };
    if (!(error instanceof Mismatch)) throw error;
    const { check, expected, found } = error;
    return { answer: "dishonest", difference: { check, ...place, expected, found } };
  }
}

function holdCommitment(deal: Deal, kept: Uint8Array | undefined): void {
  if (kept !== undefined) hold("kept_commitment", hex(kept), hex(deal.commitment));
  const computed = commitment(deal.terms, deal.salt, deal.seed);
  hold("commitment", hex(computed), hex(deal.commitment));
}

/** Follow the updates from the set-up on; how many draws there were. */
function drawsOf(deal: Deal, updates: readonly Update[], at: (place: Place) => void): number {
  const { pieces, seed, terms, creatorEntropy, seatEntropy, firstSeat } = deal;
  const draws = new Draws(drawKey(seed, terms.matchId, [creatorEntropy, ...seatEntropy]));
  const position = setUp(pieces, seatEntropy.length, firstSeat, draws);
  const fold = new Fold(position, draws);
  const opener = updates.find(({ cause }) => cause.case === "move");
  for (const update of updates) {
    const { version, cause, events } = update;
    at({ version });
    if (cause.case === "join") holdEntropy(deal, cause.value.seat, cause.value.entropy);
    if (update === opener && cause.case === "move") {
      hold("first_seat", String(position.firstSeat), String(cause.value.seat));
    }
    fold.begin(update);
    events.forEach((event, index) => {
      at({ version, event: index });
      fold.take(event);
    });
    at({ version });
    fold.end();
  }
  return draws.counter;
}

function holdEntropy({ seatEntropy }: Deal, seat: number, entropy: Uint8Array): void {
  const given = seatEntropy[seat];
  if (given === undefined) throw new Incomplete(`seat ${seat}, which there is not`);
  hold("entropy", hex(given), hex(entropy));
}

function hex(bytes: Uint8Array): string {
  return shown(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

/** What a record says of how its match was dealt, once it is known to say all of it. */

import {
  type DuelOptions,
  Game,
  type Match,
  type MatchRecord,
  type Options,
  type SplendorOptions,
} from "../client/messages.js";
import type { Terms } from "./dealing.js";
import { PIECES, type Pieces } from "./pieces.js";
import { Incomplete } from "./verdict.js";

const RULES_VERSION = "1";
const SECRET_BYTES = 32;
const DUEL_SEATS = 2;
const SPLENDOR_SEATS = [2, 3, 4];

/** How a match was dealt, or so its record says. */
export interface Deal {
  readonly pieces: Pieces;
  readonly terms: Terms;
  readonly seed: Uint8Array;
  readonly salt: Uint8Array;
  readonly commitment: Uint8Array;
  readonly creatorEntropy: Uint8Array;
  readonly seatEntropy: readonly Uint8Array[];
  /** Undefined where it is drawn. */
  readonly firstSeat: number | undefined;
}

/** What the record says; throws where it does not say enough. */
export function dealOf({ match, reveal, updates }: MatchRecord): Deal {
  const pieces = PIECES.get(match?.game ?? Game.UNSPECIFIED);
  if (match === undefined || pieces === undefined) throw new Incomplete("a game that is not known");
  if (!hasItsSeats(match)) throw new Incomplete("another number of seats");
  if (match.rulesVersion !== RULES_VERSION) throw new Incomplete("rules of another version");
  if (match.startTime === undefined) throw new Incomplete("a match that was never dealt");
  const isWhole = updates.every((update, index) => update.version === index + 1);
  if (!isWhole || updates.length !== match.version) throw new Incomplete("updates are missing");
  const { match: matchId, rulesVersion, fairness } = match;
  return {
    pieces,
    terms: { matchId, game: pieces.name, options: optionsText(match), rulesVersion },
    seed: whole(reveal?.seed, "seed"),
    salt: whole(reveal?.salt, "salt"),
    commitment: whole(fairness?.commitment, "commitment"),
    creatorEntropy: fairness?.creatorEntropy ?? new Uint8Array(),
    seatEntropy: match.seats.map((seat) => seat.entropy),
    firstSeat: optionsOf(match)?.firstSeat,
  };
}

function whole(bytes: Uint8Array | undefined, name: string): Uint8Array {
  if (bytes?.length !== SECRET_BYTES) throw new Incomplete(`no ${name} of ${SECRET_BYTES} bytes`);
  return bytes;
}

function hasItsSeats({ game, options, seats }: Match): boolean {
  if (game !== Game.SPLENDOR) return seats.length === DUEL_SEATS;
  return SPLENDOR_SEATS.includes(seats.length) && seats.length === splendorSeats(options);
}

function splendorSeats(options: Options | undefined): number {
  return options?.game.case === "splendor" ? (options.game.value.seats ?? 0) : 0;
}

/** The options of its game; those of another mean nothing. */
function optionsOf({ game, options }: Match): DuelOptions | SplendorOptions | undefined {
  const isOfGame = (options?.game.case === "splendor") === (game === Game.SPLENDOR);
  return isOfGame ? options?.game.value : undefined;
}

/** The options as the commitment has them: keys sorted, null for what is left open. */
function optionsText(match: Match): string {
  const chosen = optionsOf(match);
  const first_seat = chosen?.firstSeat ?? null;
  const no_progress_limit = chosen?.noProgressLimit || null;
  if (match.game === Game.SPLENDOR) {
    return JSON.stringify({ first_seat, no_progress_limit, seats: splendorSeats(match.options) });
  }
  const blocking_claim = (chosen && "blockingClaim" in chosen && chosen.blockingClaim) || false;
  return JSON.stringify({ blocking_claim, first_seat, no_progress_limit });
}

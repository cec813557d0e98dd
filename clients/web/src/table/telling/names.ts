// What the holders of seats are called.

import type { Match } from "../../client/messages.js";
import type { Words } from "../language/words.js";

const BOT = "bot:";
const GUEST = "guest:";
const GUEST_SIGNS = 4;

/**
 * Who has a seat, as people call them, with its number where the same one has several; a seat without
 * a holder is open.
 */
export function seatName(match: Match, seat: number, words: Words): string {
  const principal = match.seats[seat]?.principal ?? "";
  if (principal === "") return words.say("table.seat_open");
  const isAlone = match.seats.filter((other) => other.principal === principal).length === 1;
  const name = nameOfPrincipal(principal, words);
  return isAlone ? name : `${name} ${seat + 1}`;
}

/** A bot is called as where it is chosen; a guest without what only the server needs. */
export function nameOfPrincipal(principal: string, words: Words): string {
  if (principal.startsWith(BOT)) {
    return words.find(`table.bot.${principal.slice(BOT.length)}`) ?? principal;
  }
  return principal.startsWith(GUEST) ? principal.slice(0, GUEST.length + GUEST_SIGNS) : principal;
}

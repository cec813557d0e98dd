// The invitations of a match that was begun here: in every tab, until it is dealt or closed.

import { type Match, MatchState } from "../../client/messages.js";
import { always } from "./storage.js";

export function keepInvitation(match: string, seat: number, token: string): void {
  always.write(keyOf(match, seat), token);
}

/** What opens a seat, if that was kept. */
export function keptInvitation(match: string, seat: number): string | undefined {
  return always.read(keyOf(match, seat));
}

/** Forget what opens nothing any more. */
export function forgetInvitations({ match, seats, state }: Match): void {
  if (state === MatchState.WAITING) return;
  for (const { seat } of seats) always.forget(keyOf(match, seat));
}

function keyOf(match: string, seat: number): string {
  return `invitation.${match}.${seat}`;
}

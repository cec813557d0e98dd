// What the events of Splendor change.

import type { SplendorEvent, TokenKind } from "../../client/messages.js";
import { countsOf, kindOf, present } from "../kinds.js";
import type { CardPlace, Change, TokenPlace } from "./changes.js";
import { decisionOf } from "./position.js";

const POOL: TokenPlace = { at: "pool" };

/** Nothing for an event of a later version. */
export function changesOfSplendor({ event }: SplendorEvent): Change[] | undefined {
  switch (event.case) {
    case "gemsTaken": {
      const to: TokenPlace = { at: "seat", seat: event.value.seat };
      return event.value.colours.flatMap((colour) => token(colour, POOL, to) ?? []);
    }
    case "goldTaken": {
      const to: TokenPlace = { at: "seat", seat: event.value.seat };
      return [{ is: "tokens", kind: "gold", number: 1, from: POOL, to }];
    }
    case "tokensSpent": {
      const from: TokenPlace = { at: "seat", seat: event.value.seat };
      const spent = present(countsOf(event.value.tokens));
      return spent.map(([kind, number]) => ({ is: "tokens", kind, number, from, to: POOL }));
    }
    case "tokenDiscarded":
      return token(event.value.kind, { at: "seat", seat: event.value.seat }, POOL);
    case "cardReserved": {
      const { seat, level, slot, card } = event.value;
      const from: CardPlace = slot === undefined ? { at: "deck", level } : { at: "slot", slot };
      return [{ is: "card", card, from, to: { at: "reserve", seat, level } }];
    }
    case "reservedCardSeen":
      return [{ is: "known", seat: event.value.seat, card: event.value.card }];
    case "cardPurchased": {
      const { seat, card, slot, reserveSlot } = event.value;
      const from: CardPlace =
        slot === undefined
          ? { at: "reserve", seat, level: 0, place: reserveSlot ?? 0 }
          : { at: "slot", slot };
      return [{ is: "card", card, from, to: { at: "owned", seat } }];
    }
    case "slotFilled": {
      const { level, slot, card } = event.value;
      return [{ is: "card", card, from: { at: "deck", level }, to: { at: "slot", slot } }];
    }
    case "nobleReceived": {
      const { seat, noble } = event.value;
      return [{ is: "card", card: noble, from: { at: "nobles" }, to: { at: "owned", seat } }];
    }
    case "lastRoundBegun":
      return [{ is: "lastRound" }];
    case "turnStarted":
      return [{ is: "turn", seat: event.value.seat, turn: event.value.number, isExtra: false }];
    case "decisionAsked":
      return [{ is: "decision", decision: decisionOf(event.value.decision) }];
    case "seatForfeited":
      return [{ is: "droppedOut", seat: event.value.seat }];
    case "matchEnded":
      return [{ is: "outcome", outcome: event.value.outcome }];
    case "turnPassed":
    case "turnEnded":
      return [];
    default:
      return undefined;
  }
}

function token(value: TokenKind, from: TokenPlace, to: TokenPlace): Change[] | undefined {
  const kind = kindOf(value);
  return kind && [{ is: "tokens", kind, number: 1, from, to }];
}

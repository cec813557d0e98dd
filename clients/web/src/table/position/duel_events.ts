// What the events of Duel and The Counterfeiters change.

import type { DuelEvent, TokenKind } from "../../client/messages.js";
import { countsOf, kindOf, present } from "../kinds.js";
import type { CardPlace, Change, TokenPlace } from "./changes.js";
import { decisionOf } from "./position.js";

const POOL: TokenPlace = { at: "pool" };

/** Nothing for an event of a later version. */
export function changesOfDuel({ event }: DuelEvent): Change[] | undefined {
  switch (event.case) {
    case "tokenTaken": {
      const { seat, cell, kind } = event.value;
      return token(kind, { at: "cell", cell }, { at: "seat", seat });
    }
    case "tokenStolen": {
      const { seat, loser, kind } = event.value;
      return token(kind, { at: "seat", seat: loser }, { at: "seat", seat });
    }
    case "tokensSpent": {
      const from: TokenPlace = { at: "seat", seat: event.value.seat };
      const spent = present(countsOf(event.value.tokens));
      return spent.map(([kind, number]) => ({ is: "tokens", kind, number, from, to: POOL }));
    }
    case "tokenDiscarded":
      return token(event.value.kind, { at: "seat", seat: event.value.seat }, POOL);
    case "tokenDrawn":
      return token(event.value.kind, POOL, { at: "seat", seat: event.value.seat });
    case "cellFilled":
      return token(event.value.kind, POOL, { at: "cell", cell: event.value.cell });
    case "privilegeTaken": {
      const { seat, loser } = event.value;
      const from = loser === undefined ? TABLE : ({ at: "seat", seat: loser } as const);
      return [{ is: "privilege", from, to: { at: "seat", seat } }];
    }
    case "privilegeReturned":
      return [{ is: "privilege", from: { at: "seat", seat: event.value.seat }, to: TABLE }];
    case "cardReserved": {
      const { seat, level, slot, card, isDug } = event.value;
      const to: CardPlace = { at: "reserve", seat, level };
      return [{ is: "card", card, from: source(slot, level, isDug), to }];
    }
    case "reservedCardSeen":
      return [{ is: "known", ...seatAndCard(event.value) }];
    case "cardPurchased": {
      const { seat, card, slot, reserveSlot, colour } = event.value;
      const from: CardPlace =
        slot === undefined
          ? { at: "reserve", seat, level: 0, place: reserveSlot ?? 0 }
          : { at: "slot", slot };
      return [{ is: "card", card, from, to: { at: "owned", seat, colour: kindOf(colour) } }];
    }
    case "slotFilled": {
      const { level, slot, card } = event.value;
      return [{ is: "card", card, from: { at: "deck", level }, to: { at: "slot", slot } }];
    }
    case "counterfeiterGained": {
      const { seat, card, slot } = event.value;
      const from: CardPlace =
        slot === undefined ? { at: "counterfeiterDeck" } : { at: "counterfeiter", slot };
      return [{ is: "card", card, from, to: { at: "owned", seat } }];
    }
    case "counterfeiterSlotFilled": {
      const { slot, card } = event.value;
      return [
        { is: "card", card, from: { at: "counterfeiterDeck" }, to: { at: "counterfeiter", slot } },
      ];
    }
    case "royalTaken": {
      const { seat, card, slot } = event.value;
      return [{ is: "card", card, from: { at: "royal", slot }, to: { at: "owned", seat } }];
    }
    case "royalSlotFilled": {
      const { slot, card } = event.value;
      return [{ is: "card", card, from: { at: "royalDeck" }, to: { at: "royal", slot } }];
    }
    case "extraTurnGained":
      return [{ is: "extraTurnDue" }];
    case "deckDug":
      return [{ is: "looksAt", level: event.value.level, number: event.value.number }];
    case "dugCardsSeen":
      return [{ is: "looksAtCards", cards: event.value.cards }];
    case "dugCardsReturned":
      return [{ is: "putBack", level: event.value.level, number: event.value.number }];
    case "turnStarted": {
      const { seat, number, isExtra } = event.value;
      return [{ is: "turn", seat, turn: number, isExtra }];
    }
    case "decisionAsked":
      return [{ is: "decision", decision: decisionOf(event.value.decision) }];
    case "matchEnded":
      return [{ is: "outcome", outcome: event.value.outcome }];
    case "boardReplenished":
    case "discountUsed":
    case "abilityUsed":
    case "turnPassed":
    case "blockingReset":
    case "turnEnded":
    case "winClaimed":
    case "seatForfeited":
      return [];
    default:
      return undefined;
  }
}

const TABLE = { at: "table" } as const;

function token(value: TokenKind, from: TokenPlace, to: TokenPlace): Change[] | undefined {
  const kind = kindOf(value);
  return kind && [{ is: "tokens", kind, number: 1, from, to }];
}

/** Where a card that is reserved was. */
function source(slot: number | undefined, level: number, isDug: boolean): CardPlace {
  if (slot !== undefined) return { at: "slot", slot };
  return isDug ? { at: "dug" } : { at: "deck", level };
}

function seatAndCard({ seat, card }: { seat: number; card: string }) {
  return { seat, card };
}

// Purchases, which are listed without a payment: which actions they are, and with a payment.

import { clone } from "@bufbuild/protobuf";
import {
  type Action,
  ActionSchema,
  type DuelAction,
  type DuelPayment,
  type Payment,
  type SplendorAction,
  type SplendorPayment,
} from "../../client/messages.js";

const DUEL_PURCHASES: ReadonlySet<string | undefined> = new Set([
  "buyCard",
  "buyReserved",
  "buyCounterfeiter",
  "buyRoyal",
  "buyExtraTurn",
  "buySteal",
  "dig",
]);

/** Whether `ListPayments` has something to say about an action. */
export function isPurchase({ game }: Action): boolean {
  switch (game.case) {
    case "duel":
      return DUEL_PURCHASES.has(game.value.action.case);
    case "splendor":
      return game.value.action.case === "buyCard" || game.value.action.case === "buyReserved";
    default:
      return false;
  }
}

/** The purchase, paid like this. */
export function paidWith(purchase: Action, payment: Payment): Action {
  const paid = clone(ActionSchema, purchase);
  if (paid.game.case === "duel" && payment.game.case === "duel") {
    payInDuel(paid.game.value, payment.game.value);
  }
  if (paid.game.case === "splendor" && payment.game.case === "splendor") {
    payInSplendor(paid.game.value, payment.game.value);
  }
  return paid;
}

function payInDuel({ action }: DuelAction, payment: DuelPayment): void {
  switch (action.case) {
    case "buyCard":
    case "buyReserved":
    case "buyCounterfeiter":
    case "buyRoyal":
    case "buyExtraTurn":
    case "buySteal":
    case "dig":
      action.value.payment = payment;
  }
}

function payInSplendor({ action }: SplendorAction, payment: SplendorPayment): void {
  switch (action.case) {
    case "buyCard":
    case "buyReserved":
      action.value.payment = payment;
  }
}

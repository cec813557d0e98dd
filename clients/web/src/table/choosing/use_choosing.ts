// What a player has pointed at so far, and what comes of it.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Action, Payment } from "../../client/messages.js";
import type { LiveMatch } from "../server/live.js";
import { type Choice, choicesOf, type Part, part, sortOf } from "./choice.js";
import { type Narrowed, narrow, pointAt } from "./narrowing.js";
import { isPurchase, paidWith } from "./paying.js";
import type { PartState, Pointing } from "./pointing.js";

export interface Choosing {
  readonly pointing: Pointing;
  readonly narrowed: Narrowed;
  readonly pointed: readonly Part[];
  readonly hasChosen: boolean;
  /** Whether it is clear what kind of thing is chosen: by a choice begun, or by what is asked. */
  readonly isUnderWay: boolean;
  /** The card that is looked at. */
  readonly inspected: string | undefined;
  /** The ways to pay for what is named; none where there is no choice. */
  readonly payments: readonly Payment[];
  readonly payment: number;
  choosePayment(place: number): void;
  confirm(): void;
  clear(): void;
}

const BUY = part("verb", "buy");

export function useChoosing(live: LiveMatch, legal: readonly Action[], isBusy: boolean): Choosing {
  const choices = useMemo(() => choicesOf(isBusy ? [] : legal), [legal, isBusy]);
  const [pointed, setPointed] = useState<Part[]>([]);
  const [inspected, setInspected] = useState<string | undefined>();
  useEffect(() => setPointed([]), [choices]);
  const narrowed = useMemo(() => narrow(choices, pointed), [choices, pointed]);
  const paying = usePaying(live, narrowed.named);
  const pointing = useMemo<Pointing>(() => {
    const isOrdered = narrowed.left.some((choice) => choice.isOrdered);
    const all = new Set(choices.flatMap((choice) => choice.parts));
    const purchases = choices.filter((choice) => choice.parts.includes(BUY));
    const buyable = new Set(purchases.flatMap((choice) => choice.parts));
    return {
      stateOf: (some) => stateOf(some, narrowed, all),
      markOf: (some) => (isOrdered ? String([...narrowed.chosen].indexOf(some) + 1) : "✓"),
      canBuy: (some) => buyable.has(some),
      point: (some) => {
        live.dismissRefusal();
        setPointed((before) => pointAt(choices, before, some));
      },
      inspect: setInspected,
    };
  }, [live, choices, narrowed]);
  const clear = () => {
    setPointed([]);
    setInspected(undefined);
  };
  const confirm = () => {
    if (narrowed.named === undefined) return;
    void live.act(paying.paid(narrowed.named));
    clear();
  };
  const hasChosen = pointed.length > 0;
  const isUnderWay = narrowed.chosen.size > 0;
  return {
    pointing,
    narrowed,
    pointed,
    hasChosen,
    isUnderWay,
    inspected,
    ...paying,
    confirm,
    clear,
  };
}

function stateOf(some: Part, { chosen, open }: Narrowed, all: ReadonlySet<Part>): PartState {
  if (chosen.has(some)) return "chosen";
  if (open.has(some)) return "open";
  return all.has(some) && sortOf(some) !== "verb" ? "other" : "idle";
}

interface Asked {
  /** The purchase that was asked for. */
  readonly choice: Choice;
  readonly payments: readonly Payment[];
  /** The place of the one that was chosen. */
  readonly chosen: number;
}

/** The exact payments for a purchase that is named, asked for as soon as it is. */
function usePaying(live: LiveMatch, named: Choice | undefined) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    if (named === undefined || !isPurchase(named.action)) return;
    let isWanted = true;
    void allOf(live.payments(named.action)).then((payments) => {
      if (isWanted) setAsked({ choice: named, payments, chosen: 0 });
    });
    return () => {
      isWanted = false;
    };
  }, [live, named]);
  const known = asked?.choice === named ? asked : undefined;
  const payments = known && known.payments.length > 1 ? known.payments : [];
  const payment = known?.chosen ?? 0;
  const choosePayment = (chosen: number) => {
    if (known) setAsked({ ...known, chosen });
  };
  const paid = ({ action }: Choice): Action => {
    const exact = payments[payment];
    return exact === undefined ? action : paidWith(action, exact);
  };
  return { payments, payment, choosePayment, paid };
}

/** All of them; where the match has gone on meanwhile there are none any more. */
async function allOf(payments: AsyncIterable<Payment>): Promise<Payment[]> {
  const found: Payment[] = [];
  try {
    for await (const payment of payments) found.push(payment);
  } catch {
    return [];
  }
  return found;
}

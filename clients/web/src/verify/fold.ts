/**
 * The fold over the events of a record: each must be what the draws and the position make of it.
 *
 * The two tables of handlers are the table of `docs/fairness.md`, "The fold".
 */

import type {
  DuelAction_KeepDug,
  DuelEvent,
  Event,
  SplendorEvent,
  TokenKind,
  Update,
} from "../client/messages.js";
import type { Draws } from "./dealing.js";
import { compareOpening } from "./opening.js";
import { type Count, countsOf, kindName, NO_CARD, NO_TOKEN, SPIRAL, toldKind } from "./pieces.js";
import type { Position, Row } from "./position.js";
import { hold, Incomplete, list, Mismatch, shown } from "./verdict.js";

/** What is done with each event there is; one that is forgotten is an error of types. */
type Handlers<E extends { case: string | undefined; value?: unknown }> = {
  readonly [C in NonNullable<E["case"]>]: (value: Extract<E, { case: C }>["value"]) => void;
};

/** How many cards a seat looks at, where there are so many. */
const DUG = 3;

const nothing = (): void => {};

export class Fold {
  /** The tokens that a replenishing still has to lay, as `12 white`. */
  private awaited: string[] = [];
  private drawn = 0;
  private update: Update | undefined;

  constructor(
    private readonly position: Position,
    private readonly draws: Draws,
  ) {}

  /** Begin with the events of an update. */
  begin(update: Update): void {
    this.update = update;
    this.drawn = 0;
  }

  /** One event of it. */
  take({ event }: Event): void {
    const isFill = event.case === "duel" && event.value.event.case === "cellFilled";
    if (!isFill) this.holdNothingAwaited();
    const game = this.position.hasBoard ? "duel" : "splendor";
    if (event.case === "matchDealt") compareOpening(this.position, event.value.view);
    else if (event.case !== game) throw new Incomplete("an event that is none of this game");
    else if (event.case === "duel") dispatch(this.duel, event.value.event);
    else dispatch(this.splendor, event.value.event);
  }

  /** The update has no more events. */
  end(): void {
    this.holdNothingAwaited();
    const action = this.action();
    const said = action?.case === "drawTokens" ? (action.value.number ?? 0) : 0;
    hold("bag", String(atLeast0(said)), String(this.drawn));
  }

  private readonly duel: Handlers<DuelEvent["event"]> = {
    tokenTaken: ({ seat, cell, kind }) => {
      hold("cell", kindName(this.onCell(cell)), toldKind(kind));
      this.position.board[cell] = NO_TOKEN;
      this.tokensOf(seat).push(kind);
    },
    tokenStolen: ({ seat, loser, kind }) => {
      const stolen = this.given(loser, [[kind, 1]]);
      this.tokensOf(seat).push(...stolen);
    },
    tokensSpent: ({ seat, tokens }) => {
      this.position.putIntoBag(this.given(seat, countsOf(tokens)));
    },
    tokenDiscarded: ({ seat, kind }) => {
      this.position.putIntoBag(this.given(seat, [[kind, 1]]));
    },
    boardReplenished: () => {
      const { board, bag } = this.position;
      const empty = SPIRAL.filter((cell) => board[cell] === NO_TOKEN).slice(0, bag.length);
      const dealt = this.draws.deal("replenish", bag, empty.length);
      this.awaited = empty.map((cell, index) => `${cell} ${kindName(dealt[index] ?? NO_TOKEN)}`);
    },
    cellFilled: ({ cell, kind }) => {
      this.onCell(cell);
      hold("bag", shown(this.awaited.shift()), `${cell} ${toldKind(kind)}`);
      this.position.board[cell] = kind;
    },
    tokenDrawn: ({ seat, kind }) => {
      const { bag } = this.position;
      const dealt = bag.length > 0 ? this.draws.take("draw_tokens", bag) : NO_TOKEN;
      hold("bag", kindName(dealt), toldKind(kind));
      this.tokensOf(seat).push(kind);
      this.drawn += 1;
    },
    cardReserved: ({ seat, level, slot, card, isDug }) => {
      if (slot !== undefined) this.reserveFromSlot(seat, slot, card);
      else if (isDug) this.reserveOf(seat).push(this.dugAt(this.dugPlaces()[0]));
      else this.reserveFromDeck(seat, level);
    },
    reservedCardSeen: ({ seat, card }) => this.holdLastReserved(seat, card),
    cardPurchased: ({ seat, card, slot, reserveSlot }) => {
      this.holdPurchase(seat, card, slot, reserveSlot);
    },
    slotFilled: ({ slot, card }) => {
      const [row, place] = this.jewelSlot(slot);
      fillSlot(row, place, card);
    },
    counterfeiterGained: ({ card, slot }) => {
      const row = this.position.counterfeiters;
      if (slot !== undefined) {
        emptySlot(row, slot, card);
      } else {
        hold("deck", shown(row.deck[0]), shown(card));
        row.deck.shift();
      }
    },
    counterfeiterSlotFilled: ({ slot, card }) => {
      fillSlot(this.position.counterfeiters, slot, card);
    },
    royalTaken: ({ card, slot }) => emptySlot(this.position.royals, slot, card),
    royalSlotFilled: ({ card, slot }) => fillSlot(this.position.royals, slot, card),
    deckDug: ({ level, number }) => {
      const { deck } = this.level(level);
      hold("deck", String(Math.min(DUG, deck.length)), String(atLeast0(number)));
      this.position.dug = deck.splice(0, number);
      this.position.dugLevel = level;
    },
    dugCardsSeen: ({ cards }) => hold("deck", list(this.position.dug), list(cards)),
    dugCardsReturned: ({ level, number }) => {
      const { deck } = this.level(level);
      hold("deck", String(this.position.dugLevel), String(level));
      const [, ...bottom] = this.dugPlaces();
      hold("deck", String(bottom.length), String(atLeast0(number)));
      deck.push(...bottom.map((place) => this.dugAt(place)));
      this.position.dug = [];
    },
    turnEnded: () => this.holdNoSlotEmpty(),
    discountUsed: nothing,
    privilegeTaken: nothing,
    privilegeReturned: nothing,
    abilityUsed: nothing,
    extraTurnGained: nothing,
    turnPassed: nothing,
    blockingReset: nothing,
    turnStarted: nothing,
    decisionAsked: nothing,
    winClaimed: nothing,
    seatForfeited: nothing,
    matchEnded: nothing,
  };

  private readonly splendor: Handlers<SplendorEvent["event"]> = {
    cardReserved: ({ seat, level, slot, card }) => {
      if (slot !== undefined) this.reserveFromSlot(seat, slot, card);
      else this.reserveFromDeck(seat, level);
    },
    reservedCardSeen: ({ seat, card }) => this.holdLastReserved(seat, card),
    cardPurchased: ({ seat, card, slot, reserveSlot }) => {
      this.holdPurchase(seat, card, slot, reserveSlot);
    },
    slotFilled: ({ slot, card }) => {
      const [row, place] = this.jewelSlot(slot);
      fillSlot(row, place, card);
    },
    nobleReceived: ({ noble }) => {
      const { nobles } = this.position;
      if (!nobles.includes(noble)) throw new Mismatch("noble", list(nobles), shown(noble));
      this.position.nobles = nobles.filter((other) => other !== noble);
    },
    turnEnded: () => this.holdNoSlotEmpty(),
    tokensSpent: nothing,
    tokenDiscarded: nothing,
    gemsTaken: nothing,
    goldTaken: nothing,
    lastRoundBegun: nothing,
    turnPassed: nothing,
    turnStarted: nothing,
    decisionAsked: nothing,
    seatForfeited: nothing,
    matchEnded: nothing,
  };

  private holdNothingAwaited(): void {
    hold("bag", shown(this.awaited[0]), "none");
  }

  /** Tokens that a seat gives away; it must have them. */
  private given(seat: number, counts: readonly Count[]): TokenKind[] {
    const has = this.tokensOf(seat);
    return counts.flatMap(([kind, gives]) => {
      toldKind(kind);
      const owned = has.filter((own) => own === kind).length;
      if (owned < gives) throw new Mismatch("tokens", String(owned), String(gives));
      return Array.from({ length: gives }, () => {
        has.splice(has.indexOf(kind), 1);
        return kind;
      });
    });
  }

  private reserveFromSlot(seat: number, slot: number, card: string | undefined): void {
    const [row, place] = this.jewelSlot(slot);
    this.reserveOf(seat).push(emptySlot(row, place, card));
  }

  private reserveFromDeck(seat: number, level: number): void {
    const top = this.level(level).deck.shift();
    if (top === undefined) throw new Mismatch("deck", "none", "unseen");
    this.reserveOf(seat).push(top);
  }

  private holdLastReserved(seat: number, card: string): void {
    hold("deck", shown(this.reserveOf(seat).at(-1)), shown(card));
  }

  private holdPurchase(
    seat: number,
    card: string,
    slot: number | undefined,
    reserveSlot: number | undefined,
  ): void {
    if (slot !== undefined) {
      const [row, place] = this.jewelSlot(slot);
      emptySlot(row, place, card);
      return;
    }
    const reserve = this.reserveOf(seat);
    const place = placeIn(reserve, reserveSlot);
    hold("reserve", shown(reserve[place]), shown(card));
    reserve.splice(place, 1);
  }

  private holdNoSlotEmpty(): void {
    for (const { deck, slots } of [...this.position.levels, this.position.counterfeiters]) {
      if (slots.includes(NO_CARD) && deck.length > 0) hold("refill", shown(deck[0]), "none");
    }
  }

  /** The place of the card that goes into the reserve, then those of the others: every one once. */
  private dugPlaces(): number[] {
    const { keep, bottom } = this.keepDug();
    if (keep === undefined) throw new Incomplete("no place of the card that was kept");
    const places = [keep, ...bottom];
    const all = [...this.position.dug.keys()];
    if (places.toSorted().join() !== all.join()) throw new Incomplete("places not named once each");
    return places;
  }

  private dugAt(place: number | undefined): string {
    const { dug } = this.position;
    return dug[placeIn(dug, place)] as string;
  }

  private keepDug(): DuelAction_KeepDug {
    const action = this.action();
    if (action?.case !== "keepDug") throw new Incomplete("cards were kept without saying which");
    return action.value;
  }

  /** The action of Duel that caused the update. */
  private action() {
    const cause = this.update?.cause;
    const game = cause?.case === "move" ? cause.value.action?.game : undefined;
    return game?.case === "duel" ? game.value.action : undefined;
  }

  private onCell(cell: number): TokenKind {
    const { board } = this.position;
    return board[placeIn(board, cell)] as TokenKind;
  }

  private tokensOf(seat: number): TokenKind[] {
    const { tokens } = this.position;
    return tokens[placeIn(tokens, seat)] as TokenKind[];
  }

  private reserveOf(seat: number): string[] {
    const { reserves } = this.position;
    return reserves[placeIn(reserves, seat)] as string[];
  }

  private level(level: number): Row {
    const { levels } = this.position;
    return levels[placeIn(levels, level - 1)] as Row;
  }

  /** Where a slot is that is numbered through all levels. */
  private jewelSlot(slot: number): [Row, number] {
    let place = slot;
    for (const row of this.position.levels) {
      if (place < row.slots.length) return [row, placeIn(row.slots, place)];
      place -= row.slots.length;
    }
    throw new Incomplete(`slot ${slot}, which there is not`);
  }
}

function dispatch<E extends { case: string | undefined; value?: unknown }>(
  handlers: Handlers<E>,
  event: E,
): void {
  if (event.case === undefined) throw new Incomplete("an event that this verifier does not know");
  const handle: (value: never) => void = handlers[event.case as NonNullable<E["case"]>];
  handle(event.value as never);
}

/** The card leaves the slot in which it must lie. */
function emptySlot(row: Row, slot: number, card: string | undefined): string {
  const lies = row.slots[placeIn(row.slots, slot)] as string;
  hold("slot", shown(lies), shown(card));
  row.slots[slot] = NO_CARD;
  return lies;
}

/** The top of the deck comes into an empty slot. */
function fillSlot(row: Row, slot: number, card: string): void {
  hold("slot", shown(row.slots[placeIn(row.slots, slot)]), "none");
  hold("deck", shown(row.deck[0]), shown(card));
  row.slots[slot] = row.deck.shift() ?? NO_CARD;
}

/** A place in a list that there must be. */
function placeIn(items: readonly unknown[], place: number | undefined): number {
  if (place === undefined || items[place] === undefined) {
    throw new Incomplete(`place ${place ?? "none"}, which there is not`);
  }
  return place;
}

function atLeast0(number: number): number {
  if (number < 0) throw new Incomplete(`the number ${number}`);
  return number;
}

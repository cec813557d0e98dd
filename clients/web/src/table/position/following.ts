// Following a match: a position and what happened since give the position now, and backwards.

import type { Card, Event, Update } from "../../client/messages.js";
import { CardSort } from "../../client/messages.js";
import { kindOf } from "../kinds.js";
import type { CardMove, CardPlace, Change, PrivilegePlace, TokenPlace } from "./changes.js";
import { changesOfDuel } from "./duel_events.js";
import { emptyHolding, type Holding, type Position, positionOf } from "./position.js";
import { changesOfSplendor } from "./splendor_events.js";

/** Tells a card by its id, as the catalogue does. */
export type Cards = ReadonlyMap<string, Card>;

/** What an update changes; nothing where it has an event of a later version. */
export function changesOf(update: Pick<Update, "events">): Change[] | undefined {
  const changes = update.events.map(changesOfEvent);
  return changes.every((some) => some !== undefined) ? changes.flat() : undefined;
}

/** The position of a deal that an update made, if it made one. */
export function dealtBy(update: Update): Position | undefined {
  for (const { event } of update.events) {
    if (event.case === "matchDealt") return positionOf(event.value.view);
  }
  return undefined;
}

/** The position after some changes. */
export function after(position: Position, changes: readonly Change[], cards: Cards): Position {
  const next = structuredClone(position);
  for (const change of changes) play(next, change, cards);
  return next;
}

/** The position before some changes; what was merely stated after them stays. */
export function before(position: Position, changes: readonly Change[], cards: Cards): Position {
  const earlier = structuredClone(position);
  for (const change of changes.toReversed()) takeBack(earlier, change, cards);
  return earlier;
}

function changesOfEvent({ event }: Event): Change[] | undefined {
  switch (event.case) {
    case "duel":
      return changesOfDuel(event.value);
    case "splendor":
      return changesOfSplendor(event.value);
    case "matchDealt":
      return [];
    default:
      return undefined;
  }
}

function play(position: Position, change: Change, cards: Cards): void {
  switch (change.is) {
    case "tokens":
      putTokens(position, change.from, change, -change.number);
      putTokens(position, change.to, change, change.number);
      return;
    case "privilege":
      putPrivilege(position, change.from, -1);
      putPrivilege(position, change.to, 1);
      return;
    case "card":
      takeCard(position, change.from, change, cards);
      putCard(position, change.to, change, cards);
      return;
    case "turn":
      Object.assign(position, { seat: change.seat, turn: change.turn });
      Object.assign(position, { isExtraTurn: change.isExtra, isExtraTurnDue: false });
      return;
    case "extraTurnDue":
      position.isExtraTurnDue = true;
      return;
    case "lastRound":
      position.isLastRound = true;
      return;
    case "decision":
      position.decision = change.decision;
      return;
    case "outcome":
      Object.assign(position, { decision: undefined, outcome: change.outcome });
      return;
    case "known":
      setLastReserved(position, change.seat, change.card);
      return;
    case "looksAt":
      position.dugLevel = change.level;
      addToDeck(position, change.level, -change.number);
      return;
    case "looksAtCards":
      position.dug = [...change.cards];
      return;
    case "putBack":
      Object.assign(position, { dugLevel: undefined, dug: [] });
      addToDeck(position, change.level, change.number);
      return;
    case "droppedOut":
      dropOut(position, change.seat);
      return;
  }
}

function takeBack(position: Position, change: Change, cards: Cards): void {
  switch (change.is) {
    case "tokens":
      putTokens(position, change.to, change, -change.number);
      putTokens(position, change.from, change, change.number);
      return;
    case "privilege":
      putPrivilege(position, change.to, -1);
      putPrivilege(position, change.from, 1);
      return;
    case "card":
      takeCard(position, change.to, change, cards);
      putCard(position, change.from, change, cards);
      return;
    case "looksAt":
      addToDeck(position, change.level, change.number);
      return;
    case "putBack":
      addToDeck(position, change.level, -change.number);
      return;
    default:
  }
}

function putTokens(
  position: Position,
  place: TokenPlace,
  { kind }: { kind: keyof Position["pool"] },
  number: number,
): void {
  switch (place.at) {
    case "pool":
      position.pool[kind] += number;
      return;
    case "cell":
      position.board[place.cell] = number > 0 ? kind : undefined;
      return;
    case "seat":
      holdingOf(position, place.seat).tokens[kind] += number;
  }
}

function putPrivilege(position: Position, place: PrivilegePlace, number: number): void {
  if (place.at === "table") position.privileges += number;
  else holdingOf(position, place.seat).privileges += number;
}

function putCard(position: Position, place: CardPlace, move: CardMove, cards: Cards): void {
  switch (place.at) {
    case "slot":
      position.slots[place.slot] = move.card ?? "";
      return;
    case "royal":
      position.royals[place.slot] = move.card ?? "";
      return;
    case "counterfeiter":
      position.counterfeiters[place.slot] = move.card ?? "";
      return;
    case "nobles":
      position.nobles.push(move.card ?? "");
      return;
    case "reserve": {
      const { reserved } = holdingOf(position, place.seat);
      const level = place.level || (cards.get(move.card ?? "")?.level ?? 0);
      reserved.splice(place.place ?? reserved.length, 0, { level, card: move.card });
      return;
    }
    case "owned":
      own(position, place, move, cards, 1);
      return;
    default:
      addToDecks(position, place, 1);
      return;
  }
}

function takeCard(position: Position, place: CardPlace, move: CardMove, cards: Cards): void {
  switch (place.at) {
    case "slot":
      position.slots[place.slot] = "";
      return;
    case "royal":
      position.royals[place.slot] = "";
      return;
    case "counterfeiter":
      position.counterfeiters[place.slot] = "";
      return;
    case "nobles":
      position.nobles = position.nobles.filter((noble) => noble !== move.card);
      return;
    case "reserve": {
      const { reserved } = holdingOf(position, place.seat);
      reserved.splice(place.place ?? reserved.length - 1, 1);
      return;
    }
    case "owned":
      own(position, place, move, cards, -1);
      return;
    default:
      addToDecks(position, place, -1);
      return;
  }
}

function addToDecks(position: Position, place: CardPlace, number: number): void {
  switch (place.at) {
    case "deck":
      addToDeck(position, place.level, number);
      return;
    case "royalDeck":
      position.royalDeck += number;
      return;
    case "counterfeiterDeck":
      position.counterfeiterDeck += number;
      return;
    default:
  }
}

function addToDeck(position: Position, level: number, number: number): void {
  position.decks[level - 1] = (position.decks[level - 1] ?? 0) + number;
}

/** Gives a seat a card, or takes it back: with all that the card says it is worth. */
function own(
  position: Position,
  { seat, colour }: Extract<CardPlace, { at: "owned" }>,
  { card: id = "" }: CardMove,
  cards: Cards,
  times: 1 | -1,
): void {
  const holding = holdingOf(position, seat);
  const card = cards.get(id);
  holding.points += times * (card?.points ?? 0);
  holding.crowns += times * (card?.crowns ?? 0);
  const put = <T>(list: T[], entry: T) => (times > 0 ? list.push(entry) : list.pop());
  switch (card?.sort) {
    case CardSort.ROYAL:
      put(holding.royals, id);
      return;
    case CardSort.COUNTERFEITER:
      put(holding.counterfeiters, id);
      return;
    case CardSort.NOBLE:
      put(holding.nobles, id);
      return;
    default:
      put(holding.cards, { card: id, colour });
  }
  const isDuel = position.game === "duel";
  const counted = isDuel ? colour : kindOf(card?.bonus);
  if (counted === undefined || card === undefined) return;
  holding.bonuses[counted] += times * card.bonusCount;
  if (isDuel) holding.colourPoints[counted] += times * card.points;
}

function setLastReserved(position: Position, seat: number, card: string): void {
  const last = holdingOf(position, seat).reserved.at(-1);
  if (last !== undefined) last.card = card;
}

function dropOut(position: Position, seat: number): void {
  const left = holdingOf(position, seat);
  for (const kind of Object.keys(left.tokens) as (keyof Holding["tokens"])[]) {
    position.pool[kind] += left.tokens[kind];
  }
  const droppedOut = 1 + Math.max(...position.holdings.map((holding) => holding.droppedOut));
  position.holdings[seat] = { ...emptyHolding(), droppedOut };
}

function holdingOf(position: Position, seat: number): Holding {
  const holding = position.holdings[seat];
  if (holding === undefined) throw new RangeError(`there is no seat ${seat}`);
  return holding;
}

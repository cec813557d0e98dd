// What an update did, told in sentences: for the list of moves, and for those who hear the table.

import {
  type DuelEvent,
  EndReason,
  type Event,
  ForfeitReason,
  type Match,
  MatchState,
  type Outcome,
  type SplendorEvent,
  type TokenKind,
  type Update,
} from "../../client/messages.js";
import { countsOf, type Kind, kindOf, kindsOf } from "../kinds.js";
import { cardName, kindsText, tokensText } from "../language/descriptions.js";
import { capitalised, type Words } from "../language/words.js";
import type { Cards } from "../position/following.js";
import { nameOfPrincipal, seatName } from "./names.js";

/** What must be known to tell of a match. */
export interface Subject {
  readonly match: Match;
  readonly cards: Cards;
  readonly words: Words;
  /** The seat that looks; nothing for a spectator. */
  readonly viewer: number | undefined;
}

/** Sentences; none for an update of which this version knows nothing. */
export function told(update: Update, subject: Subject): string[] {
  const teller = new Teller(subject);
  const cause = causeText(update, subject);
  const done = update.events.flatMap((event) => teller.event(event));
  return [...cause, ...teller.finish(), ...done].filter((sentence) => sentence !== "");
}

/** Who won, as it is told to who looks. */
export function verdictText({ winners }: Outcome, subject: Subject): string {
  const { match, words, viewer } = subject;
  const result = resultText(winners, subject);
  if (viewer === undefined || winners.length === 0) return result;
  if (!winners.includes(viewer)) return `${words.say("table.end.lost")} ${result}`;
  const others = winners.filter((seat) => seat !== viewer);
  if (others.length === 0) return words.say("table.end.won");
  const names = words.list(others.map((seat) => seatName(match, seat, words)));
  return words.say("table.end.won_together", { names });
}

/** Why a match is over, in sentences. */
export function reasonTexts({ reasons }: Outcome, words: Words): string[] {
  return reasons.flatMap((reason) => words.find(`end.${EndReason[reason]}`) ?? []);
}

function resultText(winners: readonly number[], { match, words }: Subject): string {
  const names = words.list(winners.map((seat) => seatName(match, seat, words)));
  if (winners.length === 0) return `${words.begin("draw")}.`;
  return words.say(winners.length === 1 ? "table.end.wins" : "table.end.win_together", { names });
}

function causeText({ cause }: Update, { match, words }: Subject): string[] {
  switch (cause.case) {
    case "join":
      return [
        words.say("table.told.joins", { who: nameOfPrincipal(cause.value.principal, words) }),
      ];
    case "forfeit": {
      const why = words.find(`forfeit.${ForfeitReason[cause.value.reason]}`) ?? "";
      return [`${words.pair(seatName(match, cause.value.seat, words), why)}.`];
    }
    case "close": {
      const state = words.say(`state.${MatchState[cause.value.state]}`);
      return [`${capitalised(words.say("event.closed", { state }))}.`];
    }
    default:
      return [];
  }
}

/** Puts the tokens that one seat takes one by one into one sentence. */
class Teller {
  private readonly taken = new Map<number, Kind[]>();
  private readonly drawn = new Map<number, Kind[]>();

  constructor(private readonly subject: Subject) {}

  event({ event }: Event): string[] {
    switch (event.case) {
      case "duel":
        return this.duel(event.value);
      case "splendor":
        return this.splendor(event.value);
      case "matchDealt":
        return [this.subject.words.say("table.told.dealt")];
      default:
        return [];
    }
  }

  /** What was gathered. */
  finish(): string[] {
    return [...this.gathered("takes", this.taken), ...this.gathered("draws", this.drawn)];
  }

  private duel({ event }: DuelEvent): string[] {
    switch (event.case) {
      case "tokenTaken":
        return gather(this.taken, event.value.seat, event.value.kind);
      case "tokenDrawn":
        return gather(this.drawn, event.value.seat, event.value.kind);
      case "tokenStolen":
        return [
          this.say("takes_from", event.value.seat, {
            tokens: this.kind(event.value.kind),
            loser: this.who(event.value.loser),
          }),
        ];
      case "boardReplenished":
        return [this.say("replenishes", event.value.seat)];
      case "privilegeTaken": {
        const { seat, loser } = event.value;
        if (loser === undefined) return [this.say("privilege", seat)];
        return [this.say("privilege_from", seat, { loser: this.who(loser) })];
      }
      case "privilegeReturned":
        return [this.say("privilege_returned", event.value.seat)];
      case "counterfeiterGained":
      case "royalTaken":
        return [this.gets(event.value.seat, event.value.card)];
      case "extraTurnGained":
        return [this.say("extra_turn", event.value.seat)];
      case "deckDug": {
        const { seat, number, level } = event.value;
        return [this.say("digs", seat, { number, level })];
      }
      case "winClaimed":
        return [this.say("claims", event.value.seat)];
      default:
        return this.common(event);
    }
  }

  private splendor({ event }: SplendorEvent): string[] {
    switch (event.case) {
      case "gemsTaken": {
        const { seat, colours } = event.value;
        return [this.say("takes", seat, { tokens: kindsText(kindsOf(colours), this.words) })];
      }
      case "goldTaken":
        return [this.say("takes", event.value.seat, { tokens: `1 ${this.words.say("gold")}` })];
      case "nobleReceived":
        return [this.gets(event.value.seat, event.value.noble)];
      case "lastRoundBegun":
        return [this.words.say("table.told.last_round")];
      default:
        return this.common(event);
    }
  }

  /** The events that both games have. */
  private common(event: DuelEvent["event"] | SplendorEvent["event"]): string[] {
    switch (event.case) {
      case "tokensSpent": {
        const tokens = tokensText(countsOf(event.value.tokens), this.words);
        return tokens ? [this.say("pays", event.value.seat, { tokens })] : [];
      }
      case "tokenDiscarded":
        return [this.say("discards", event.value.seat, { tokens: this.kind(event.value.kind) })];
      case "cardReserved": {
        const { seat, level, card } = event.value;
        if (card === undefined) return [this.say("reserves_unseen", seat, { level })];
        return [this.say("reserves", seat, { card: this.card(card) })];
      }
      case "cardPurchased":
        return [this.say("purchases", event.value.seat, { card: this.card(event.value.card) })];
      case "turnPassed":
        return [this.say("passes", event.value.seat)];
      case "matchEnded": {
        const { outcome } = event.value;
        if (outcome === undefined) return [];
        return [verdictText(outcome, this.subject), ...reasonTexts(outcome, this.words)];
      }
      default:
        return [];
    }
  }

  private gathered(key: string, kinds: ReadonlyMap<number, readonly Kind[]>): string[] {
    return [...kinds].map(([seat, some]) =>
      this.say(key, seat, { tokens: kindsText(some, this.words) }),
    );
  }

  private gets(seat: number, card: string): string {
    return this.say("gets", seat, { card: this.card(card) });
  }

  private say(key: string, seat: number, values: Record<string, string | number> = {}): string {
    return this.words.say(`table.told.${key}`, { who: this.who(seat), ...values });
  }

  private who(seat: number): string {
    return seatName(this.subject.match, seat, this.words);
  }

  private kind(value: TokenKind): string {
    const kind = kindOf(value);
    return kind ? `1 ${this.words.say(kind)}` : "?";
  }

  private card(id: string): string {
    const card = this.subject.cards.get(id);
    return card ? cardName(card, this.words) : id;
  }

  private get words(): Words {
    return this.subject.words;
  }
}

function gather(kinds: Map<number, Kind[]>, seat: number, value: TokenKind): string[] {
  const kind = kindOf(value);
  if (kind) kinds.set(seat, [...(kinds.get(seat) ?? []), kind]);
  return [];
}

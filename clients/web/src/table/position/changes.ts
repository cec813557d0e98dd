// What an event changes, as things that go from one place to another. The same list is played
// forwards to follow a match, backwards to find its opening, and shown as flights over the table.

import type { Outcome } from "../../client/messages.js";
import type { Kind } from "../kinds.js";
import type { Decision } from "./position.js";

export type Change = TokenMove | PrivilegeMove | CardMove | Statement;

/** So many tokens of a kind go from a place to another. */
export interface TokenMove {
  readonly is: "tokens";
  readonly kind: Kind;
  readonly number: number;
  readonly from: TokenPlace;
  readonly to: TokenPlace;
}

export type TokenPlace =
  | { readonly at: "pool" }
  | { readonly at: "cell"; readonly cell: number }
  | { readonly at: "seat"; readonly seat: number };

/** A privilege goes from a seat or the table to another. */
export interface PrivilegeMove {
  readonly is: "privilege";
  readonly from: PrivilegePlace;
  readonly to: PrivilegePlace;
}

export type PrivilegePlace =
  | { readonly at: "table" }
  | { readonly at: "seat"; readonly seat: number };

/** A card goes from a place to another. */
export interface CardMove {
  readonly is: "card";
  /** Nothing where the viewer does not know it. */
  readonly card: string | undefined;
  readonly from: CardPlace;
  readonly to: CardPlace;
}

export type CardPlace =
  | { readonly at: "slot" | "royal" | "counterfeiter"; readonly slot: number }
  | { readonly at: "deck"; readonly level: number }
  | { readonly at: "royalDeck" | "counterfeiterDeck" | "nobles" | "dug" }
  | {
      readonly at: "reserve";
      readonly seat: number;
      readonly level: number;
      readonly place?: number;
    }
  | { readonly at: "owned"; readonly seat: number; readonly colour?: Kind | undefined };

/** Something that is said and does not go anywhere. */
export type Statement =
  | { readonly is: "turn"; readonly seat: number; readonly turn: number; readonly isExtra: boolean }
  | { readonly is: "extraTurnDue" }
  | { readonly is: "lastRound" }
  | { readonly is: "decision"; readonly decision: Decision | undefined }
  | { readonly is: "outcome"; readonly outcome: Outcome | undefined }
  | { readonly is: "known"; readonly seat: number; readonly card: string }
  | { readonly is: "looksAt"; readonly level: number; readonly number: number }
  | { readonly is: "looksAtCards"; readonly cards: readonly string[] }
  | { readonly is: "putBack"; readonly level: number; readonly number: number }
  | { readonly is: "droppedOut"; readonly seat: number };

// What the things on the table need to know to be pointed at.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Part } from "./choice.js";

/** `open` can be pointed at next, `chosen` was, `other` would begin another choice. */
export type PartState = "open" | "chosen" | "other" | "idle";

export interface Pointing {
  stateOf(part: Part): PartState;
  /** The sign of what was chosen: its number where the order counts. */
  markOf(part: Part): string;
  /** Whether a purchase of it is listed. */
  canBuy(part: Part): boolean;
  point(part: Part): void;
  /** Show what is known of a card. */
  inspect(card: string): void;
}

const NOBODY: Pointing = {
  stateOf: () => "idle",
  markOf: () => "",
  canBuy: () => false,
  point: () => {},
  inspect: () => {},
};

export const PointingContext = createContext<Pointing>(NOBODY);

export function usePointing(): Pointing {
  return useContext(PointingContext);
}

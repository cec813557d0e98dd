// What everything on a table draws from.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Match } from "../../client/messages.js";
import type { Words } from "../language/words.js";
import type { Cards } from "../position/following.js";
import type { Position } from "../position/position.js";

export interface Table {
  readonly match: Match;
  readonly position: Position;
  readonly cards: Cards;
  readonly words: Words;
  /** The seat that looks; nothing for a spectator. */
  readonly viewer: number | undefined;
}

export const TableContext = createContext<Table | undefined>(undefined);

export function useTable(): Table {
  const table = useContext(TableContext);
  if (table === undefined) throw new Error("nothing is on a table here");
  return table;
}

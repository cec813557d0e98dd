// What the start screen lets one choose, and the request that comes of it.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import {
  BuiltInBot,
  type CreateMatchRequestSchema,
  Game,
  OptionsSchema,
  type SeatSpecSchema,
  TimeControlSchema,
} from "../../client/messages.js";
import { freshEntropy } from "../server/commitments.js";

export const GAMES = [Game.DUEL, Game.DUEL_COUNTERFEITERS, Game.SPLENDOR] as const;
export const SEATS = [2, 3, 4] as const;
export const OTHERS = ["greedy", "random", "friends"] as const;
export type Others = (typeof OTHERS)[number];

/** Clocks: none, seconds for a turn, minutes for the whole match. */
export const CLOCKS = [
  { key: "none" },
  { key: "turn", seconds: 60 },
  { key: "bank", minutes: 15 },
] as const;
export type ClockChoice = (typeof CLOCKS)[number];

export interface NewMatch {
  readonly game: (typeof GAMES)[number];
  readonly seats: (typeof SEATS)[number];
  readonly others: Others;
  readonly clock: ClockChoice;
}

export const PRESET: NewMatch = {
  game: Game.DUEL,
  seats: 2,
  others: "greedy",
  clock: CLOCKS[0],
};

/** How many sit at the table. */
export function seatsOf({ game, seats }: NewMatch): number {
  return game === Game.SPLENDOR ? seats : 2;
}

export function requestOf(
  choice: NewMatch,
  name: string,
): MessageInitShape<typeof CreateMatchRequestSchema> {
  const others = Array.from({ length: seatsOf(choice) - 1 }, () => otherSeat(choice.others));
  const timeControl = timeControlOf(choice.clock);
  return {
    game: choice.game,
    seats: [{ holder: { case: "principal", value: name } }, ...others],
    spectators: { allowed: true },
    entropy: freshEntropy(),
    ...(choice.game === Game.SPLENDOR && { options: splendorOptions(choice.seats) }),
    ...(timeControl && { timeControl }),
  };
}

function otherSeat(others: Others): MessageInitShape<typeof SeatSpecSchema> {
  if (others === "friends") return { holder: { case: "open", value: {} } };
  const value = others === "greedy" ? BuiltInBot.GREEDY : BuiltInBot.RANDOM;
  return { holder: { case: "bot", value } };
}

function splendorOptions(seats: number) {
  return create(OptionsSchema, { game: { case: "splendor", value: { seats } } });
}

function timeControlOf(clock: ClockChoice) {
  switch (clock.key) {
    case "none":
      return undefined;
    case "turn": {
      const limit = durationFromMs(clock.seconds * 1000);
      return create(TimeControlSchema, { control: { case: "perTurn", value: { limit } } });
    }
    case "bank": {
      const initial = durationFromMs(clock.minutes * 60_000);
      return create(TimeControlSchema, { control: { case: "bank", value: { initial } } });
    }
  }
}

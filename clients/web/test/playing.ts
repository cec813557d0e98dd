/** Matches to play in tests, and who plays them. */

import assert from "node:assert/strict";
import type { GemwrightClient, MatchHandle } from "gemwright-client-web";
import { BuiltInBot, Game, type Update } from "gemwright-client-web/messages";
import { all } from "./collecting.js";

/** What is known of an update whoever tells of it. */
export type Seen = readonly [version: number, commitId: string];

export const PROTOCOLS = ["connect", "grpc-web"] as const;
export const ANN = "dev:ann";

/** Games and the number of their seats. */
export const TABLES = [
  [Game.DUEL, 2],
  [Game.DUEL_COUNTERFEITERS, 2],
  [Game.SPLENDOR, 2],
  [Game.SPLENDOR, 4],
] as const;

/** A match of Ann against bots, which she begins. */
export async function againstBots(
  client: GemwrightClient,
  game: Game = Game.DUEL,
  seats = 2,
): Promise<string> {
  const bots = Array.from({ length: seats - 1 }, () => ({
    holder: { case: "bot", value: BuiltInBot.GREEDY } as const,
  }));
  const ann = { holder: { case: "principal", value: "ann" } as const };
  const created = await client.matches.create({ game, seats: [ann, ...bots] });
  assert.ok(created.match);
  return created.match.match;
}

/** A match of Ann and Ben, to whom nobody has to come. */
export async function annAndBen(client: GemwrightClient, game: Game = Game.DUEL): Promise<string> {
  const created = await client.matches.create({
    game,
    seats: ["ann", "ben"].map((value) => ({ holder: { case: "principal", value } as const })),
    options: { game: { case: "duel", value: { firstSeat: 0 } } },
    spectators: { allowed: true },
  });
  assert.ok(created.match);
  return created.match.match;
}

export function seenOf(update: Update): Seen {
  return [update.version, update.commitId];
}

/** Play a match from what its watch says; every update that came, and the version before them. */
export async function playToTheEnd(
  match: MatchHandle,
  afterMove: (moves: number) => Promise<void> = async () => {},
): Promise<{ begin: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  let moves = 0;
  let version = 0;
  let begin = 0;
  for await (const { message, legalActions } of match.watch()) {
    if (message.case === "snapshot") begin = version = message.value.match?.version ?? 0;
    if (message.case === "update") {
      ({ version } = message.value);
      seen.push(seenOf(message.value));
    }
    assert.notEqual(message.case, "reset");
    if (message.case === "reveal" || legalActions.length === 0) continue;
    const action = legalActions[(7 * moves) % legalActions.length];
    assert.ok(action);
    await match.act(action, { expectedVersion: version });
    moves += 1;
    await afterMove(moves);
  }
  return { begin, seen };
}

/** What the server has of a match after a version. */
export async function historyOf(match: MatchHandle, after = 0): Promise<Seen[]> {
  return all(match.history(after), seenOf);
}

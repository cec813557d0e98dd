// A position that follows the events is the position that the server shows, at every version, for
// every viewer; and the steps of a record are those that were played.

import assert from "node:assert/strict";
import { before as atFirst, after as atTheEnd, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { GemwrightClient, type MatchHandle } from "../../src/client/index.js";
import { EventSchema, Game, type MatchRecord } from "../../src/client/messages.js";
import { after, type Cards, changesOf } from "../../src/table/position/following.js";
import { type Position, positionOf } from "../../src/table/position/position.js";
import { stepsOf } from "../../src/table/position/steps.js";
import { TestServer } from "./server.js";

/** After so many all but one resign: chance alone may need hundreds. */
const MOST_MOVES = 120;
let server: TestServer;

atFirst(async () => {
  server = await TestServer.started();
});
atTheEnd(() => server.stop());

/** Everybody who looks at a match: each seat, and a spectator at last. */
class Match {
  private readonly positions: Position[] = [];
  /** The table with all reserves open, version by version. */
  readonly opened: Position[] = [];

  private constructor(
    readonly viewers: readonly MatchHandle[],
    readonly cards: Cards,
  ) {}

  static async begun(game: Game, seats: number): Promise<Match> {
    const clients = ["ann", "ben", "cleo", "dan"].slice(0, seats).map(playerOf);
    const holders = ["ann", "ben", "cleo", "dan"].slice(0, seats);
    const created = await clients[0]?.matches.create({
      game,
      seats: holders.map((value) => ({ holder: { case: "principal", value } })),
      spectators: { allowed: true },
      ...(seats > 2 && { options: { game: { case: "splendor", value: { seats } } } }),
    });
    const id = created?.match?.match ?? "";
    const viewers = [...clients, new GemwrightClient(server.address)];
    const { cards } = await at(viewers, 0).catalogue.cards(game, {});
    const match = new Match(
      viewers.map((client) => client.match(id)),
      new Map(cards.map((card) => [card.card, card])),
    );
    await match.look(-1);
    return match;
  }

  /** Play by chance until it is over. */
  async play(chance: () => number): Promise<void> {
    for (let version = 0; version < MOST_MOVES; version++) {
      const seat = this.positions[0]?.decision?.seat;
      if (seat === undefined) return;
      const player = at(this.viewers, seat);
      const { legalActions } = await player.get();
      const action = at(legalActions, Math.floor(chance() * legalActions.length));
      await player.act(action, { expectedVersion: version });
      await this.look(version);
    }
    const players = this.viewers.slice(0, -1);
    for (const [place, player] of players.slice(1).entries()) {
      await player.resign();
      await this.look(MOST_MOVES + place);
    }
  }

  /** What everybody sees now is what everybody had, and the events since. */
  async look(version: number): Promise<void> {
    const shown = await Promise.all(this.viewers.map(async (viewer) => viewer.get()));
    for (const [place, viewer] of this.viewers.entries()) {
      const position = positionOf(shown[place]?.view);
      assert.ok(position);
      const old = this.positions[place];
      if (old !== undefined) {
        for await (const update of viewer.history(version)) {
          const changes = changesOf(update);
          assert.ok(changes, "an event that is not known");
          assert.deepEqual(after(old, changes, this.cards), position);
        }
      }
      this.positions[place] = position;
    }
    this.opened.push(openOf(this.positions));
  }
}

/** The spectator's position, with what each seat knows besides. */
function openOf(positions: readonly Position[]): Position {
  const open = structuredClone(at(positions, positions.length - 1));
  for (const [seat, own] of positions.slice(0, -1).entries()) {
    at(open.holdings, seat).reserved = structuredClone(at(own.holdings, seat).reserved);
    if (own.dug.length > 0) open.dug = own.dug;
  }
  return open;
}

/** What is at a place of a list, which is known to be there. */
function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  assert.ok(found !== undefined);
  return found;
}

function playerOf(name: string): GemwrightClient {
  return new GemwrightClient(server.address, { token: `dev:${name}` });
}

/** The same numbers in every run. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function checkSteps(record: MatchRecord, match: Match): void {
  const steps = stepsOf(record, at(match.opened, match.opened.length - 1), match.cards);
  assert.equal(steps.length, match.opened.length);
  for (const [place, { version, position }] of steps.entries()) {
    assert.equal(version, place);
    const expected = { ...at(match.opened, place), decision: position.decision };
    assert.deepEqual(sorted(position), sorted(expected), `at version ${version}`);
  }
}

/** Nobles lie in no order. */
function sorted(position: Position): Position {
  return { ...position, nobles: position.nobles.toSorted() };
}

const GAMES = [
  [Game.DUEL, 2, 1],
  [Game.DUEL_COUNTERFEITERS, 2, 3],
  [Game.SPLENDOR, 2, 4],
  [Game.SPLENDOR, 4, 5],
] as const;

for (const [game, seats, seed] of GAMES) {
  test(`events make the views of ${Game[game]} with ${seats} seats, forwards and backwards`, async () => {
    const match = await Match.begun(game, seats);
    await match.play(chanceFrom(seed));
    checkSteps(await at(match.viewers, 0).record(), match);
  });
}

test("a seat that drops out leaves everything, and the steps before show what it had", async () => {
  const match = await Match.begun(Game.SPLENDOR, 3);
  const chance = chanceFrom(6);
  for (let version = 0; version < 40; version++) {
    const seat = (await at(match.viewers, 0).get()).match?.seatToAct ?? 0;
    const { legalActions } = await at(match.viewers, seat).get();
    const action = at(legalActions, Math.floor(chance() * legalActions.length));
    await at(match.viewers, seat).act(action, { expectedVersion: version });
    await match.look(version);
  }
  await at(match.viewers, 1).resign();
  await match.look(40);
  await at(match.viewers, 2).resign();
  await match.look(41);
  checkSteps(await at(match.viewers, 0).record(), match);
});

test("an event of a later version is not guessed at", () => {
  const known = create(EventSchema, { event: { case: "matchDealt", value: {} } });
  assert.deepEqual(changesOf({ events: [known] }), []);
  const later = create(EventSchema, { event: { case: "duel", value: {} } });
  assert.equal(changesOf({ events: [known, later] }), undefined);
  assert.equal(changesOf({ events: [create(EventSchema)] }), undefined);
});

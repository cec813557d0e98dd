/** The dealing of the verifier, against the published vectors. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TokenKind } from "gemwright-client-web/messages";
import { commitment, Draws, drawKey } from "../dist/verify/dealing.js";
import { kindName, PIECES, SPIRAL, tokensOf } from "../dist/verify/pieces.js";
import { type Position, setUp } from "../dist/verify/position.js";
import { bytes, hex, vectors } from "./vectors.js";

type Counts = Readonly<Record<string, number>>;

interface MatchVector {
  readonly commitment: string;
  readonly draw_key: string;
  readonly inputs: {
    readonly creator_entropy: string;
    readonly game: string;
    readonly match_id: string;
    readonly options: { readonly first_seat: number | null };
    readonly rules_version: string;
    readonly salt: string;
    readonly seat_entropy: readonly string[];
    readonly seed: string;
  };
  readonly options_text: string;
  readonly set_up: Readonly<Record<string, unknown>>;
}

interface DrawVector {
  readonly counter: number;
  readonly draw_key: string;
  readonly index: number;
  readonly purpose: string;
  readonly size: number;
}

interface DealVector {
  readonly bag: Counts;
  readonly bag_after: Counts;
  readonly counter: number;
  readonly counter_after: number;
  readonly dealt: readonly string[];
  readonly draw_key: string;
  readonly how_many: number;
  readonly purpose: string;
}

const { matches, draws, deals } = vectors<{
  matches: readonly MatchVector[];
  draws: readonly DrawVector[];
  deals: readonly DealVector[];
}>("dealing.json");

function countsOf(tokens: readonly TokenKind[]): Counts {
  const counts: Record<string, number> = {};
  for (const kind of tokens) counts[kindName(kind)] = (counts[kindName(kind)] ?? 0) + 1;
  return counts;
}

function bagOf(counts: Counts): TokenKind[] {
  const kinds = Object.values(TokenKind).filter((kind) => typeof kind === "number");
  return tokensOf(kinds.map((kind) => [kind, counts[kindName(kind)] ?? 0] as const));
}

/** The set-up as the vectors have it: decks still with the cards that are face up. */
function described(position: Position, count: number): Record<string, unknown> {
  const whole = ({ deck, slots }: { deck: string[]; slots: string[] }) => [...slots, ...deck];
  const { levels, counterfeiters, royals, board, bag, nobles } = position;
  return {
    first_seat: position.firstSeat,
    draws: count,
    decks: Object.fromEntries(levels.map((row, level) => [level + 1, whole(row)])),
    ...(board.length > 0 && {
      board_along_spiral: SPIRAL.map((cell) => kindName(board[cell] ?? 0)),
      bag: countsOf(bag),
    }),
    ...(counterfeiters.slots.length > 0 && {
      counterfeiter_deck: whole(counterfeiters),
      royal_deck: whole(royals),
    }),
    ...(nobles.length > 0 && { nobles }),
  };
}

describe("matches", () => {
  for (const { inputs, set_up, ...vector } of matches) {
    test(inputs.match_id, () => {
      const { seed, salt, match_id: matchId, game } = inputs;
      const terms = {
        matchId,
        game,
        options: vector.options_text,
        rulesVersion: inputs.rules_version,
      };
      assert.equal(hex(commitment(terms, bytes(salt), bytes(seed))), vector.commitment);
      const entropy = [inputs.creator_entropy, ...inputs.seat_entropy].map(bytes);
      const key = drawKey(bytes(seed), matchId, entropy);
      assert.equal(hex(key), vector.draw_key);
      const pieces = [...PIECES.values()].find(({ name }) => name === game);
      assert.ok(pieces);
      const made = new Draws(key);
      const firstSeat = inputs.options.first_seat ?? undefined;
      const position = setUp(pieces, inputs.seat_entropy.length, firstSeat, made);
      assert.deepEqual(described(position, made.counter), set_up);
    });
  }
});

test("single draws", () => {
  for (const { counter, draw_key, index, purpose, size } of draws) {
    const made = new Draws(bytes(draw_key), counter);
    assert.equal(made.take(purpose, [...Array(size).keys()]), index);
    assert.equal(made.counter, counter + 1);
  }
});

test("several draws out of a bag", () => {
  for (const deal of deals) {
    const made = new Draws(bytes(deal.draw_key), deal.counter);
    const bag = bagOf(deal.bag);
    const dealt = made.deal(deal.purpose, bag, deal.how_many);
    assert.deepEqual(dealt.map(kindName), deal.dealt);
    assert.deepEqual(countsOf(bag), deal.bag_after);
    assert.equal(made.counter, deal.counter_after);
  }
});

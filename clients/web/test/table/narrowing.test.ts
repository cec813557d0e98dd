// Pointing at things leaves fewer and fewer of the legal actions, until one is named.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import {
  type Action,
  ActionSchema,
  type DuelActionSchema,
  TokenKind,
} from "../../src/client/messages.js";
import { choicesOf, type Part } from "../../src/table/choosing/choice.js";
import { narrow, pointAt } from "../../src/table/choosing/narrowing.js";

type DuelAction = NonNullable<MessageInitShape<typeof DuelActionSchema>["action"]>;

const TAKES = [[11], [12], [13], [11, 12], [12, 13], [11, 12, 13]].map((cells) =>
  duel({ case: "takeTokens", value: { cells } }),
);
const PRIVILEGE = duel({ case: "usePrivilege", value: { cell: 11 } });
const BUY = duel({ case: "buyCard", value: { card: "D1-01" } });
const RESERVES = [3, 7].map((gold) =>
  duel({ case: "reserveCard", value: { card: "D1-01", gold } }),
);
const ALL = choicesOf([...TAKES, PRIVILEGE, BUY, ...RESERVES]);

test("nothing is named before something was pointed at", () => {
  const { named, left, chosen } = narrow(ALL, []);
  assert.equal(named, undefined);
  assert.equal(left.length, ALL.length);
  assert.equal(chosen.size, 0);
});

test("a cell that two kinds of action want waits for the verb", () => {
  const { named, open } = narrow(ALL, ["cell:11"]);
  assert.equal(named, undefined);
  assert.ok(open.has("verb:take") && open.has("verb:privilege") && open.has("cell:12"));
});

test("a second cell says that tokens are taken, and a third can still be added", () => {
  const { named, open, chosen } = narrow(ALL, ["cell:12", "cell:11"]);
  assert.deepEqual(named?.action, TAKES[3]);
  assert.deepEqual([...open], ["cell:13"]);
  assert.ok(chosen.has("verb:take"));
});

test("a card that can be purchased or reserved asks which, and a reservation for its gold", () => {
  assert.deepEqual([...narrow(ALL, ["card:D1-01"]).open].sort(), [
    "cell:3",
    "cell:7",
    "verb:buy",
    "verb:reserve",
  ]);
  const reserving = narrow(ALL, ["card:D1-01", "verb:reserve"]);
  assert.equal(reserving.named, undefined);
  assert.deepEqual([...reserving.open], ["cell:3", "cell:7"]);
  assert.deepEqual(narrow(ALL, ["card:D1-01", "cell:7"]).named?.action, RESERVES[1]);
});

test("what only one action has names it", () => {
  const only = choicesOf([BUY, ...TAKES]);
  assert.deepEqual(narrow(only, ["card:D1-01"]).named?.action, BUY);
  assert.deepEqual(narrow(choicesOf([BUY]), []).named?.action, BUY);
});

test("pointing again takes back, and pointing elsewhere begins anew", () => {
  assert.deepEqual(pointAt(ALL, ["cell:11", "cell:12"], "cell:12"), ["cell:11"]);
  assert.deepEqual(pointAt(ALL, ["cell:11"], "card:D1-01"), ["card:D1-01"]);
  assert.deepEqual(pointAt(ALL, ["cell:11"], "cell:24"), ["cell:11"]);
});

test("two of a colour are the same pile twice", () => {
  const pair = splendor([TokenKind.RED, TokenKind.RED]);
  const three = splendor([TokenKind.RED, TokenKind.BLUE, TokenKind.GREEN]);
  const choices = choicesOf([pair, three]);
  const twice = pointAt(choices, ["supply:red"], "supply:red");
  assert.deepEqual(twice, ["supply:red", "supply:red"]);
  assert.deepEqual(narrow(choices, twice).named?.action, pair);
  assert.deepEqual(pointAt(choices, twice, "supply:red"), []);
});

test("where order counts, things are named in their order", () => {
  const kept = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
  ].map(([keep = 0, ...bottom]) => duel({ case: "keepDug", value: { keep, bottom } }));
  const choices = choicesOf(kept);
  assert.deepEqual([...narrow(choices, []).open], ["dug:0", "dug:1"]);
  const { named, chosen } = narrow(choices, ["dug:0", "dug:2"]);
  assert.deepEqual(named?.action, kept[1]);
  assert.deepEqual([...chosen], ["dug:0", "dug:2", "dug:1"] satisfies Part[]);
});

test("an action of a later version is not offered", () => {
  assert.deepEqual(
    choicesOf([create(ActionSchema), create(ActionSchema, { game: { case: "duel", value: {} } })]),
    [],
  );
});

function duel(action: DuelAction): Action {
  return create(ActionSchema, { game: { case: "duel", value: { action } } });
}

function splendor(colours: TokenKind[]): Action {
  const action = { case: "takeGems", value: { colours } } as const;
  return create(ActionSchema, { game: { case: "splendor", value: { action } } });
}

/** The verifier, against records of real matches and forgeries of them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { MatchRecordSchema } from "gemwright-client-web/messages";
import { type Verdict, verifyRecord } from "gemwright-client-web/verify";
import { bytes, vectors } from "./vectors.js";

type Answer = Readonly<Record<string, string | number | null>>;
type Node = Record<string | number, unknown>;

interface Case {
  readonly record: string;
  readonly what: string;
  readonly edits: readonly {
    readonly path: readonly (string | number)[];
    readonly value: unknown;
  }[];
  readonly kept_commitment?: string;
  readonly expected: Answer;
}

/** A record as JSON, for one test to change. */
function record(name: string): Node {
  const file = new URL(`../../../tests/vectors/records/${name}.json.gz`, import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Node;
}

/** Put a value where the path leads; null takes away what is there. */
function edit(top: Node, { path, value }: Case["edits"][number]): void {
  const last = path.at(-1);
  assert.ok(last !== undefined);
  let node = top;
  for (const step of path.slice(0, -1)) {
    node[step] ??= {};
    node = node[step] as Node;
  }
  if (value !== null) node[last] = value;
  else if (Array.isArray(node)) node.splice(Number(last), 1);
  else delete node[last];
}

/** The verdict as the vectors have it: of a difference as much as they say. */
function told(verdict: Verdict, expected: Answer): Answer {
  const { answer } = verdict;
  if (verdict.answer === "honest") return { answer, draws: verdict.draws };
  if (verdict.answer !== "dishonest") return { answer };
  const all: Answer = { answer, ...verdict.difference, event: verdict.difference.event ?? null };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expected));
}

const cases = vectors<readonly Case[]>("verdicts.json");

for (const name of new Set(cases.map((one) => one.record))) {
  test(`${name} and its forgeries are told apart`, () => {
    for (const one of cases.filter(({ record }) => record === name)) {
      const { what, edits, kept_commitment, expected } = one;
      const json = record(name);
      for (const change of edits) edit(json, change);
      const found = fromJson(MatchRecordSchema, json as JsonValue, { ignoreUnknownFields: true });
      const verdict = verifyRecord(found, kept_commitment ? bytes(kept_commitment) : undefined);
      assert.deepEqual({ what, ...told(verdict, expected) }, { what, ...expected });
    }
  });
}

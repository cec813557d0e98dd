/** What a reader of updates is told after a reset: which it has not seen, and which never were. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  type Match,
  MatchSchema,
  ResetReason,
  type Update,
  UpdateSchema,
} from "gemwright-client-web/messages";
import { Log } from "../dist/client/log.js";

/** Updates from version 1 on, a letter for each commit. */
function updates(commits: string): Update[] {
  return Array.from(commits, (commitId, index) =>
    create(UpdateSchema, { version: index + 1, commitId }),
  );
}

function matchAfter(commits: string): Match {
  return create(MatchSchema, { version: commits.length, commitId: commits.at(-1) ?? "" });
}

/** A log that has seen these updates, of a match that has had those. */
function logOf(seen: string, now: string): Log {
  const log = new Log(async function* (after) {
    yield* updates(now).slice(after);
  });
  log.begin(0, "");
  for (const update of updates(seen)) assert.ok(log.takes(update));
  return log;
}

for (const { seen, now, versions, undone } of [
  { seen: "abc", now: "abc", versions: [], undone: [] },
  { seen: "abc", now: "abcde", versions: [4, 5], undone: [] },
  { seen: "abc", now: "ab", versions: [], undone: [3] },
  { seen: "abc", now: "abx", versions: [3], undone: [3] },
  { seen: "abc", now: "axyz", versions: [2, 3, 4], undone: [2, 3] },
  { seen: "abc", now: "x", versions: [1], undone: [1, 2, 3] },
]) {
  test(`${seen} was seen, and it is ${now} now`, async () => {
    const log = logOf(seen, now);
    const missed = await log.missed(ResetReason.HISTORY_LOST, matchAfter(now));
    assert.deepEqual({ ...missed }, { reason: "HISTORY_LOST", versions, undone });
    const next = create(UpdateSchema, { version: now.length + 1, commitId: "n" });
    assert.ok(log.takes(next));
    assert.ok(!log.takes(next));
  });
}

test("a reason that is newer than this library is told as its number", async () => {
  const missed = await logOf("a", "a").missed(99 as ResetReason, matchAfter("a"));
  assert.equal(missed.reason, "99");
});

/**
 * What a conformance suite drives, as `clients/conformance/README.md` asks for: it plays by a fixed
 * policy with this client, and says on standard output what it saw.
 *
 * The environment variable GEMWRIGHT_PROTOCOL chooses `connect` (the default) or `grpc-web`.
 */

import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  ActionRefused,
  CallError,
  GemwrightClient,
  type MatchHandle,
  StaleVersion,
} from "gemwright-client-web";
import {
  type Action,
  EndReason,
  type Event,
  InboxResetReason,
  MatchState,
  ResetReason,
  type Update,
} from "gemwright-client-web/messages";

interface Order {
  readonly do: "play" | "submit" | "inbox";
  readonly http: string;
  readonly token: string;
  readonly match?: string;
  readonly seat?: number;
  readonly moves?: number;
  readonly times?: number;
}

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(0)); // the suite has ended: so does this program

/** The next line of the suite. */
async function hear<T>(): Promise<T> {
  const [line] = await once(input, "line");
  return JSON.parse(line) as T;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The name of a value; its number where it has none. */
function nameIn(names: object, value: number): string | number {
  return (names as Record<number, string>)[value] ?? value;
}

function isUnknown({ event }: Event): boolean {
  const isOfGame = event.case === "duel" || event.case === "splendor";
  return isOfGame ? event.value.event.case === undefined : event.case === undefined;
}

function sayApplied({ version, commitId }: Update): void {
  say({ saw: "applied", version, commit: commitId });
}

function sayRefused(call: string, error: CallError): void {
  const refusal = error instanceof ActionRefused && {
    refusal: /^\d+$/.test(error.refusal) ? Number(error.refusal) : error.refusal,
    rule: error.rule || undefined,
    field: error.field || undefined,
  };
  const stale = error instanceof StaleVersion && { current_version: error.currentVersion };
  say({ saw: "refused", call, reason: error.reason, ...refusal, ...stale });
}

/** Do it, and say what came of it; undefined where it was applied, else why it was not. */
async function attempt(call: string, act: () => Promise<Update>): Promise<CallError | undefined> {
  try {
    sayApplied(await act());
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    sayRefused(call, error);
    return error;
  }
}

/** Plays one seat; over when the match is, or when there is nothing more to do. */
async function play(match: MatchHandle, moves: number): Promise<void> {
  let version = 0;
  let left = moves;
  let hasResigned = false;
  for await (const { message, legalActions } of match.watch()) {
    if (message.case === "snapshot") {
      version = message.value.match?.version ?? 0;
      say({ saw: "snapshot", version, commit: message.value.match?.commitId });
    } else if (message.case === "update") {
      ({ version } = message.value);
      const unknown_events = message.value.events.filter(isUnknown).length;
      say({ saw: "update", version, commit: message.value.commitId, unknown_events });
    } else if (message.case === "reset") {
      say({ saw: "reset", reason: nameIn(ResetReason, message.value.reason) });
    } else if (message.case === "reveal") {
      await sayOver(match);
    }
    const [action] = legalActions;
    if (action === undefined || left === 0) continue;
    const error = await submit(match, action, version);
    if (error !== undefined && !(error instanceof StaleVersion)) return;
    if (error === undefined) left -= 1;
    if (left === 0 && !hasResigned) {
      hasResigned = true;
      if (await attempt("Resign", () => match.resign())) return;
    }
  }
}

function submit(
  match: MatchHandle,
  action: Action,
  expectedVersion: number,
): Promise<CallError | undefined> {
  return attempt("SubmitAction", () => match.act(action, { expectedVersion }));
}

async function sayOver(match: MatchHandle): Promise<void> {
  const { match: over } = await match.get();
  say({
    saw: "over",
    state: nameIn(MatchState, over?.state ?? 0),
    winners: over?.outcome?.winners,
    reasons: over?.outcome?.reasons.map((reason) => nameIn(EndReason, reason)),
  });
}

async function submitOften(match: MatchHandle, times: number): Promise<void> {
  for (let left = times; left > 0; left--) {
    const seen = await match.get();
    const [action] = seen.legalActions;
    if (action !== undefined) await submit(match, action, seen.match?.version ?? 0);
  }
}

/** Keeps the map of all matches, for ever. */
async function followInbox(client: GemwrightClient): Promise<void> {
  const matches = new Map<string, number>();
  let isComplete = false;
  for await (const { message } of client.inbox.watch()) {
    if (message.case === "reset") {
      matches.clear();
      isComplete = false;
      say({ saw: "reset", reason: nameIn(InboxResetReason, message.value.reason) });
      continue;
    }
    isComplete ||= message.case === "complete";
    if (message.case === "entry") matches.set(message.value.match, message.value.version);
    if (isComplete) say({ saw: "inbox", matches: Object.fromEntries(matches) });
  }
}

const order = await hear<Order>();
const given = [order.token];
const protocol = process.env["GEMWRIGHT_PROTOCOL"] === "grpc-web" ? "grpc-web" : "connect";

async function token(): Promise<string> {
  const first = given.pop();
  if (first !== undefined) return first;
  say({ ask: "token" });
  return (await hear<{ token: string }>()).token;
}

const client = new GemwrightClient(order.http, { token, protocol });
const match = client.match(order.match ?? "", order.seat);
try {
  if (order.do === "play") await play(match, order.moves ?? 0);
  else if (order.do === "submit") await submitOften(match, order.times ?? 0);
  else await followInbox(client);
} catch (error) {
  if (!(error instanceof CallError)) throw error;
  sayRefused(order.do === "inbox" ? "WatchInbox" : "WatchMatch", error);
}
process.exit(0);

/**
 * The client of Gemwright for browsers and Node.
 *
 *     const client = new GemwrightClient("http://127.0.0.1:7374", { token: "dev:ann" });
 *     const match = client.match("abcdefghijklmnopqrstuvwx");
 *     const { view, legalActions } = await match.get();
 *     for await (const { message, legalActions } of match.watch()) ...
 *
 * Messages are those of the contract, in `gemwright-client-web/messages`. `errors.ts` has the tree of
 * what is thrown.
 */

export type { ReadOptions } from "./broadcast.js";
export type { Catalogue } from "./catalogue.js";
export { type ClientOptions, GemwrightClient } from "./client.js";
export type { Token } from "./credential.js";
export {
  ActionRefused,
  AddressUnusable,
  AlreadyUsed,
  CallError,
  type Facts,
  GemwrightError,
  InvalidRequest,
  LimitExceeded,
  MatchNotFound,
  NotAllowed,
  NotAuthenticated,
  RefusedByNetwork,
  ReplyUnusable,
  ServerFault,
  StaleVersion,
  TokenExpired,
  Unavailable,
  Unreachable,
  type Violation,
  WrongState,
} from "./errors.js";
export type { StreamState } from "./following.js";
export type { Inbox, InboxMessage } from "./inbox.js";
export type { CallOptions } from "./line.js";
export { Missed } from "./log.js";
export type { ActOptions, MatchHandle } from "./match.js";
export type { Matches, MatchFilter, MatchSpec, Tokens } from "./matchmaking.js";
export { newRequestId } from "./requestid.js";
export type { WatchMessage, WatchOptions } from "./watching.js";

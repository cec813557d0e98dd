/** A handle on one match: look at it, act in it, follow it. */

import { type Client, createClient } from "@connectrpc/connect";
import type { Action, Payment, View } from "../gen/gemwright/v1/game_pb.js";
import type { Match, MatchRecord, Update } from "../gen/gemwright/v1/match_pb.js";
import {
  type GetMatchResponse,
  type JoinMatchResponse,
  MatchService,
  ResetReason,
  type SubmitActionResponse,
} from "../gen/gemwright/v1/match_service_pb.js";
import type { ReadOptions } from "./broadcast.js";
import { ReplyUnusable } from "./errors.js";
import type { CallOptions, Line } from "./line.js";
import { Log, Missed } from "./log.js";
import { newRequestId } from "./requestid.js";
import { LAST_RESETS, type Watches, type WatchMessage, type WatchOptions } from "./watching.js";

const PAGE_SIZE = 1_000;

/** How to act. */
export interface ActOptions extends CallOptions {
  /** The version that was acted on; else the one that this handle has looked at last. */
  readonly expectedVersion?: number | undefined;
  /** An id of the caller's own for this intention; else a new one. */
  readonly requestId?: string | undefined;
}

/** One match, from one seat: the one named, or else the first that the caller holds. */
export class MatchHandle {
  private readonly service: Client<typeof MatchService>;
  /** The version that was looked at last, and not acted on since. */
  private version: number | undefined;
  /** The seat that the caller was found to hold. */
  private heldSeat: number | undefined;

  constructor(
    private readonly line: Line,
    private readonly watches: Watches,
    /** The id of the match. */
    readonly id: string,
    private readonly seat?: number | undefined,
  ) {
    this.service = createClient(MatchService, line.transport);
  }

  /** The match as this seat may know it now: match, view, legal actions, resume token. */
  async get(options: CallOptions = {}): Promise<GetMatchResponse> {
    const request = { match: this.id, seat: this.seat };
    const seen = await this.line.call((how) => this.service.getMatch(request, how), options);
    this.version = seen.match?.version;
    this.heldSeat = seen.viewerSeat;
    return seen;
  }

  /** The position, as this seat may know it; undefined before the deal. */
  async view(options: CallOptions = {}): Promise<View | undefined> {
    return (await this.get(options)).view;
  }

  /** Everything this seat may do now; nothing unless it must act. */
  async legalActions(options: CallOptions = {}): Promise<Action[]> {
    return (await this.get(options)).legalActions;
  }

  /** Act; what it did, as this seat sees it. */
  async act(action: Action, options: ActOptions = {}): Promise<Update> {
    const requestId = options.requestId ?? newRequestId();
    const { update } = await this.submit(action, requestId, options);
    this.version = undefined; // what was seen is over: the next action looks first
    return required(update);
  }

  /** Do all that `act` does but act: throws what it would throw. */
  async validate(action: Action, options: Omit<ActOptions, "requestId"> = {}): Promise<void> {
    await this.submit(action, "", options);
  }

  /** Give the match up for this seat; what that did. */
  async resign(options: Omit<ActOptions, "expectedVersion"> = {}): Promise<Update> {
    const requestId = options.requestId ?? newRequestId();
    const seat = await this.actingSeat(options);
    const request = { match: this.id, seat, requestId };
    const answer = await this.line.call((how) => this.service.resign(request, how), options);
    this.version = undefined;
    return required(answer.update);
  }

  /**
   * Fill a seat: the one of a join token, or the one that is kept for the caller. The answer to a
   * join token alone has a `playerToken`: give it to `GemwrightClient.show`.
   */
  join(
    joinToken = "",
    options: CallOptions & { entropy?: Uint8Array | undefined } = {},
  ): Promise<JoinMatchResponse> {
    const entropy = options.entropy ?? new Uint8Array();
    const request = { match: this.id, joinToken, entropy, seat: this.seat };
    return this.line.call((how) => this.service.joinMatch(request, how), options);
  }

  /** Every exact payment for a listed purchase, the default one first. */
  async *payments(action: Action, options: CallOptions = {}): AsyncGenerator<Payment> {
    const seat = await this.actingSeat(options);
    let pageToken = "";
    do {
      const request = { match: this.id, seat, action, pageToken };
      const page = await this.line.call((how) => this.service.listPayments(request, how), options);
      yield* page.payments;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** The updates after a version, up to now. */
  async *history(afterVersion = 0, options: CallOptions = {}): AsyncGenerator<Update> {
    let pageToken = "";
    do {
      const request = { match: this.id, seat: this.seat, afterVersion, pageToken };
      const page = await this.line.call(
        (how) => this.service.listUpdates({ ...request, pageSize: PAGE_SIZE }, how),
        options,
      );
      yield* page.updates;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** Everything about the match, once it is over. */
  async record(options: CallOptions = {}): Promise<MatchRecord> {
    const request = { match: this.id };
    const answer = await this.line.call(
      (how) => this.service.getMatchRecord(request, how),
      options,
    );
    return required(answer.record);
  }

  /**
   * The messages of a watch, over any number of cuts: what a front end draws and animates.
   *
   * A snapshot first, unless a token says where to go on; then updates and clocks; a reset is
   * followed by another snapshot; the reveal is the last one. Watches of the same match and seat
   * share one stream.
   */
  watch(options: WatchOptions = {}): AsyncGenerator<WatchMessage> {
    const place = { match: this.id, seat: this.seat };
    return this.watches.watch(place, (how) => this.get(how), options);
  }

  /**
   * Every update from now on, or after a version, to the end of the match, each once.
   *
   * Where they do not continue, a `Missed` says which of them were not seen.
   */
  async *updates(
    options: ReadOptions & { after?: number | undefined } = {},
  ): AsyncGenerator<Update | Missed> {
    const log = new Log((after) => this.history(after, options));
    let reset: ResetReason | undefined;
    for await (const { message } of this.watch(options)) {
      if (message.case === "update") {
        if (log.takes(message.value)) yield message.value;
      } else if (message.case === "reset") {
        const { reason } = message.value;
        if (LAST_RESETS.has(reason)) yield Missed.everything(reason);
        else if (log.hasBegun) reset = reason; // else nothing was seen that could be missed
      } else if (message.case === "snapshot") {
        const match = required(message.value.match);
        if (reset !== undefined) yield await log.missed(reset, match);
        else yield* this.before(log, match, options);
        reset = undefined;
      }
    }
  }

  /** What a reader wants who begins before the snapshot, or has seen more than there is. */
  private async *before(
    log: Log,
    match: Match,
    { after = match.version, signal }: { after?: number | undefined } & CallOptions,
  ): AsyncGenerator<Update | Missed> {
    if (after === match.version) {
      log.begin(match.version, match.commitId);
      return;
    }
    log.begin(after);
    if (after > match.version) {
      yield await log.missed(ResetReason.HISTORY_LOST, match);
      return;
    }
    for await (const update of this.history(after, { signal })) {
      if (update.version > match.version) break;
      log.takes(update);
      yield update;
    }
  }

  /** The seat that acts; undefined leaves it to the server to say that there is none. */
  private async actingSeat(options: CallOptions): Promise<number | undefined> {
    return this.seat ?? this.heldSeat ?? (await this.get(options)).viewerSeat;
  }

  private async submit(
    action: Action,
    requestId: string,
    options: ActOptions,
  ): Promise<SubmitActionResponse> {
    if ((options.expectedVersion ?? this.version) === undefined) await this.get(options);
    const request = {
      match: this.id,
      seat: await this.actingSeat(options),
      expectedVersion: options.expectedVersion ?? this.version,
      requestId,
      action,
      validateOnly: requestId === "",
    };
    return this.line.call((how) => this.service.submitAction(request, how), options);
  }
}

/** What the contract says is set. */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new ReplyUnusable("an answer without what it is for");
  return value;
}

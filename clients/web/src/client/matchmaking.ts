/** What a matchmaker calls, with its own key: matches, and tokens for their players. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { type Client, Code, createClient } from "@connectrpc/connect";
import { Game } from "../gen/gemwright/v1/game_pb.js";
import { type Match, MatchState } from "../gen/gemwright/v1/match_pb.js";
import {
  type ActivityKind,
  type CreateMatchRequest,
  CreateMatchRequestSchema,
  type CreateMatchResponse,
  type CreateMatchResult,
  type CreatePlayerTokenResponse,
  MatchmakerService,
  type WatchActivityResponse,
} from "../gen/gemwright/v1/matchmaker_service_pb.js";
import type { ReadOptions } from "./broadcast.js";
import { CallError, ReplyUnusable } from "./errors.js";
import { Following } from "./following.js";
import type { CallOptions, Line } from "./line.js";
import { Pause } from "./pause.js";
import { newRequestId } from "./requestid.js";

/** A match to be made; without a request id it gets a new one. */
export type MatchSpec = MessageInitShape<typeof CreateMatchRequestSchema>;

/** Which matches; what is not named does not matter. */
export interface MatchFilter {
  readonly state?: MatchState | undefined;
  readonly game?: Game | undefined;
  readonly principal?: string | undefined;
}

const PAGE_SIZE = 500;

/** The matches of an owner. */
export class Matches {
  private readonly service: Client<typeof MatchmakerService>;

  constructor(private readonly line: Line) {
    this.service = createClient(MatchmakerService, line.transport);
  }

  /** Create a match. */
  create(spec: MatchSpec, options?: CallOptions): Promise<CreateMatchResponse> {
    const request = named(spec);
    return this.line.call((how) => this.service.createMatch(request, how), options);
  }

  /**
   * Create up to 500 matches, each for itself; a result for each, in their order.
   *
   * Those that the server's store has failed are asked for again, as a call would be.
   */
  async createMany(
    specs: Iterable<MatchSpec>,
    options: CallOptions = {},
  ): Promise<CreateMatchResult[]> {
    const requests = Array.from(specs, named);
    const pause = new Pause();
    const giveUp = performance.now() + this.line.patienceMs;
    const results = await this.batch(requests, options);
    for (;;) {
      const again = [...results.keys()].filter((at) => isUnavailable(results[at]));
      const wait = pause.milliseconds();
      if (again.length === 0 || performance.now() + wait > giveUp) return results;
      await this.line.rest(wait, options.signal);
      try {
        const found = await this.batch(
          requests.filter((_, at) => again.includes(at)),
          options,
        );
        again.forEach((at, index) => {
          results[at] = found[index] ?? (results[at] as CreateMatchResult);
        });
      } catch (error) {
        if (error instanceof CallError) return results; // what is known would be lost with it
        throw error;
      }
    }
  }

  /** The matches of the owner, each once, in no particular order. */
  async *find({ signal, ...filter }: MatchFilter & CallOptions = {}): AsyncGenerator<Match> {
    const { state = MatchState.UNSPECIFIED, game = Game.UNSPECIFIED, principal = "" } = filter;
    let pageToken = "";
    do {
      const request = { state, game, principal, pageSize: PAGE_SIZE, pageToken };
      const page = await this.line.call((how) => this.service.listMatches(request, how), {
        signal,
      });
      yield* page.matches;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** End a match without an outcome. */
  async cancel(match: string, options?: CallOptions): Promise<Match> {
    const answer = await this.line.call((how) => this.service.cancelMatch({ match }, how), options);
    if (answer.match === undefined) throw new ReplyUnusable("an answer without a match");
    return answer.match;
  }

  /**
   * What happens in the matches from now on, or after a token; at least once each.
   *
   * Keep the newest `resumeToken` that is not empty together with what was made of it.
   */
  async *activity(
    options: ReadOptions & {
      readonly kinds?: ActivityKind[] | undefined;
      readonly resumeToken?: string | undefined;
    } = {},
  ): AsyncGenerator<WatchActivityResponse> {
    const { kinds = [], signal = new AbortController().signal, onState = () => {} } = options;
    let { resumeToken = "" } = options;
    const source = {
      open: (how: object) => this.service.watchActivity({ kinds, resumeToken }, how),
      place: () => resumeToken,
      onState,
    };
    for await (const message of new Following(this.line, source, signal).messages()) {
      resumeToken = message.resumeToken || resumeToken;
      if (message.message.case !== "goingAway") yield message;
    }
  }

  private async batch(
    requests: CreateMatchRequest[],
    options: CallOptions,
  ): Promise<CreateMatchResult[]> {
    const request = { requests };
    const answer = await this.line.call(
      (how) => this.service.batchCreateMatches(request, how),
      options,
    );
    return answer.results;
  }
}

/** Credentials for players. */
export class Tokens {
  private readonly service: Client<typeof MatchmakerService>;

  constructor(private readonly line: Line) {
    this.service = createClient(MatchmakerService, line.transport);
  }

  /** A credential that names a principal in the owner's matches. */
  create(
    principal: string,
    { ttlMs, ...options }: CallOptions & { ttlMs?: number | undefined } = {},
  ): Promise<CreatePlayerTokenResponse> {
    const request = { principal, ...(ttlMs !== undefined && { ttl: durationFromMs(ttlMs) }) };
    return this.line.call((how) => this.service.createPlayerToken(request, how), options);
  }
}

/** Whether a match was not made for want of a store, or perhaps was. */
function isUnavailable(result: CreateMatchResult | undefined): boolean {
  return result?.result.case === "failure" && result.result.value.code === Code.Unavailable;
}

/** The request with an id; the caller's own message is left as it was. */
function named(spec: MatchSpec): CreateMatchRequest {
  const requestId = spec.requestId || newRequestId();
  return create(CreateMatchRequestSchema, { ...spec, requestId } as MatchSpec);
}

/** Watching matches: every message once and in order, over any number of cuts. */

import { create } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import {
  type GetMatchResponse,
  MatchService,
  ResetReason,
  SnapshotSchema,
  type WatchMatchResponse,
  WatchMatchResponseSchema,
} from "../gen/gemwright/v1/match_service_pb.js";
import { Broadcast, type ReadOptions } from "./broadcast.js";
import { Following, type StreamState } from "./following.js";
import type { CallOptions, Line } from "./line.js";

/** What a front end draws and animates: what the server sends, but for signs of life. */
export type WatchMessage = WatchMatchResponse & {
  message: Extract<
    WatchMatchResponse["message"],
    { case: "snapshot" | "update" | "clocks" | "reset" | "reveal" }
  >;
};

/** How to watch. */
export interface WatchOptions extends ReadOptions {
  /**
   * The newest token that was received, to go on after it, in another session too. Such a watch has
   * a stream of its own.
   */
  readonly resumeToken?: string | undefined;
}

/** After these, nothing comes any more. */
export const LAST_RESETS: ReadonlySet<ResetReason> = new Set([
  ResetReason.MATCH_EXPIRED,
  ResetReason.UNREADABLE,
]);

/** Everything that is watched on one line: one stream for each match and seat. */
export class Watches {
  private readonly service: Client<typeof MatchService>;
  private readonly shared = new Map<string, Broadcast<WatchMessage>>();

  constructor(private readonly line: Line) {
    this.service = createClient(MatchService, line.transport);
  }

  /** The messages of one match, from one seat, up to the reveal or a last reset. */
  async *watch(
    place: { match: string; seat?: number | undefined },
    look: (options: CallOptions) => Promise<GetMatchResponse>,
    { resumeToken = "", signal, onState }: WatchOptions,
  ): AsyncGenerator<WatchMessage> {
    signal?.throwIfAborted();
    const stream = resumeToken ? this.open(place, resumeToken) : this.join(place);
    const reader = stream.join(onState);
    try {
      let seen = -1;
      if (reader.isLate) {
        const now = await look({ signal });
        seen = now.match?.version ?? seen;
        yield snapshotOf(now);
      }
      for await (const message of reader.items(signal)) {
        const { message: content } = message;
        if (content.case === "update" && content.value.version <= seen) continue;
        if (content.case === "snapshot") seen = -1; // versions may have gone back
        yield message;
      }
    } finally {
      stream.leave(reader);
    }
  }

  private join(place: { match: string; seat?: number | undefined }): Broadcast<WatchMessage> {
    const key = `${place.match} ${place.seat ?? ""}`;
    const found = this.shared.get(key);
    if (found !== undefined) return found;
    const made = this.open(place, "", () => {
      if (this.shared.get(key) === made) this.shared.delete(key);
    });
    this.shared.set(key, made);
    return made;
  }

  private open(
    place: { match: string; seat?: number | undefined },
    resumeToken: string,
    onOver: () => void = () => {},
  ): Broadcast<WatchMessage> {
    return new Broadcast(
      (signal, onState) => this.messages(place, resumeToken, signal, onState),
      onOver,
    );
  }

  private async *messages(
    place: { match: string; seat?: number | undefined },
    begin: string,
    signal: AbortSignal,
    onState: (state: StreamState) => void,
  ): AsyncGenerator<WatchMessage> {
    let resumeToken = begin;
    const source = {
      open: (options: object) => this.service.watchMatch({ ...place, resumeToken }, options),
      place: () => resumeToken,
      onState,
    };
    for await (const message of new Following(this.line, source, signal).messages()) {
      resumeToken = message.resumeToken; // a reset has none: a snapshot follows
      if (!isNews(message)) continue;
      yield message;
      const { message: content } = message;
      if (content.case === "reveal") return;
      if (content.case === "reset" && LAST_RESETS.has(content.value.reason)) return;
    }
  }
}

/** Whether a message says anything; what a newer server adds is passed over. */
function isNews(message: WatchMatchResponse): message is WatchMessage {
  const kind = message.message.case;
  return kind !== undefined && kind !== "heartbeat" && kind !== "goingAway";
}

/** The match as it is now, as the first message of a watch would have it. */
function snapshotOf(seen: GetMatchResponse): WatchMessage {
  const { match, view, viewerSeat, legalActions, resumeToken } = seen;
  const value = create(SnapshotSchema, { match, view, viewerSeat });
  const message = { case: "snapshot", value } as const;
  return create(WatchMatchResponseSchema, { message, legalActions, resumeToken }) as WatchMessage;
}

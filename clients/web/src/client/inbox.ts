/** One stream for all matches of a principal. */

import { create, equals } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { type Client, createClient } from "@connectrpc/connect";
import {
  InboxCompleteSchema,
  type InboxEntry,
  InboxEntrySchema,
  InboxService,
  type WatchInboxResponse,
  WatchInboxResponseSchema,
} from "../gen/gemwright/v1/inbox_service_pb.js";
import { MatchState } from "../gen/gemwright/v1/match_pb.js";
import { Broadcast, type ReadOptions } from "./broadcast.js";
import { Following, type StreamState } from "./following.js";
import type { CallOptions, Line } from "./line.js";

/** Entries as they change; `complete` once all are there; `reset` where they come anew. */
export type InboxMessage = WatchInboxResponse & {
  message: Extract<WatchInboxResponse["message"], { case: "entry" | "complete" | "reset" }>;
};

/** So many matches that ended are remembered, lest an old entry of theirs is taken for news. */
const KEPT_ENDED = 1_000;

/** The matches of the caller. */
export class Inbox {
  private readonly service: Client<typeof InboxService>;
  private shared: Broadcast<InboxMessage> | undefined;
  private newest = new Newest();

  constructor(private readonly line: Line) {
    this.service = createClient(InboxService, line.transport);
  }

  /**
   * Of each match only what is newer than what came before, over any number of cuts. All who watch
   * share one stream; who comes later is first told what is known.
   */
  async *watch({ signal, onState }: ReadOptions = {}): AsyncGenerator<InboxMessage> {
    signal?.throwIfAborted();
    this.shared ??= this.open();
    const stream = this.shared;
    const known = this.newest.messages();
    const reader = stream.join(onState);
    try {
      yield* known;
      yield* reader.items(signal);
    } finally {
      stream.leave(reader);
    }
  }

  /** Ask to be the one process of several that looks after a match; whether it is so. */
  async lease(
    match: string,
    holder: string,
    ttlMs: number,
    options?: CallOptions,
  ): Promise<boolean> {
    const request = { match, holder, ttl: durationFromMs(ttlMs) };
    const answer = await this.line.call((how) => this.service.leaseMatch(request, how), options);
    return answer.isGranted;
  }

  private open(): Broadcast<InboxMessage> {
    this.newest = new Newest();
    const { newest } = this;
    const made = new Broadcast<InboxMessage>(
      (signal, onState) => this.messages(newest, signal, onState),
      () => {
        if (this.shared === made) this.shared = undefined;
      },
    );
    return made;
  }

  private async *messages(
    newest: Newest,
    signal: AbortSignal,
    onState: (state: StreamState) => void,
  ): AsyncGenerator<InboxMessage> {
    let resumeToken = "";
    const source = {
      open: (options: object) => this.service.watchInbox({ resumeToken }, options),
      place: () => resumeToken,
      onState,
    };
    for await (const message of new Following(this.line, source, signal).messages()) {
      if (message.message.case === "reset") resumeToken = "";
      resumeToken = message.resumeToken || resumeToken;
      if (isNews(message) && newest.takes(message)) yield message;
    }
  }
}

/** What is known of each match. */
export class Newest {
  private readonly entries = new Map<string, InboxEntry>();
  private readonly ended: string[] = [];
  private isComplete = false;

  /** Note a message; false where it says nothing new. */
  takes({ message }: InboxMessage): boolean {
    if (message.case === "reset") {
      this.entries.clear();
      this.isComplete = false;
    } else if (message.case === "complete") {
      this.isComplete = true;
    } else {
      return this.takesEntry(message.value);
    }
    return true;
  }

  /** What a reader has to be told who was not there. */
  messages(): InboxMessage[] {
    const messages: InboxMessage["message"][] = [...this.entries.values()].map((value) => ({
      case: "entry",
      value,
    }));
    if (this.isComplete) messages.push({ case: "complete", value: create(InboxCompleteSchema) });
    return messages.map((message) => create(WatchInboxResponseSchema, { message }) as InboxMessage);
  }

  private takesEntry(entry: InboxEntry): boolean {
    const before = this.entries.get(entry.match);
    if (before !== undefined) {
      if (entry.version < before.version || equals(InboxEntrySchema, entry, before)) return false;
    }
    this.entries.set(entry.match, entry);
    if (!isLive(entry.state)) this.forgetOne(entry.match);
    return true;
  }

  private forgetOne(ended: string): void {
    this.ended.push(ended);
    if (this.ended.length > KEPT_ENDED) this.entries.delete(this.ended.shift() ?? "");
  }
}

function isLive(state: MatchState): boolean {
  return state === MatchState.WAITING || state === MatchState.ACTIVE;
}

function isNews(message: WatchInboxResponse): message is InboxMessage {
  const kind = message.message.case;
  return kind === "entry" || kind === "complete" || kind === "reset";
}

/**
 * A stream that is taken up again wherever it breaks.
 *
 * A stream that has begun is resumed for as long as it takes, for the way through a tunnel has no
 * fixed length; one that has never begun is given up like a call. A server that is silent for longer
 * than two heartbeats is taken for dead: a phone's connection can die without anybody saying so.
 * Streams that get nowhere are taken up ever less often.
 */

import { createClient } from "@connectrpc/connect";
import { CatalogService } from "../gen/gemwright/v1/catalog_service_pb.js";
import { type CallError, LimitExceeded, TokenExpired, Unavailable } from "./errors.js";
import { type Line, lost, type OpenOptions } from "./line.js";
import { Pause } from "./pause.js";

const SILENCES = 2;
/** So many fresh tokens in a row may have expired before one of them opens the stream. */
const MOST_RENEWALS = 3;
/** A stream that was open for so long was worth opening, even if it had no news. */
const LASTING_MS = 10_000;
const LEAST_HEARTBEAT_MS = 1_000;

/** How a stream stands, for people to see. */
export type StreamState =
  /** It is being opened, for the first time or again. */
  | { readonly kind: "connecting" }
  /** The server has answered: what comes is complete. */
  | { readonly kind: "open" }
  /** It broke, and is opened again after so long. */
  | { readonly kind: "waiting"; readonly error: CallError; readonly milliseconds: number };

/** A kind of stream, and where the reader of it stands. */
export interface Source<M> {
  /** Open it, to go on after the newest message that was taken. */
  open(options: OpenOptions): AsyncIterable<M>;
  /** The resume token of that message. */
  place(): string;
  onState(state: StreamState): void;
}

export class Following<M extends { message: { case: string | undefined } }> {
  private readonly pause = new Pause();
  private readonly giveUp: number;
  private hasBegun = false;
  private renewals = 0;

  constructor(
    private readonly line: Line,
    private readonly source: Source<M>,
    private readonly signal: AbortSignal,
  ) {
    this.giveUp = performance.now() + line.patienceMs;
  }

  /** The messages, without an end: who reads them knows which is the last. */
  async *messages(): AsyncGenerator<M> {
    for (;;) {
      this.source.onState({ kind: "connecting" });
      const token = await this.line.token(this.signal);
      const asked = this.source.place();
      const since = performance.now();
      try {
        yield* this.once(token);
        if (!this.gotOn(asked, since)) await this.line.rest(this.pause.milliseconds(), this.signal);
      } catch (error) {
        if (error instanceof TokenExpired) {
          this.renewals += 1;
          if (this.renewals > MOST_RENEWALS) throw error;
          if (!(await this.line.renew(token, this.signal))) throw error;
        } else if (error instanceof Unavailable || error instanceof LimitExceeded) {
          this.gotOn(asked, since);
          await this.wait(error);
        } else {
          throw error;
        }
      }
    }
  }

  /** The messages of one stream, until the server goes away. */
  private async *once(token: string | undefined): AsyncGenerator<M> {
    const silenceMs = SILENCES * (await this.heartbeatMs());
    const { line, signal, source } = this;
    const onOpen = (): void => source.onState({ kind: "open" });
    const how = { token, silenceMs, onOpen, signal };
    for await (const message of line.stream((options) => source.open(options), how)) {
      this.hasBegun = true;
      this.renewals = 0;
      yield message;
      if (message.message.case === "goingAway") return;
    }
    throw lost("CANCELLED", "the stream ended");
  }

  /** Whether a stream brought news or lasted; after such a one pauses are short again. */
  private gotOn(asked: string, since: number): boolean {
    const gotOn = this.source.place() !== asked || performance.now() - since > LASTING_MS;
    if (gotOn) this.pause.reset();
    return gotOn;
  }

  /** Wait before the next attempt, if there is to be one. */
  private async wait(error: CallError): Promise<void> {
    const milliseconds = this.pause.after(error);
    const isTooLate = performance.now() + milliseconds > this.giveUp;
    if (this.line.isClosed) throw error;
    if (!this.hasBegun && isTooLate) throw error;
    this.source.onState({ kind: "waiting", error, milliseconds });
    await this.line.rest(milliseconds, this.signal);
  }

  /** Milliseconds between two signs of life of this server. */
  private heartbeatMs(): number | Promise<number> {
    return this.line.heartbeatMs ?? this.askHeartbeat();
  }

  private async askHeartbeat(): Promise<number> {
    const catalogue = createClient(CatalogService, this.line.transport);
    const { signal } = this;
    const info = await this.line.call((options) => catalogue.getServerInfo({}, options), {
      signal,
    });
    const seconds = info.limits?.heartbeatSeconds ?? 0;
    this.line.heartbeatMs = Math.max(LEAST_HEARTBEAT_MS, 1000 * seconds);
    return this.line.heartbeatMs;
  }
}

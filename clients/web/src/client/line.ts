/**
 * The line to the server: every call goes through here.
 *
 * What the server or the network failed for a while is sent again, the same message, until an answer
 * comes or patience ends. Every call that changes a match carries a request id, or changes nothing
 * the second time. Nothing else is sent again, except once with a fresh token where the one before
 * had expired.
 */

import type { Transport } from "@connectrpc/connect";
import { unlessAborted, whenAborted } from "./aborting.js";
import type { Credential } from "./credential.js";
import {
  type CallError,
  LimitExceeded,
  NotAuthenticated,
  TokenExpired,
  Unavailable,
  Unreachable,
} from "./errors.js";
import { Pause } from "./pause.js";
import { UnderWay } from "./underway.js";

/** How long one attempt of a call may take. */
const ATTEMPT_MS = 5_000;
const LEAST_ATTEMPT_MS = 100;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** What every call can be given. */
export interface CallOptions {
  /** Ends the call, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** How one attempt of a call is to be made, in the words of Connect. */
export interface AttemptOptions {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** How a stream is to be opened. */
export interface OpenOptions {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly onHeader: () => void;
}

/** What is to be known of a stream. */
export interface StreamOptions {
  readonly token: string | undefined;
  /** After so long without a message it is dead. */
  readonly silenceMs: number;
  readonly onOpen: () => void;
  readonly signal: AbortSignal | undefined;
}

export class Line {
  /** Milliseconds between two signs of life of a stream, once known. */
  heartbeatMs: number | undefined;
  /** Whether nothing is called any more. */
  isClosed = false;
  private readonly underWay = new Set<UnderWay>();
  private readonly sleepers = new Set<() => void>();

  constructor(
    readonly transport: Transport,
    private readonly credential: Credential,
    /** For how long a call is tried. */
    readonly patienceMs: number,
  ) {}

  /** Hang up: calls and streams that are under way fail. */
  close(): void {
    this.isClosed = true;
    this.reconnect();
  }

  /** Begin everything that is under way anew, without waiting: the network has changed. */
  reconnect(): void {
    for (const way of [...this.underWay]) way.end(this.broken());
    for (const wake of [...this.sleepers]) wake();
  }

  /** A call with one answer; throws a `CallError`. */
  async call<T>(
    attempt: (options: AttemptOptions) => Promise<T>,
    { signal }: CallOptions = {},
  ): Promise<T> {
    const pause = new Pause();
    const giveUp = performance.now() + this.patienceMs;
    let hasRenewed = false;
    for (;;) {
      const token = await this.token(signal);
      try {
        return await this.attempt(attempt, token, giveUp, signal);
      } catch (error) {
        if (error instanceof TokenExpired) {
          if (hasRenewed || !(await this.renew(token, signal))) throw error;
          hasRenewed = true;
        } else if (isPassing(error)) {
          const wait = pause.after(error);
          if (this.isClosed || performance.now() + wait > giveUp) throw error;
          await this.rest(wait, signal);
        } else {
          throw error;
        }
      }
    }
  }

  /** The messages of one stream, which is not taken up again. */
  async *stream<T>(
    open: (options: OpenOptions) => AsyncIterable<T>,
    { token, silenceMs, onOpen, signal }: StreamOptions,
  ): AsyncGenerator<T> {
    const headers = headersOf(token);
    const way = this.start(signal);
    const fallSilent = (): void => way.end(silent(silenceMs));
    try {
      const messages = open({ headers, signal: way.signal, onHeader: onOpen });
      const iterator = messages[Symbol.asyncIterator]();
      for (;;) {
        const timer = setTimeout(fallSilent, silenceMs);
        const next = await iterator.next().finally(() => clearTimeout(timer));
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      throw way.failure(error);
    } finally {
      way.end(undefined);
      way.release();
    }
  }

  /** The token that is shown now; who must wait for it to be given can leave. */
  token(signal?: AbortSignal): Promise<string | undefined> {
    return unlessAborted(this.credential.current(), signal);
  }

  /** Have another token than this one, if there can be one. */
  renew(expired: string | undefined, signal?: AbortSignal): Promise<boolean> {
    return unlessAborted(this.credential.renew(expired), signal);
  }

  /** Wait before something is tried again; who is closed or reconnected meanwhile waits no longer. */
  rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.sleepers.delete(wake);
        leave();
        if (signal?.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.sleepers.add(wake);
      const leave = whenAborted(signal, wake);
      if (signal?.aborted || this.isClosed) wake();
    });
  }

  private async attempt<T>(
    attempt: (options: AttemptOptions) => Promise<T>,
    token: string | undefined,
    giveUp: number,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const headers = headersOf(token);
    const left = Math.max(giveUp - performance.now(), LEAST_ATTEMPT_MS);
    const timeoutMs = Math.round(Math.min(ATTEMPT_MS, left));
    const way = this.start(signal);
    try {
      return await attempt({ headers, signal: way.signal, timeoutMs });
    } catch (error) {
      throw way.failure(error);
    } finally {
      way.release();
    }
  }

  private start(signal: AbortSignal | undefined): UnderWay {
    const way = new UnderWay(this.underWay, signal);
    if (this.isClosed) way.end(this.broken());
    return way;
  }

  private broken(): Unreachable {
    return lost("CANCELLED", this.isClosed ? "the client is closed" : "the network has changed");
  }
}

/** Whether it may be otherwise in a moment: what has a time to try again, or came from no server. */
function isPassing(error: unknown): error is CallError {
  return (
    error instanceof Unavailable ||
    (error instanceof LimitExceeded && error.retryAfterMs !== undefined)
  );
}

/** An error of the way to the server. */
export function lost(code: string, text: string): Unreachable {
  return new Unreachable({ reason: "", code, text });
}

function silent(milliseconds: number): Unreachable {
  return lost("DEADLINE_EXCEEDED", `silent for ${Math.round(milliseconds / 1000)} s`);
}

function headersOf(token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  if (!PRINTABLE.test(token)) {
    const text = "the token has letters or signs that no token has"; // which is not repeated
    throw new NotAuthenticated({ reason: "CREDENTIALS_INVALID", code: "UNAUTHENTICATED", text });
  }
  return { authorization: `Bearer ${token}` };
}

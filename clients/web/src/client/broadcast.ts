/**
 * One stream for any number of readers, who come and go.
 *
 * A browser has six connections to an origin over HTTP/1.1, and every stream holds one of them: so
 * whatever on a page follows the same thing reads from one stream. It begins with the first reader
 * and is over when the last one leaves, or when nothing comes any more.
 */

import { whenAborted } from "./aborting.js";
import type { StreamState } from "./following.js";

/** Opens a stream: what comes on it until the signal says that nobody reads any more. */
export type Pump<T> = (
  signal: AbortSignal,
  onState: (state: StreamState) => void,
) => AsyncIterable<T>;

/** What a reader may say of itself. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how the stream stands, at once and whenever that changes. */
  readonly onState?: ((state: StreamState) => void) | undefined;
}

/** One reader, and what it has not read yet. */
export class Reader<T> {
  private readonly waiting: T[] = [];
  private end: { readonly error?: unknown } | undefined;
  private wake: () => void = () => {};

  constructor(
    readonly onState: (state: StreamState) => void,
    /** Whether something had come before it began to read. */
    readonly isLate: boolean,
  ) {}

  /** Something has come. */
  push(item: T): void {
    this.waiting.push(item);
    this.wake();
  }

  /** Nothing comes any more; because of an error, if there is one. */
  finish(end: { readonly error?: unknown }): void {
    this.end ??= end;
    this.wake();
  }

  /** What has come and comes, up to the end. */
  async *items(signal: AbortSignal | undefined): AsyncGenerator<T> {
    const leave = whenAborted(signal, () => this.wake());
    try {
      for (;;) {
        signal?.throwIfAborted();
        if (this.waiting.length > 0) {
          yield this.waiting.shift() as T;
        } else if (this.end !== undefined) {
          if ("error" in this.end) throw this.end.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.wake = resolve;
          });
        }
      }
    } finally {
      leave();
    }
  }
}

export class Broadcast<T> {
  private readonly readers = new Set<Reader<T>>();
  private readonly stopping = new AbortController();
  private hasDelivered = false;
  private state: StreamState = { kind: "connecting" };

  constructor(
    private readonly pump: Pump<T>,
    /** Called once, when nobody can join any more. */
    private readonly onOver: () => void,
  ) {
    void this.run();
  }

  /** Read from now on. */
  join(onState: (state: StreamState) => void = () => {}): Reader<T> {
    const reader = new Reader<T>(onState, this.hasDelivered);
    this.readers.add(reader);
    onState(this.state);
    return reader;
  }

  /** Read no more; after the last one has left, the stream is closed. */
  leave(reader: Reader<T>): void {
    this.readers.delete(reader);
    if (this.readers.size > 0) return;
    this.onOver();
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    try {
      const { signal } = this.stopping;
      for await (const item of this.pump(signal, (state) => this.tell(state))) {
        this.hasDelivered = true;
        for (const reader of this.readers) reader.push(item);
      }
      this.finish({});
    } catch (error) {
      this.finish({ error });
    }
  }

  private tell(state: StreamState): void {
    if (state.kind === this.state.kind && state.kind !== "waiting") return;
    this.state = state;
    for (const reader of this.readers) reader.onState(state);
  }

  private finish(end: { readonly error?: unknown }): void {
    this.onOver();
    for (const reader of this.readers) reader.finish(end);
  }
}

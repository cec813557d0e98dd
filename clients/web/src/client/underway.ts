/** One call or stream that is under way, and who may end it: its caller, or the line. */

import { ConnectError } from "@connectrpc/connect";
import { whenAborted } from "./aborting.js";
import { callError } from "./status.js";

export class UnderWay {
  private readonly controller = new AbortController();
  private readonly leave: () => void;

  constructor(
    private readonly all: Set<UnderWay>,
    caller: AbortSignal | undefined,
  ) {
    all.add(this);
    this.leave = whenAborted(caller, () => this.end(caller?.reason));
    if (caller?.aborted) this.end(caller.reason);
  }

  /** Aborted once it is over. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** End it; what waits for it gets the reason. The first reason counts. */
  end(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** What to throw where it has failed with this error. */
  failure(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    return error instanceof ConnectError ? callError(error) : error;
  }

  /** It is over. */
  release(): void {
    this.all.delete(this);
    this.leave();
  }
}

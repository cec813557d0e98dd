// Something that is asked of the server on a press: under way, failed, or given up.

import { useEffect, useRef, useState } from "preact/hooks";
import { GemwrightError, NotAuthenticated } from "../client/index.js";
import { useApp } from "./app_context.js";

export interface Attempt {
  readonly isUnderWay: boolean;
  /** Why the last one failed. */
  readonly error: GemwrightError | undefined;
  /** Try something, instead of what is under way; the signal ends it. */
  run(done: (signal: AbortSignal) => Promise<void>): Promise<void>;
  giveUp(): void;
}

/** Attempts of which one is made at a time; the last one is given up with the screen. */
export function useAttempt(): Attempt {
  const { session } = useApp();
  const ending = useRef(new AbortController());
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<GemwrightError>();
  const giveUp = () => {
    ending.current.abort();
    setUnderWay(false);
  };
  useEffect(() => () => ending.current.abort(), []);
  const run = async (done: (signal: AbortSignal) => Promise<void>) => {
    ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setUnderWay(true);
    setError(undefined);
    try {
      await done(signal);
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof GemwrightError)) throw failure;
      if (failure instanceof NotAuthenticated) session.forgetToken();
      setError(failure);
    }
    if (!signal.aborted) setUnderWay(false);
  };
  return { isUnderWay, error, run, giveUp };
}

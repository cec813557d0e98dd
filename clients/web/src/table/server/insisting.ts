// Asking until there is an answer: for what a page cannot be without.

import { Unavailable } from "../../client/index.js";

const PAUSE_MS = 1_000;

/** The answer; throws what asking again will not mend, and the reason of the signal. */
export async function insist<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

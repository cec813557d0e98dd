// An answer of the server that a screen waits for.

import { useEffect, useState } from "preact/hooks";
import { insist } from "./server/insisting.js";

/** The answer to a question, once there is one; `about` says when it is another question. */
export function useAnswer<T>(
  ask: (() => Promise<T>) | undefined,
  about: readonly unknown[],
): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    if (ask === undefined) return;
    const ending = new AbortController();
    insist(ask, ending.signal).then(
      (found) => {
        if (!ending.signal.aborted) setAnswer(() => found);
      },
      (error: unknown) => {
        if (!ending.signal.aborted) throw error;
      },
    );
    return () => ending.abort();
  }, about);
  return answer;
}

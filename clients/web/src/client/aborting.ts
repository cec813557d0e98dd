/**
 * What is to be done when a caller's signal is aborted.
 *
 * A bot may give one signal to hundreds of calls and streams. Each signal gets one listener all the
 * same, for Node takes more than ten for a leak and says so.
 */

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Do something when the signal is aborted, unless what is returned was called before. */
export function whenAborted(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  const acts = waiting.get(signal) ?? listenTo(signal);
  acts.add(act);
  return () => acts.delete(act);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const acts = new Set<() => void>();
  waiting.set(signal, acts);
  const actAll = (): void => {
    for (const act of acts) act();
  };
  signal.addEventListener("abort", actAll, { once: true });
  return acts;
}

/** What is waited for, unless the signal is aborted before: that throws its reason. */
export function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason);
    const leave = whenAborted(signal, giveUp);
    if (signal?.aborted) giveUp();
    void waiting.then(resolve, reject).finally(leave);
  });
}

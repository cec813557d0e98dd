/** How long to wait before something is tried again: longer each time, with chance in it. */

import type { CallError } from "./errors.js";

const FIRST_MS = 100;
const LONGEST_MS = 10_000;
const SPREAD = 0.5;

export class Pause {
  private next = FIRST_MS;

  /** Milliseconds to wait now. */
  milliseconds(): number {
    const now = this.next;
    this.next = Math.min(2 * now, LONGEST_MS);
    return now * (1 - Math.random() / 2);
  }

  /** Likewise, and not less than the server asks for, which it asks of many at once. */
  after(error: CallError): number {
    const asked = (error.facts.retryAfterMs ?? 0) * (1 + SPREAD * Math.random());
    return Math.max(this.milliseconds(), asked);
  }

  /** It worked. */
  reset(): void {
    this.next = FIRST_MS;
  }
}

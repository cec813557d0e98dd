/** A `fetch` that counts what is asked of it. */

export class Counting {
  /** So many requests of each method, such as `SubmitAction`. */
  readonly calls = new Map<string, number>();
  /** So many of them are open now. */
  readonly open = new Map<string, number>();

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const method = String(input).split("/").at(-1) ?? "";
    add(this.calls, method, 1);
    add(this.open, method, 1);
    init?.signal?.addEventListener("abort", () => add(this.open, method, -1), { once: true });
    return fetch(input, init);
  };

  /** How often a method was called. */
  of(method: string): number {
    return this.calls.get(method) ?? 0;
  }
}

function add(counts: Map<string, number>, method: string, number: number): void {
  counts.set(method, (counts.get(method) ?? 0) + number);
}

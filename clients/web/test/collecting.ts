/** Reading from what has no end. */

/** Everything that comes, to its end. */
export async function all<T, R = T>(
  items: AsyncIterable<T>,
  made: (item: T) => R = (item) => item as unknown as R,
): Promise<R[]> {
  const found: R[] = [];
  for await (const item of items) found.push(made(item));
  return found;
}

/** The first so many. */
export async function first<T>(count: number, items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

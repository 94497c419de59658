/**
 * Does the work for every item, at most `concurrency` at a time. After a failure no other item is begun; those in
 * progress finish, because they are paid for. Then the first failure is thrown.
 */
export async function forEachLimited<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const remaining = items.entries();
  async function workOff(): Promise<void> {
    for (const [index, item] of remaining) {
      await work(item, index).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, workOff));
  if (failures.length > 0) throw failures[0];
}

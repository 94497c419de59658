/**
 * Hands results over in the order of the list, each as soon as all before it are there: what the rest
 * of the debate sees never depends on who was fastest. If one rejects, those that did finish are
 * handed over before the error, so that nothing paid for is lost.
 */
export async function inOrder<T>(
  promises: readonly Promise<T>[],
  handOver: (result: T, index: number) => void,
): Promise<void> {
  const finished = new Map<number, T>();
  const watched = promises.map(async (promise, index) => {
    const result = await promise;
    finished.set(index, result);
    return result;
  });
  let next = 0;
  try {
    for (; next < watched.length; next++) {
      const result = (await watched[next]) as T;
      finished.delete(next);
      handOver(result, next);
    }
  } catch (error) {
    for (const promise of watched) promise.catch(() => undefined);
    for (const [index, result] of [...finished].sort(([a], [b]) => a - b)) handOver(result, index);
    throw error;
  }
}

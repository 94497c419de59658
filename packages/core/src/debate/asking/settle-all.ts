/**
 * Waits for calls that are made at once, like `Promise.all`. If one rejects, the others are still waited for: they are
 * paid for, so the journal gets their replies before the run ends. Aborted calls end at once.
 */
export async function settleAll<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  try {
    return await Promise.all(calls);
  } catch (error) {
    await Promise.allSettled(calls);
    throw error;
  }
}

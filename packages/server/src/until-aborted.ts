/**
 * Waits for work until the signal aborts. Rejects with the error that `onAbort` returns then; if it returns none, the
 * work is still awaited.
 */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  onAbort: () => Error | undefined,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const rejectOnAbort = (): void => {
    const error = onAbort();
    if (error) aborted.reject(error);
  };
  if (signal.aborted) rejectOnAbort();
  else signal.addEventListener("abort", rejectOnAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", rejectOnAbort);
  }
}

/** Wakes a waiting reader. */
export interface Bell {
  ring(): void;
  /** `false` if it did not ring in that time. */
  wait(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let wake: () => void = () => undefined;
  return {
    ring: () => wake(),
    async wait(ms) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, ms, false);
      wake = () => resolve(true);
      const rang = await promise;
      clearTimeout(timer);
      return rang;
    },
  };
}

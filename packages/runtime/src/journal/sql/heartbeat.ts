/** Says that this journal object is alive, as long as it owns runs. */
export interface Heartbeat {
  /** The name of this journal object among those that share the database. */
  readonly owner: string;
  readonly beating: boolean;
  /** The name of one claim. */
  newToken(): string;
  /** Counts the owned runs, so that it beats only when that is needed. */
  hold(): void;
  release(): void;
  /** The owner has finished, but the database could not be told. It is told with a later heartbeat. */
  abandon(token: string): void;
  isAbandoned(token: string): boolean;
  stop(): void;
}

/** `beat` tells the database that this object is alive, and drops the leases of abandoned claims. */
export function createHeartbeat(
  leaseMs: number,
  beat: (owner: string, abandoned: readonly string[]) => Promise<unknown>,
): Heartbeat {
  const owner = globalThis.crypto.randomUUID();
  const abandoned = new Set<string>();
  let claims = 0;
  let ownedRuns = 0;
  let heart: NodeJS.Timeout | null = null;

  function beatOnce(): void {
    const tokens = [...abandoned];
    beat(owner, tokens).then(
      () => {
        for (const token of tokens) abandoned.delete(token);
        updateTimer();
      },
      // A missed heartbeat: the next may succeed, and the next write reports what is wrong.
      () => undefined,
    );
  }

  function updateTimer(): void {
    const isNeeded = ownedRuns > 0 || abandoned.size > 0;
    if (isNeeded && heart === null) {
      heart = setInterval(beatOnce, leaseMs / 3);
      // Open runs keep the process alive by what they wait for; the heartbeat alone must not.
      heart.unref();
    } else if (!isNeeded && heart !== null) {
      clearInterval(heart);
      heart = null;
    }
  }

  return {
    owner,
    get beating() {
      return heart !== null;
    },
    newToken() {
      claims += 1;
      return `${owner}/${claims}`;
    },
    hold() {
      ownedRuns += 1;
      updateTimer();
    },
    release() {
      ownedRuns -= 1;
      updateTimer();
    },
    abandon(token) {
      abandoned.add(token);
      updateTimer();
    },
    isAbandoned: (token) => abandoned.has(token),
    stop() {
      ownedRuns = 0;
      abandoned.clear();
      updateTimer();
    },
  };
}

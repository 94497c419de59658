/** When each user last sent a request to this process. */
export interface LastSeen {
  note(user: string): void;
  /** `null`: not since this process started. */
  find(user: string): number | null;
  names(): string[];
}

export function createLastSeen(now: () => number = Date.now): LastSeen {
  const lastSeenAt = new Map<string, number>();
  return {
    note: (user) => void lastSeenAt.set(user, now()),
    find: (user) => lastSeenAt.get(user) ?? null,
    names: () => [...lastSeenAt.keys()],
  };
}

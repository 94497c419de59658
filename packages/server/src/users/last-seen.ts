/** When each user last sent a request to this process. */
export interface LastSeen {
  note(user: string): void;
  /** `null`: not since this process started. */
  find(user: string): number | null;
  names(): string[];
}

export function createLastSeen(now: () => number = Date.now): LastSeen {
  const seen = new Map<string, number>();
  return {
    note: (user) => void seen.set(user, now()),
    find: (user) => seen.get(user) ?? null,
    names: () => [...seen.keys()],
  };
}

import type { SeenLease } from "./leases.ts";

/** Watches owners that can't be looked up: only a lease that doesn't change shows that its owner is dead. */
export interface OwnerWatch {
  /** Notes the lease of a run as it is now; `null`: nobody owns the run. */
  note(id: string, lease: SeenLease | null): void;
  /** The lease noted for a run, if its owner gave no sign of life for the lease's whole duration. */
  findSilent(id: string): SeenLease | null;
  /** Runs whose owners are watched. */
  ids(): string[];
}

/** `elapsed`: a clock that is never set back. */
export function createOwnerWatch(elapsed: () => number): OwnerWatch {
  const watched = new Map<string, { lease: SeenLease; since: number }>();
  return {
    note(id, lease) {
      if (lease?.life !== "unknown") {
        watched.delete(id);
        return;
      }
      const before = watched.get(id)?.lease;
      const isUnchanged = before?.token === lease.token && before.beat === lease.beat;
      if (!isUnchanged) watched.set(id, { lease, since: elapsed() });
    },
    findSilent(id) {
      const { lease, since } = watched.get(id) ?? {};
      if (lease === undefined || since === undefined) return null;
      return elapsed() - since >= lease.lease_ms ? lease : null;
    },
    ids: () => [...watched.keys()],
  };
}

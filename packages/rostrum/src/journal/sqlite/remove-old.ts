import type { GroupCommit } from "./group-commit.ts";
import type { Leases } from "./leases.ts";
import type { Statements } from "./statements.ts";

/** Removes runs that were last written to before a moment, unless a process owns them. Returns their number. */
export type RemoveOld = (
  which: "runsBefore" | "finishedBefore",
  olderThan: number,
  /** Called within the transaction for each run that is removed. */
  alsoRemove?: (id: string) => void,
) => Promise<number>;

/** Runs that are removed at once. Everything else waits meanwhile. */
const SOME = 16;

interface OldRun {
  n: number;
  id: string;
  updated_at: number;
}

export function createRemoveOld(
  statements: Statements,
  commits: GroupCommit,
  leases: Leases,
): RemoveOld {
  return async (which, olderThan, alsoRemove) => {
    let removed = 0;
    let last: OldRun | undefined = { n: -1, id: "", updated_at: Number.MIN_SAFE_INTEGER };
    while (last) {
      const { n: after, updated_at: from } = last;
      const step = await commits.write(() => {
        const old = statements[which].all(from, after, olderThan, SOME) as unknown as OldRun[];
        const free = old.filter(({ n }) => leases.free(n));
        for (const { n, id } of free) {
          statements.removeRun.run(n);
          alsoRemove?.(id);
        }
        return { removed: free.length, last: old.length < SOME ? undefined : old.at(-1) };
      });
      removed += step.removed;
      ({ last } = step);
    }
    return removed;
  };
}

import type { Execute } from "./execute.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Leases } from "./leases.ts";
import { STATEMENTS } from "./statements.ts";

/** Removes runs that were last written to before a moment, unless a process owns them. Returns their number. */
export type RemoveOld = (
  which: "runsBefore" | "finishedBefore",
  olderThan: number,
) => Promise<number>;

/** Runs that are removed at once. Everything else waits meanwhile. */
const SOME = 16;

interface OldRun {
  n: number;
  id: string;
  updated_at: number;
}

export function createRemoveOld(execute: Execute, commits: GroupCommit, leases: Leases): RemoveOld {
  return async (which, olderThan) => {
    let removed = 0;
    let last: OldRun | undefined = { n: -1, id: "", updated_at: Number.MIN_SAFE_INTEGER };
    while (last) {
      const { n: after, updated_at: from } = last;
      const step = await commits.write(() => {
        const old: OldRun[] = execute(STATEMENTS[which], [from, after, olderThan, SOME]);
        const free = old.filter(({ n }) => leases.seen(n) === null);
        for (const { n, id } of free) {
          execute(STATEMENTS.removeRun, [n]);
          // What is reserved for a run that a process may go on with stays.
          if (which === "finishedBefore") execute(STATEMENTS.release, [id]);
        }
        return { removed: free.length, last: old.length < SOME ? undefined : old.at(-1) };
      });
      removed += step.removed;
      ({ last } = step);
    }
    return removed;
  };
}

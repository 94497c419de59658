import { lostError } from "../faults.ts";
import { createHeartbeat, type Heartbeat } from "../sql/heartbeat.ts";
import { describeProcess } from "../waiting-for-owner.ts";
import type { Execute } from "./execute.ts";
import type { GroupCommit } from "./group-commit.ts";
import { checkOwner, type Life, type Owner } from "./owner.ts";
import { STATEMENTS } from "./statements.ts";

export interface LeaseRow extends Owner {
  run: number;
  /** One claim. */
  token: string;
  /** The journal object that made it. */
  journal: string;
  lease_ms: number;
  /** Changes as long as the owner is alive. */
  beat: number;
}

/** Somebody else's lease, as it was seen: if it looks the same much later, its owner is silent. */
export type SeenLease = Pick<LeaseRow, "token" | "beat" | "lease_ms"> & {
  life: Life;
  /** In words. */
  holder: string;
};

/** Reason to claim a run: its owner was silent, or the caller may take it over anyway. */
export type ClaimReason = SeenLease | "take_over" | null;

/** One owner per run: a row says who it is, and a heartbeat says that it is alive. */
export interface Leases {
  heartbeat: Heartbeat;
  /**
   * Must run within a transaction. Takes a run that has no owner, or whose owner is dead or silent; otherwise
   * returns the owner.
   */
  take(run: number, token: string, reason: ClaimReason): SeenLease | null;
  /** Within a transaction. Throws when the run was taken over. */
  check(run: number, token: string, id: string): void;
  /** Must run within a transaction. Returns the run's owner; `null` if it has none, or one that is dead. */
  seen(run: number): SeenLease | null;
}

export function createLeases(
  execute: Execute,
  commits: GroupCommit,
  here: Owner,
  leaseMs: number,
): Leases {
  const heartbeat = createHeartbeat(leaseMs, (owner, abandoned) =>
    commits.write(() => {
      execute(STATEMENTS.beat, [owner]);
      for (const token of abandoned) execute(STATEMENTS.dropLease, [token]);
    }),
  );

  function readLease(run: number): SeenLease | null {
    const [lease] = execute<LeaseRow>(STATEMENTS.lease, [run]);
    // An owner in this journal object is alive by definition, until it releases the run.
    if (lease === undefined || heartbeat.isAbandoned(lease.token)) return null;
    const life = lease.journal === heartbeat.owner ? "alive" : checkOwner(lease, here);
    if (life === "dead") return null;
    const { place, pid, token, beat, lease_ms } = lease;
    const host = place === here.place ? "this machine" : (place.split(" ", 1)[0] ?? place);
    return { token, beat, lease_ms, life, holder: describeProcess(host, pid) };
  }

  return {
    heartbeat,
    seen: readLease,
    take(run, token, reason) {
      const owner = reason === "take_over" ? null : readLease(run);
      const isSilent =
        reason !== "take_over" && reason?.token === owner?.token && reason?.beat === owner?.beat;
      if (owner !== null && !isSilent) return owner;
      const { place, pid, started } = here;
      const values = [run, token, heartbeat.owner, place, pid, started, leaseMs];
      execute(STATEMENTS.takeLease, values);
      return null;
    },
    check(run, token, id) {
      if (execute(STATEMENTS.holds, [run, token]).length === 0) throw lostError(id);
    },
  };
}

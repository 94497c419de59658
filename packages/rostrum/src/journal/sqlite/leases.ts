import { JournalError } from "../../errors.ts";
import { describeProcess } from "../waiting-for-owner.ts";
import type { GroupCommit } from "./group-commit.ts";
import { checkOwner, type Life, type Owner } from "./owner.ts";
import type { Statements } from "./statements.ts";

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

/** What a claim knows of the present owner: that it was silent, or that the run may be taken whatever it does. */
export type ClaimReason = SeenLease | "take_over" | null;

/** One owner per run: a row says who it is, and a heartbeat says that it is alive. */
export interface Leases {
  /** Within a transaction. Takes a free run, or one whose owner is dead or was `silent`; else says who has it. */
  take(run: number, token: string, silent: ClaimReason): SeenLease | null;
  /** Within a transaction. Throws when the run was taken over. */
  check(run: number, token: string, id: string): void;
  /** Within a transaction. */
  drop(token: string): void;
  /** Within a transaction. Releases every run that this journal object owns. */
  dropAll(): void;
  /** The owner has finished but could not write that to the file. It is tried again with each heartbeat. */
  abandon(token: string): void;
  newToken(): string;
  /** Counts the owned runs, so that the heartbeat runs only when it is needed. */
  hold(): void;
  release(): void;
  /** Within a transaction. Who owns the run; `null` if it has no owner, or one that is dead. */
  seen(run: number): SeenLease | null;
  /** Within a transaction. Whether the run has no owner, or one that is dead. */
  free(run: number): boolean;
  stop(): void;
}

export interface LeaseOptions {
  statements: Statements;
  commits: GroupCommit;
  here: Owner;
  leaseMs: number;
  now: () => number;
}

export function createLeases({ statements, commits, here, leaseMs, now }: LeaseOptions): Leases {
  const journal = globalThis.crypto.randomUUID();
  const abandoned = new Set<string>();
  let claims = 0;
  let held = 0;
  let heart: NodeJS.Timeout | null = null;

  function findLease(run: number): LeaseRow | undefined {
    return statements.lease.get(run) as LeaseRow | undefined;
  }

  /** An owner in this journal object is alive by definition, until it releases the run. */
  function checkLease(lease: LeaseRow): Life {
    if (lease.journal === journal) return abandoned.has(lease.token) ? "dead" : "alive";
    return checkOwner(lease, here);
  }

  function describeLease({ place, pid, ...lease }: LeaseRow, life: Life): SeenLease {
    const host = place === here.place ? "this machine" : (place.split(" ", 1)[0] ?? place);
    const { token, lease_ms } = lease;
    return { token, beat: lease.beat, lease_ms, life, holder: describeProcess(host, pid) };
  }

  function seen(run: number): SeenLease | null {
    const lease = findLease(run);
    const life = lease && checkLease(lease);
    return lease === undefined || life === undefined || life === "dead"
      ? null
      : describeLease(lease, life);
  }

  function beat(): void {
    const tokens = [...abandoned];
    commits
      .write(() => {
        statements.beat.run(now(), journal);
        for (const token of tokens) statements.dropLease.run(token);
      })
      .then(
        () => {
          for (const token of tokens) abandoned.delete(token);
          settle();
        },
        // A missed heartbeat: the next may succeed, and the next write reports what is wrong.
        () => undefined,
      );
  }

  function settle(): void {
    const needed = held > 0 || abandoned.size > 0;
    if (needed && heart === null) {
      heart = setInterval(beat, leaseMs / 3);
      // Open runs keep the process alive by what they wait for; the heartbeat alone must not.
      heart.unref();
    } else if (!needed && heart !== null) {
      clearInterval(heart);
      heart = null;
    }
  }

  return {
    take(run, token, silent) {
      const lease = findLease(run);
      if (lease) {
        const life = checkLease(lease);
        const same =
          silent === "take_over" || (silent?.token === lease.token && silent.beat === lease.beat);
        if (life !== "dead" && !same) {
          return describeLease(lease, life);
        }
      }
      const { place, pid, started } = here;
      statements.takeLease.run(run, token, journal, place, pid, started, leaseMs, now());
      return null;
    },
    check(run, token, id) {
      if (statements.holds.get(run, token) !== undefined) return;
      throw new JournalError(
        "journal_lost",
        `run "${id}": expected to own it still, but another process has taken it over. ` +
          "This one was silent for longer than its lease; the other continues from what was written.",
      );
    },
    drop(token) {
      statements.dropLease.run(token);
    },
    dropAll() {
      statements.dropLeases.run(journal);
    },
    abandon(token) {
      abandoned.add(token);
      settle();
    },
    newToken() {
      claims += 1;
      return `${journal}/${claims}`;
    },
    hold() {
      held += 1;
      settle();
    },
    release() {
      held -= 1;
      settle();
    },
    seen,
    free: (run) => seen(run) === null,
    stop() {
      held = 0;
      abandoned.clear();
      settle();
    },
  };
}

import { formatCount } from "@rostrum/core/export";
import { AbortError } from "@rostrum/core/support";
import { HttpError } from "../http-error.ts";
import type { ServerLimits } from "../options.ts";
import type { LiveDebate } from "./live-debate.ts";

/** A debate's permission to call models, at once or when its turn comes. */
export interface Ticket {
  /** Rejects if the debate ends before its turn. `null`: it is its turn. */
  readonly turn: Promise<void> | null;
  /** Gives up the place. */
  leave(): void;
}

/** Debates above the limits wait in line, oldest first. Each is begun and stored, but calls no model yet. */
export interface Queue {
  /** Throws, before anything is spent, if a debate may neither run nor wait in the queue. */
  enter(
    id: string,
    user: string | null,
    options?: { ignoreLimits?: boolean; mayWait?: boolean },
  ): Ticket;
  /** The place in line, from 1; `null` for a debate that isn't in line. */
  findPlace(id: string): number | null;
  length(): number;
  /** Starts waiting debates for which there is room. */
  admit(): void;
  /** Starts no more debates. */
  stop(): void;
}

/** The ticket of a debate that needn't wait. */
export const IMMEDIATE_TICKET: Ticket = { turn: null, leave: () => undefined };

interface QueueEntry {
  id: string;
  user: string | null;
  start(): void;
  leave(): void;
}

interface ReachedLimit {
  /** "at most 32 debates can run at once" */
  description: string;
  /** Raises the limit. */
  flag: string;
}

const RETRY_SECONDS = 5;

type QueuedDebate = Pick<LiveDebate, "id" | "user" | "waiting" | "over">;

export function createQueue(
  limits: Required<ServerLimits>,
  live: ReadonlyMap<string, QueuedDebate>,
  onMoved: (id: string) => void,
): Queue {
  const line: QueueEntry[] = [];
  let stopped = false;

  /** Counts the debates that match, in total and of the user. */
  function count(
    user: string | null,
    matches: (debate: QueuedDebate) => boolean,
  ): { all: number; own: number } {
    let [all, own] = [0, 0];
    for (const debate of live.values()) {
      if (!matches(debate)) continue;
      all += 1;
      if (user !== null && debate.user === user) own += 1;
    }
    return { all, own };
  }

  /** Finds the limit because of which a user's debate can't run now; null if it can. */
  function findReachedLimit(user: string | null): ReachedLimit | null {
    const queued = new Set(line.map(({ id }) => id));
    const { all, own } = count(
      user,
      (debate) => !debate.waiting && !debate.over && !queued.has(debate.id),
    );
    if (all >= limits.debates) {
      const description = `at most ${formatCount(limits.debates, "debate")} can run at once`;
      return { description, flag: "--max-debates" };
    }
    if (own < limits.debatesPerUser) return null;
    const description = `at most ${formatCount(limits.debatesPerUser, "debate")} of yours can run at once`;
    return { description, flag: "--max-debates-per-user" };
  }

  /** Limits debates that wait for a person, because they may take up memory for days. */
  function checkWaiting(user: string | null): void {
    const { all, own } = count(user, (debate) => debate.waiting && !debate.over);
    const full = all >= limits.waiting;
    if (!full && own < limits.waitingPerUser) return;
    const waitingText = full ? `${all} debates wait` : `${own} of your debates wait`;
    const message = `${waitingText} for a person, which is the limit: review or cancel some of them`;
    throw new HttpError(429, "too_many_waiting", message, { retryAfter: 60 });
  }

  function notifyLine(): void {
    for (const { id } of line) onMoved(id);
  }

  function remove(entry: QueueEntry): boolean {
    const index = line.indexOf(entry);
    if (index >= 0) line.splice(index, 1);
    return index >= 0;
  }

  return {
    enter(id, user, { ignoreLimits = false, mayWait = true } = {}) {
      if (!ignoreLimits) checkWaiting(user);
      // `admit` gives free places to the line first: what still waits there is held up by its user's own limit.
      const reached = findReachedLimit(user);
      if (reached === null) return IMMEDIATE_TICKET;
      if (!ignoreLimits && (!mayWait || line.length >= limits.queue)) {
        const isFull = mayWait && limits.queue > 0;
        const words = isFull
          ? `the queue is full (${formatCount(limits.queue, "debate")}), and ${reached.description}`
          : reached.description;
        const flags = isFull ? `--queue or ${reached.flag}` : reached.flag;
        // Without users, whoever asks has started the server. Others can't raise a limit.
        const remedy = user === null ? `, or raise ${flags}` : "";
        const message = `${words}: try again in ${RETRY_SECONDS} s${remedy}`;
        throw new HttpError(429, "too_many_debates", message, { retryAfter: RETRY_SECONDS });
      }
      const turn = Promise.withResolvers<void>();
      turn.promise.catch(() => undefined);
      const entry: QueueEntry = {
        id,
        user,
        start: turn.resolve,
        leave() {
          if (!remove(entry)) return;
          turn.reject(new AbortError("the debate ended in the queue"));
          notifyLine();
        },
      };
      line.push(entry);
      return { turn: turn.promise, leave: entry.leave };
    },
    findPlace(id) {
      const index = line.findIndex((entry) => entry.id === id);
      return index < 0 ? null : index + 1;
    },
    length: () => line.length,
    stop() {
      stopped = true;
    },
    admit() {
      if (stopped) return;
      let changed = false;
      for (const entry of [...line]) {
        if (findReachedLimit(entry.user) !== null) continue;
        remove(entry);
        entry.start();
        onMoved(entry.id);
        changed = true;
      }
      if (changed) notifyLine();
    },
  };
}

import { setTimeout as after } from "node:timers/promises";
import { withoutKeys } from "../../journal/without-keys.ts";
import type { RunStore, StoredRun } from "../../protocol/journal.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import type { Users } from "../users/users.ts";
import { endAbandoned } from "./abandoned.ts";
import type { LiveDebate } from "./live-debate.ts";
import { type Order, originOf, outlivesItsCaller, resumable } from "./debate-order.ts";

export interface ResumeOptions {
  store: RunStore;
  users: Users;
  /** The debates that are already running here. */
  debates: ReadonlyMap<string, LiveDebate>;
  /** With `ending`, no further call is made: the run ends with what was paid for. */
  begin(
    order: Order,
    id: string,
    digest: string,
    before: DebateRecord,
    ending?: string,
  ): LiveDebate;
  /** Gets a line for a debate that can't be resumed. */
  log(line: string): void;
}

/** Resumes debates that an earlier server left unfinished. */
export interface ResumeUnfinished {
  /** `null` if it is over or another program's. Gives up if another process owns it for longer than `patienceMs`. */
  one(id: string, patienceMs: number): Promise<LiveDebate | null>;
  /** Returns the ids of the debates that continue here. */
  all(): Promise<string[]>;
}

/** Longer than the lease of a server that died where its process can't be looked up, such as in a container. */
const PATIENCE_MS = 60_000;
const END_PATIENCE_MS = 1000;
const CALLER_GONE = "its caller was gone when the server started again";
/** How long the start waits to see whether debates can be resumed. */
const SOON_MS = 500;

export function createResumeUnfinished({
  store,
  users,
  debates,
  begin,
  log,
}: ResumeOptions): ResumeUnfinished {
  async function one(id: string, patienceMs: number, ending?: string): Promise<LiveDebate | null> {
    const run = await store.read(id);
    const found = run && resumable(run, users);
    const already = debates.get(id);
    if (already || !found) return already ?? null;
    const live = begin(found.order, id, found.digest, found.before, ending);
    const timer = setTimeout(() => live.abort("another process is running it"), patienceMs);
    const settled = (): void => clearTimeout(timer);
    live.begun.then(settled, settled);
    return live;
  }

  /** Whether a run continues here. A run that another process still owns may continue later. */
  async function goesOn(id: string): Promise<boolean> {
    try {
      const run = await store.read(id);
      const record = run && fold(run.events);
      const origin = record && originOf(record.started);
      if (!run || !origin || debates.has(id)) return false;
      // A debate that waits for a person keeps waiting, whoever requested it.
      if (record.status !== "waiting" && !outlivesItsCaller(origin)) {
        await endTruly(run);
        return false;
      }
      const live = await one(id, PATIENCE_MS);
      if (!live) throw new Error("the user who started it no longer exists");
      const begun = live.begun.then(
        () => true,
        (error: unknown) => refused(id, error),
      );
      return await Promise.race([begun, after(SOON_MS, true, { ref: false })]);
    } catch (error) {
      return refused(id, error);
    }
  }

  /** Ends a run that nobody can ask for again, with everything that was said and paid for. */
  async function endTruly(run: StoredRun): Promise<void> {
    try {
      const live = await one(run.id, END_PATIENCE_MS, CALLER_GONE);
      await live?.result.catch(() => undefined);
    } catch {
      // Its panel is gone too, so only the logged events are left.
    }
    const left = await store.read(run.id);
    if (left?.status === "running") await endAbandoned(store, left, CALLER_GONE);
  }

  function refused(id: string, error: unknown): false {
    log(`debate ${id} can't be resumed: ${reasonOf(error)}`);
    return false;
  }

  return {
    one,
    async all() {
      const ids = [...(await idsOf(store, "running")), ...(await idsOf(store, "waiting"))];
      const going = await Promise.all(ids.map(goesOn));
      return ids.filter((_, index) => going[index]);
    },
  };
}

function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return withoutKeys(cause instanceof Error ? `${message} (${cause.message})` : message);
}

async function idsOf(store: RunStore, status: "running" | "waiting"): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await store.list({ status, limit: 500, before });
    ids.push(...page.runs.map(({ id }) => id));
    if (page.next === null) return ids;
    before = page.next;
  }
}

import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { review } from "../../api/index.ts";
import { withoutKeys } from "../../journal/without-keys.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/result.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import { HttpError } from "../http-error.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { ForkRequest } from "../schemas/debate-request.ts";
import { checkFunds, type User, type Users } from "../users/users.ts";
import { endAbandoned } from "./abandoned.ts";
import { checkRoom, type RoomLimits } from "./room.ts";
import { holderFor, startFailure } from "./hold.ts";
import { liveDebate, type LiveDebate } from "./live-debate.ts";
import type { Order } from "./order.ts";
import { digestOf, keyedId, originOf } from "./origin.ts";
import { resumable } from "./resumable.ts";
import { suspendable } from "./suspendable.ts";

export interface DeskOptions {
  journal: RunStore;
  defaultPanel: string;
  users: Users;
  configFor: ConfigFor;
  limits: RoomLimits;
  log(line: string): void;
}

/** Where debates are ordered, looked up, and ended. */
export interface Desk {
  /** Starts a debate, or finds the one that was ordered before under the same id. */
  start(order: Order): Promise<{ id: string; created: boolean; live: LiveDebate | null }>;
  fork(id: string, request: ForkRequest, user: User): Promise<{ id: string; created: boolean }>;
  live(id: string): LiveDebate | undefined;
  record(id: string): Promise<DebateRecord>;
  cancel(id: string): Promise<DebateRecord>;
  review(id: string, said: Review): Promise<void>;
  remove(id: string): Promise<void>;
  /** Takes up what an earlier server left unfinished. Returns the ids. */
  resumeAll(): Promise<string[]>;
  /** Leaves everything as it is, for the next server to take up. */
  suspend(): Promise<void>;
}

/** Longer than the lease of a server that died where we can't look, such as in a container. */
const RESUME_PATIENCE_MS = 60_000;
const REVIEW_PATIENCE_MS = 2000;
/** How long a start waits to see whether debates can be taken up. */
const SOON_MS = 500;

export function createDesk(options: DeskOptions): Desk {
  const { journal: store, defaultPanel, users, configFor, limits, log } = options;
  const journal = suspendable(store);
  const holderOf = holderFor(journal, configFor);
  const debates = new Map<string, LiveDebate>();
  let closing = false;

  function begin(order: Order, id: string, digest: string, before?: DebateRecord): LiveDebate {
    const hold = holderOf(order, id, digest, before);
    const live = liveDebate({ id, user: order.user.name, digest, hold });
    debates.set(id, live);
    const gone = (): void => {
      if (debates.get(id) === live) debates.delete(id);
    };
    live.result.then(gone, gone);
    return live;
  }

  async function stored(id: string): Promise<DebateRecord> {
    const run = await store.read(id);
    if (!run) throw new HttpError(404, "not_found", `there is no debate "${id}"`);
    return fold(run.events);
  }

  /** A debate that has this id already is the same one, or another's. */
  function sameAs(before: string | undefined, id: string, digest: string): void {
    if (before === digest) return;
    throw new HttpError(409, "conflict", `"${id}" is another debate: give a new order a new id or key`);
  }

  async function start(order: Order): ReturnType<Desk["start"]> {
    const { question, user, key, fork } = order;
    if (closing) throw new HttpError(503, "closing", "the server is shutting down");
    // Named in full, so that it means the same when the server's default has become another.
    const request = order.request.debaters ? order.request : { panel: defaultPanel, ...order.request };
    const digest = digestOf({ request, question, fork });
    const given = order.id ?? (key === undefined ? undefined : keyedId(user.name, key));
    const id = given ?? randomUUID();
    const run = given === undefined || debates.has(id) ? undefined : await store.read(id);
    // While the journal was read, the same order may have come a second time: what runs goes first.
    const twin = debates.get(id);
    if (twin ?? run) sameAs(twin?.digest ?? originOf(fold(run?.events ?? []).started)?.digest, id, digest);
    if (twin) await began(twin);
    if (twin ?? run) return { id, created: false, live: twin ?? null };
    checkFunds(user);
    checkRoom(debates.values(), user.name, limits);
    const live = begin({ ...order, request }, id, digest);
    await began(live);
    return { id, created: true, live };
  }

  /** Takes a stored run up, unless somebody else holds it for longer than we care to wait. */
  async function resume(id: string, patienceMs: number): Promise<LiveDebate | null> {
    const run = await store.read(id);
    const found = run && resumable(run, users);
    const already = debates.get(id);
    if (already || !found) return already ?? null;
    const { order, digest, before } = found;
    const live = begin(order, id, digest, before);
    const timer = globalThis.setTimeout(() => live.abort("another process is holding it"), patienceMs);
    const settled = (): void => clearTimeout(timer);
    live.begun.then(settled, settled);
    return live;
  }

  const desk: Desk = {
    start,
    live: (id) => debates.get(id),
    async record(id) {
      const live = debates.get(id);
      return live && live.events.length > 0 ? fold(live.events) : stored(id);
    },
    async fork(id, { fromRound, id: ownId, ...changes }, user) {
      const { started } = await desk.record(id);
      const origin = originOf(started);
      if (!started || (!origin && changes.panel === undefined)) {
        throw new HttpError(409, "not_ours", "it was not started by this server: name a panel to go on with");
      }
      const { panel: _panel, debaters: _debaters, ...kept } = origin?.request ?? {};
      const base = changes.panel === undefined ? origin?.request : kept;
      return start({
        request: { ...base, ...changes },
        question: { text: started.question, context: started.context ?? [] },
        user,
        client: "rest",
        ...(ownId === undefined ? {} : { id: ownId }),
        fork: { id, fromRound },
      });
    },
    async cancel(id) {
      const live = debates.get(id);
      if (!live) {
        const run = await store.read(id);
        if (!run) throw new HttpError(404, "not_found", `there is no debate "${id}"`);
        if (run.status !== "running") throw new HttpError(409, "not_running", "it is over already");
        await endAbandoned(store, run, "it was cancelled");
        return stored(id);
      }
      live.abort("it was cancelled");
      await live.result.catch(() => undefined);
      return live.events.length > 0 ? fold(live.events) : stored(id);
    },
    async review(id, said) {
      // A run that nobody holds any more is taken up first: its word is still wanted.
      const live = debates.get(id) ?? (await resume(id, REVIEW_PATIENCE_MS));
      if (!live) await stored(id);
      else await untilWaiting(live);
      if (!live?.waiting) throw new HttpError(409, "not_waiting", "it does not wait for a review");
      review(id, said);
    },
    async remove(id) {
      if (debates.has(id)) throw new HttpError(409, "running", "it is running: cancel it first");
      if (!(await store.remove(id))) throw new HttpError(404, "not_found", `there is no debate "${id}"`);
    },
    async resumeAll() {
      const ids = [...(await idsOf(store, "running")), ...(await idsOf(store, "waiting"))];
      const taken = await Promise.all(ids.map(takeUp));
      return ids.filter((_, index) => taken[index]);
    },
    async suspend() {
      closing = true;
      await journal.suspend();
      const running = [...debates.values()];
      for (const live of running) live.abort("the server is shutting down");
      await Promise.allSettled(running.map(({ result }) => result));
    },
  };

  /** Whether a run goes on here. One that another process still holds may yet do so. */
  async function takeUp(id: string): Promise<boolean> {
    try {
      const run = await store.read(id);
      const origin = run && originOf(fold(run.events).started);
      if (!run || !origin || debates.has(id)) return false;
      if (origin.client !== "rest") {
        await endAbandoned(store, run, "its caller was gone when the server started again");
        return false;
      }
      const live = await resume(id, RESUME_PATIENCE_MS);
      if (!live) throw new Error("whoever ordered it is no user any more");
      live.begun.catch((error: unknown) => refused(id, error));
      return await Promise.race([live.begun.then(() => true, () => false), soon(true)]);
    } catch (error) {
      refused(id, error);
      return false;
    }
  }

  function refused(id: string, error: unknown): void {
    if (!closing) log(`debate ${id} can't be taken up: ${reasonOf(error)}`);
  }

  return desk;
}

async function began({ begun }: LiveDebate): Promise<void> {
  try {
    await begun;
  } catch (error) {
    throw startFailure(error);
  }
}

async function soon<T>(value: T): Promise<T> {
  return setTimeout(SOON_MS, value, { ref: false });
}

function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return withoutKeys(cause instanceof Error ? `${message} (${cause.message})` : message);
}

async function idsOf(store: RunStore, status: "running" | "waiting"): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await store.list({ status, limit: 500, before });
    ids.push(...page.runs.map(({ id }) => id));
    if (page.next === null) return ids;
    before = page.next;
  }
}

/** A run that was just taken up comes past its finished rounds before it waits again. */
async function untilWaiting(live: LiveDebate): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = live.listen({ changed: () => (live.waiting || live.over) && resolve() });
  if (!live.waiting && !live.over && live.events.length === 0) await promise;
  forget();
  // The engine listens for a review right after it has said that it waits for one.
  await Promise.resolve();
}

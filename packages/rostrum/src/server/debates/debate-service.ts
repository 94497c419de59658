import type { Review } from "../../protocol/settings.ts";
import { randomUUID } from "node:crypto";
import { review } from "../../api/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import { publicEvent } from "../guard/public-words.ts";
import { HttpError } from "../http-error.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { ForkRequest } from "../schemas/debate-request.ts";
import { checkFunds, type User, type Users } from "../users/users.ts";
import { endAbandoned } from "./abandoned.ts";
import { finishedDebate, type Attended } from "./attended.ts";
import { digestOf, forkOrder, keyedId, type Order, originOf } from "./debate-order.ts";
import { starterFor, startFailure } from "./start-debate.ts";
import { liveDebate, type LiveDebate } from "./live-debate.ts";
import { checkCapacity, type CapacityLimits } from "./capacity.ts";
import { sealed } from "./sealed.ts";
import { suspendable } from "./suspendable.ts";
import { createResumeUnfinished } from "./resume-unfinished.ts";

export interface DeskOptions {
  journal: RunStore;
  defaultPanel: string;
  users: Users;
  configFor: ConfigFor;
  limits: CapacityLimits;
  log(line: string): void;
}

/** Starts, finds and ends debates. */
export interface DebateService {
  /** Starts a debate, or finds the one that was requested before under the same id. */
  start(order: Order): Promise<{ id: string; created: boolean; live: LiveDebate | null }>;
  fork(id: string, request: ForkRequest, user: User): Promise<{ id: string; created: boolean }>;
  live(id: string): LiveDebate | undefined;
  /** A debate to wait for. One that is running is joined, one that is over is read, and an unfinished one is resumed. */
  attend(id: string): Promise<Attended>;
  record(id: string): Promise<DebateRecord>;
  cancel(id: string): Promise<DebateRecord>;
  review(id: string, said: Review): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resumes what an earlier server left unfinished. Returns the ids. */
  resumeAll(): Promise<string[]>;
  /** Leaves running debates for the next server to resume. */
  suspend(): Promise<void>;
}

/** How long another process may take to release a debate that is requested now. */
const PATIENCE_MS = 2000;

export function createDebateService(options: DeskOptions): DebateService {
  const { journal: store, defaultPanel, users, configFor, limits } = options;
  const journal = suspendable(store);
  const holderOf = starterFor(journal, configFor);
  const debates = new Map<string, LiveDebate>();
  let closing = false;
  const log = (line: string): void => {
    if (!closing) options.log(line);
  };
  const resumeUnfinished = createResumeUnfinished({ store, users, debates, begin, log });

  function begin(
    order: Order,
    id: string,
    digest: string,
    before?: DebateRecord,
    /** Why no further call may be made: the run only ends with what it has. */
    ending?: string,
  ): LiveDebate {
    const kept = ending === undefined ? journal : sealed(journal, ending);
    const hold = holderOf(order, id, digest, before, kept);
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
    if (!run) throw missing(id);
    return fold(run.events.map(publicEvent));
  }

  async function start(order: Order): ReturnType<DebateService["start"]> {
    const { question, user, key, fork } = order;
    if (closing) throw new HttpError(503, "closing", "the server is shutting down");
    // Named explicitly, so that it means the same if the server's default changes.
    const request = order.request.debaters
      ? order.request
      : { panel: defaultPanel, ...order.request };
    const digest = digestOf({ request, question, fork });
    const given = order.id ?? (key === undefined ? undefined : keyedId(user.name, key));
    const id = given ?? randomUUID();
    const run = given === undefined || debates.has(id) ? undefined : await store.read(id);
    // The same request may have come again while the journal was read, so running debates are checked first.
    const twin = debates.get(id);
    if (twin ?? run) {
      const before = twin?.digest ?? originOf(fold(run?.events ?? []).started)?.digest;
      if (before !== digest) {
        throw new HttpError(
          409,
          "conflict",
          `"${id}" is another debate: use a new id or key for a new request`,
        );
      }
      if (twin) await began(twin);
      return { id, created: false, live: twin ?? null };
    }
    checkFunds(user);
    checkCapacity(debates.values(), user.name, limits);
    const live = begin({ ...order, request }, id, digest);
    await began(live);
    return { id, created: true, live };
  }

  async function record(id: string): Promise<DebateRecord> {
    const live = debates.get(id);
    return live && live.events.length > 0 ? fold(live.events) : stored(id);
  }

  return {
    start,
    record,
    live: (id) => debates.get(id),
    async attend(id) {
      const live = debates.get(id) ?? (await resumeUnfinished.one(id, PATIENCE_MS));
      if (live) {
        await began(live);
        return live;
      }
      const run = await store.read(id);
      if (!run) throw missing(id);
      if (run.status === "running") {
        throw new HttpError(409, "held_elsewhere", "another process is running this debate");
      }
      return finishedDebate(id, run.events.map(publicEvent));
    },
    fork: async (id, request, user) => start(forkOrder(id, await record(id), request, user)),
    async cancel(id) {
      const live = debates.get(id);
      if (live) {
        live.abort("it was cancelled");
        await live.result.catch(() => undefined);
        return live.events.length > 0 ? fold(live.events) : stored(id);
      }
      const run = await store.read(id);
      if (!run) throw missing(id);
      if (run.status !== "running") throw new HttpError(409, "not_running", "it is over already");
      await endAbandoned(store, run, "it was cancelled");
      return stored(id);
    },
    async review(id, said) {
      const { status } = await record(id);
      if (status !== "waiting") throw notWaiting();
      // A run without an owner is resumed first, because it still waits for a person's review.
      const live = debates.get(id) ?? (await resumeUnfinished.one(id, PATIENCE_MS));
      if (live) await untilWaiting(live);
      if (!live?.waiting) throw notWaiting();
      review(id, said);
    },
    async remove(id) {
      if (debates.has(id)) throw new HttpError(409, "running", "it is running: cancel it first");
      if (!(await store.remove(id))) throw missing(id);
    },
    resumeAll: () => resumeUnfinished.all(),
    async suspend() {
      closing = true;
      await journal.suspend();
      const running = [...debates.values()];
      for (const live of running) live.abort("the server is shutting down");
      await Promise.allSettled(running.map(({ result }) => result));
    },
  };
}

function missing(id: string): HttpError {
  return new HttpError(404, "not_found", `there is no debate "${id}"`);
}

function notWaiting(): HttpError {
  return new HttpError(409, "not_waiting", "it is not waiting for a review here");
}

async function began({ begun }: LiveDebate): Promise<void> {
  try {
    await begun;
  } catch (error) {
    throw startFailure(error);
  }
}

/** A run that was just resumed replays its finished rounds before it waits again. */
async function untilWaiting(live: LiveDebate): Promise<void> {
  const settled = Promise.withResolvers<void>();
  const check = (): void => {
    if (live.waiting || live.over) settled.resolve();
  };
  const forget = live.listen({ changed: check });
  check();
  await settled.promise;
  forget();
}

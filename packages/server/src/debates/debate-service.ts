import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { endAbandoned, findStoredFile } from "@rostrum/runtime/api";
import { isWaitFor } from "../restate/carry-out-acts.ts";
import type { StoredRun, RunOwner } from "@rostrum/core/protocol";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { toPublicEvent } from "../public-text.ts";
import { omitUndefined } from "@rostrum/core/support";
import { closingError, HttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { createAccessGate, noSuchDebate } from "./access-gate.ts";
import { createClusterDebates } from "./cluster-debates.ts";
import { createDebateJournals } from "./debate-journal.ts";
import { computeDigest, type Order, readOrigin } from "./debate-order.ts";
import type { DebateService, DebateServiceOptions } from "./service-types.ts";
import { createLocalRunner, explainStartFailure, waitUntilBegun } from "./start-debate.ts";
import { createLiveDebate, type LiveDebate, type RunToEnd } from "./live-debate.ts";
import { IMMEDIATE_TICKET, createQueue, type Queue, type Ticket } from "./queue.ts";
import { readCalls } from "./list-calls.ts";
import { findToolCalls } from "./judge-tools.ts";
import {
  actOnLive,
  checkPeerAnswer,
  type DebateAct,
  ownedElsewhereError,
  isBusy,
  notWaiting,
  recordOutcomeOver,
  reviewOver,
  waitUntilWaiting,
  OWNER_TIMEOUT_MS,
} from "./debate-acts.ts";
import { createPeerHost } from "./peer-host.ts";
import { refuseUnlessFitting } from "./refuse-unless-fitting.ts";
import { createFindRemote } from "./remote-debate.ts";
import { createResumeUnfinished, type Beginning } from "./resume-unfinished.ts";

export type { DebateService } from "./service-types.ts";

/** How often the owner is asked. Between two requests, it may have died and its debate may be free. */
const MAX_OWNER_REQUESTS = 3;

export function createDebateService(options: DebateServiceOptions): DebateService {
  const { journal: store, defaultPanel, users, spending, shared, configFor, limits } = options;
  const journals = createDebateJournals(store);
  const local = createLocalRunner(configFor, spending, options.onAttempt);
  const debates = new Map<string, LiveDebate>();
  const findRemote = createFindRemote(store);
  /** If the owner of a debate can be asked, there is no need to wait until it releases the debate. */
  const releaseTimeoutMs = store.peers ? 0 : OWNER_TIMEOUT_MS;
  let closing = false;
  let draining = false;
  const log = (line: string): void => {
    if (!closing) options.log(line);
  };
  const clusterDebates =
    options.cluster &&
    createClusterDebates({
      cluster: options.cluster,
      configFor,
      store,
      findRemote,
      spending,
      report: options.report,
      closing: () => closing,
    });
  const resumeUnfinished = createResumeUnfinished({
    ...{ store, users, debates, begin, log },
    ...{ repeats: shared, learned: options.learned },
  });

  const gate = createAccessGate(findOwner);

  const queue: Queue = createQueue(limits, debates, (id) => debates.get(id)?.placeChanged());

  /** A debate that had no reply yet when its server ended gets in line again; others continue at once. */
  function ticketFor({ before, ending }: Partial<Beginning>, id: string, user: User): Ticket {
    const hasNoReplyYet = before && ending === undefined && before.result.usage.calls === 0;
    return hasNoReplyYet && before.status !== "waiting" && !clusterDebates
      ? queue.enter(id, user.name, { must: true })
      : IMMEDIATE_TICKET;
  }

  function begin(
    order: Order,
    id: string,
    digest: string,
    beginning: Partial<Beginning> & { ticket?: Ticket } = {},
  ): LiveDebate {
    const { before, patienceMs, ending } = beginning;
    const ticket = beginning.ticket ?? ticketFor(beginning, id, order.user);
    const journal = journals.forDebate({
      patienceMs: patienceMs ?? 0,
      turn: ticket.turn,
      ending,
      markStored: (count) => live.markStored(count),
      storing: (events) => options.storing(id, events),
    });
    let runToEnd: RunToEnd;
    try {
      runToEnd =
        clusterDebates?.runnerFor(order, id, digest) ??
        local.prepareRun(order, id, digest, journal, before);
    } catch (error) {
      ticket.leave();
      throw error;
    }
    const run: RunToEnd = (runOptions) => {
      runOptions.signal.addEventListener("abort", ticket.leave, { once: true });
      return runToEnd(runOptions);
    };
    const { name: user, team } = order.user;
    const live = createLiveDebate({ id, user, team, digest }, run, ending !== undefined);
    // Debates on the cluster report their events through the journal.
    if (clusterDebates) {
      live.markStored(Infinity);
      followStored(live);
    }
    debates.set(id, live);
    options.observe(live);
    const remove = (): void => {
      if (debates.get(id) === live) debates.delete(id);
      ticket.leave();
      queue.admit();
    };
    // A debate that waits for a person frees its slot.
    live.listen({ changed: () => live.waiting && queue.admit() });
    live.result.then(remove, remove);
    return live;
  }

  /** The workers of a cluster store the events, so this server is told about them afterwards. */
  function followStored(live: LiveDebate): void {
    let deliveredCount = 0;
    live.listen({
      changed() {
        const events = live.events.slice(deliveredCount);
        deliveredCount += events.length;
        void options.storing(live.id, events);
      },
    });
  }

  async function findOwner(id: string): Promise<RunOwner | undefined> {
    const live = debates.get(id);
    return live ? { user: live.user, team: live.team } : shared.ownerOf(id);
  }

  /** Finds a debate that runs in this process. One that was only requested may turn out to run elsewhere. */
  async function findLive(id: string): Promise<LiveDebate | undefined> {
    await debates.get(id)?.begun.catch(() => undefined);
    return debates.get(id);
  }

  /** Finds a debate that goes on in this process. Waits for the end of one that is about to end. */
  async function findContinuing(id: string): Promise<LiveDebate | undefined> {
    const live = debates.get(id);
    if (!live?.isEnding) return live;
    await live.result.catch(() => undefined);
    return debates.get(id);
  }

  async function readStored(id: string): Promise<DebateRecord> {
    const run = await store.read(id);
    if (!run) throw noSuchDebate(id);
    return fold(run.events.map(toPublicEvent));
  }

  async function start(requestedOrder: Order): ReturnType<DebateService["start"]> {
    if (closing || draining) throw closingError();
    const order = {
      ...requestedOrder,
      user: users.forProject(requestedOrder.user, requestedOrder.project),
    };
    const { question, user, key, fork, follow } = order;
    // Whichever way a request names the earlier debate, its user must be allowed to see it.
    if (follow) await gate.reach(user, "follow", follow.id);
    if (fork) await gate.reach(user, "fork", fork.id);
    // Named explicitly, so that it means the same if the server's default changes.
    const request = order.request.debaters
      ? order.request
      : { panel: defaultPanel(), ...order.request };
    const digest = computeDigest({ request, question, fork, follow, tools: order.tools });
    // Derived from user and key, so that a repeated key leads to the same debate.
    const keyId = key === undefined ? undefined : `key-${computeDigest([user.name, key])}`;
    const requestedId = order.id ?? keyId;
    const id = requestedId ?? randomUUID();
    const isNew = requestedId === undefined || order.fresh === true;
    const run = isNew || debates.has(id) ? undefined : await store.read(id);
    // A duplicate request may have arrived while the journal was read, so running debates are checked first.
    const duplicate = debates.get(id);
    if (duplicate ?? run) return findDuplicate(id, digest, run, user);
    // A debate keeps the version of a saved panel that it began with.
    const saved = order.saved ?? (await options.saved.named(request));
    const learned = await options.learned.current(request, saved);
    await refuseUnlessFitting({ ...order, user }, configFor(request, saved, learned), spending);
    // A duplicate request may have arrived while the limits were read.
    if (debates.has(id)) return findDuplicate(id, digest, undefined, user);
    const ticket = queue.enter(id, user.name, { mayWait: clusterDebates === undefined });
    const panelState = omitUndefined({ saved, learned });
    const live = begin({ ...order, request, ...panelState }, id, digest, { ticket });
    try {
      await live.begun;
    } catch (error) {
      // Another server got the same request at the same moment.
      if (isBusy(error)) return findDuplicate(id, digest, await store.read(id), user);
      throw explainStartFailure(error);
    }
    return { id, created: true, live };
  }

  /** Returns the debate that was requested earlier under the same id. */
  async function findDuplicate(
    id: string,
    digest: string,
    run: StoredRun | undefined,
    user: User,
  ): ReturnType<DebateService["start"]> {
    const running = await findContinuing(id);
    const { started } = fold(run?.events ?? []);
    const earlierDigest = running?.digest ?? readOrigin(started)?.digest;
    // A debate that another process has only just opened has no events yet that would show its digest.
    const isDigestUnknown =
      running === undefined && run?.status === "running" && run.events.length === 0;
    // Users who may not see the debate get the same error as for any other request about it.
    if (!isDigestUnknown) await gate.reach(user, "read", id);
    if (earlierDigest !== digest && !isDigestUnknown) {
      const message = `"${id}" is another debate: use a new id or key for a new request`;
      throw new HttpError(409, "conflict", message);
    }
    if (running) await waitUntilBegun(running);
    return { id, created: false, live: running ?? null };
  }

  /** Acts on a debate where it runs: here, or on another server, on request. */
  async function actOn(id: string, act: DebateAct): Promise<void> {
    if (clusterDebates) return clusterDebates.act(id, act);
    for (let tries = 0; ; tries++) {
      const live = await findLive(id);
      if (live) return actOnLive(live, act);
      try {
        if (act.act === "cancel") return await endUnheld(id);
        const resumed = await resumeUnfinished.resumeOne(id, releaseTimeoutMs);
        if (!resumed) throw notWaiting(act);
        await waitUntilBegun(resumed);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (!store.peers || tries === MAX_OWNER_REQUESTS) throw ownedElsewhereError(error);
        const answer = await store.peers.ask(id, act, OWNER_TIMEOUT_MS);
        if (answer !== undefined) return checkPeerAnswer(answer);
      }
    }
  }

  /** Waits until this process has read the end of a cluster's debate, which reaches the journal first. */
  async function waitUntilRead(id: string): Promise<void> {
    const live = debates.get(id);
    if (!live || (await store.read(id))?.status === "running") return;
    const over = live.result.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([over, after(OWNER_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async function endUnheld(id: string): Promise<void> {
    const run = await store.read(id);
    if (!run) throw noSuchDebate(id);
    if (run.status !== "running")
      throw new HttpError(409, "not_running", "the debate is already over");
    await endAbandoned(store, run, "the debate was cancelled", { patienceMs: releaseTimeoutMs });
  }

  const leavePeers = store.peers?.join(createPeerHost(debates));

  async function record(id: string): Promise<DebateRecord> {
    const live = debates.get(id);
    return live && live.events.length > 0 ? fold(live.events) : readStored(id);
  }

  return {
    start,
    record,
    calls: (id, withTexts) => readCalls(store, id, { withTexts, isLive: debates.has(id) }),
    async toolCalls(id) {
      const run = await store.read(id);
      const tools = run && readOrigin(fold(run.events).started)?.tools;
      return run && tools ? findToolCalls(run, tools) : [];
    },
    async file(id, sha256) {
      const run = await store.read(id);
      if (!run) throw noSuchDebate(id);
      return findStoredFile(run, sha256);
    },
    async find(id) {
      const live = debates.get(id);
      return live && live.events.length > 0 ? live : findRemote(id);
    },
    async attend(id, hasReturned) {
      await findLive(id);
      const live = await findContinuing(id);
      if (live) return live;
      const resumed = await resumeUnfinished
        .resumeOne(id, 0, hasReturned)
        .catch((error: unknown) => {
          if (!isBusy(error)) throw error;
          return null;
        });
      if (resumed) {
        await waitUntilBegun(resumed);
        return resumed;
      }
      const remote = await findRemote(id);
      if (!remote) throw noSuchDebate(id);
      return remote;
    },
    async cancel(id) {
      const live = await findLive(id);
      if (clusterDebates) await readStored(id);
      // Somebody ends it on purpose, so the same request doesn't continue it.
      await shared.forgetRepeat(id).catch(() => undefined);
      await actOn(id, { act: "cancel" });
      return live && !clusterDebates && live.events.length > 0 ? fold(live.events) : readStored(id);
    },
    async review(id, newReview) {
      const { status, result } = await record(id);
      if (status === "completed") return reviewOver(store, id, result.review, newReview);
      const act: DebateAct = { act: "review", said: newReview };
      if (status !== "waiting") throw notWaiting(act);
      await actOn(id, act);
    },
    async outcome(id, outcome) {
      const { status } = await record(id);
      if (status !== "completed")
        throw new HttpError(409, "not_over", "the debate has no answer yet");
      await recordOutcomeOver(store, id, outcome);
    },
    async converse(id, act) {
      const { status, waits } = await record(id);
      if (status === "completed" || status === "failed") {
        throw new HttpError(409, "not_running", "the debate is already over");
      }
      if (act.act !== "say" && !waits.some((wait) => isWaitFor(wait, act))) {
        throw notWaiting(act);
      }
      await actOn(id, act);
    },
    findOwner,
    async remove(id) {
      if (clusterDebates) await waitUntilRead(id);
      if (debates.has(id))
        throw new HttpError(409, "running", "the debate is running: cancel it first");
      if (!(await store.remove(id))) throw noSuchDebate(id);
    },
    counts() {
      const live = [...debates.values()].filter(({ over }) => !over);
      const waiting = live.filter((debate) => debate.waiting).length;
      const queued = queue.length();
      return { running: live.length - waiting - queued, waiting, queued };
    },
    findPlace: queue.findPlace,
    settingsChanged: () => [local, resumeUnfinished].forEach((part) => part.settingsChanged()),
    async resumeAll() {
      if (!clusterDebates) return resumeUnfinished.resumeAll();
      // The cluster resumes its own debates; those that ended unobserved are charged now.
      await clusterDebates.settleEnded();
      return [];
    },
    async drain(ms) {
      draining = true;
      resumeUnfinished.stop();
      queue.stop();
      const running = [...debates.values()].filter(({ id }) => queue.findPlace(id) === null);
      await Promise.race([
        Promise.all(running.map(waitUntilWaiting)),
        after(ms, undefined, { ref: false }),
      ]);
    },
    async suspend() {
      closing = true;
      resumeUnfinished.stop();
      clusterDebates?.stop();
      leavePeers?.();
      await journals.suspend();
      const running = [...debates.values()];
      for (const live of running) live.abort("the server is shutting down");
      await Promise.allSettled(running.map(({ result }) => result));
    },
  };
}

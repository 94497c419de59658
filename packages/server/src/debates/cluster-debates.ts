import { setTimeout as after } from "node:timers/promises";
import { Debate } from "@rostrum/runtime/api";
import { AbortError, omitUndefined } from "@rostrum/core/support";
import type { ClusterClient } from "../restate/client.ts";
import {
  type Spend,
  type DebatePlan,
  type DebateEvent,
  type StoredEvent,
  type RunStore,
  type DebateResult,
  type Amount,
  type BudgetLimits,
  NO_SPEND,
  toSpend,
} from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { HttpError, invalidRequest } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import { takeLowest } from "../panels/panel-models.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import { untilAborted } from "../until-aborted.ts";
import type { Spending } from "../users/spending.ts";
import { writeOrigin, type Order } from "./debate-order.ts";
import type { RunToEnd } from "./live-debate.ts";
import type { ConversationAct, DebateAct } from "./debate-acts.ts";
import type { FindRemote, RemoteDebate } from "./remote-debate.ts";

/** Debates that a Restate cluster runs, and that this server starts and shows. */
export interface ClusterDebates {
  runnerFor(order: Order, id: string, digest: string): RunToEnd;
  act(id: string, act: DebateAct): Promise<void>;
  /** Charges and reports debates that ended or wait while no server followed them, now and from time to time. */
  settleEnded(): Promise<void>;
  stop(): void;
}

export interface ClusterOptions {
  cluster: ClusterClient;
  configFor: ConfigFor;
  store: Pick<RunStore, "eventsFrom">;
  findRemote: FindRemote;
  spending: Pick<Spending, "reserveElsewhere" | "settleElsewhere" | "reservedElsewhere">;
  /** Called with a debate's events, maybe more than once. Each event is reported once. */
  report(this: void, id: string, events: readonly StoredEvent[]): Promise<void>;
  /** True while the server shuts down: debates that it stops following keep running on the cluster. */
  closing(): boolean;
}

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;
/** How long it may take to reach the cluster, and then until a worker begins the debate. */
const BEGIN_TIMEOUT_MS = 30_000;
const SETTLE_INTERVAL_MS = 30_000;

export function createClusterDebates(options: ClusterOptions): ClusterDebates {
  const { cluster, configFor, store, findRemote, spending, report, closing } = options;

  /** Waits until a worker has written the debate's first event into the journal. */
  async function waitUntilBegun(id: string): Promise<RemoteDebate> {
    const startedAt = performance.now();
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
      const remote = await findRemote(id);
      if (remote && remote.events.length > 0) return remote;
      if (performance.now() - startedAt > BEGIN_TIMEOUT_MS) {
        const message =
          "expected a worker to begin the debate, but none has. Check that workers run with the same journal as this server.";
        throw new HttpError(503, "not_begun", message);
      }
      await after(pause);
    }
  }

  /** Debates without an event, with the time since when. A worker may still begin them. */
  const missing = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  /** Reports a debate, and charges it if it is over, or if no worker has begun it in time. */
  async function settle(id: string): Promise<void> {
    const events = await store.eventsFrom(id, 0);
    if (!events || events.length === 0) {
      const since = missing.get(id) ?? Date.now();
      missing.set(id, since);
      if (Date.now() - since < 2 * BEGIN_TIMEOUT_MS) return;
      missing.delete(id);
      return spending.settleElsewhere(id, NO_SPEND);
    }
    // Reported before it counts as settled: if this server dies in between, another one does it again.
    await report(id, events);
    const { status, result } = fold(events);
    if (status === "running" || status === "waiting") return;
    const { usage, costUsd } = result;
    await spending.settleElsewhere(id, toSpend({ attempts: usage.calls, usage, costUsd }));
  }

  async function settleAll(): Promise<void> {
    for (const id of await spending.reservedElsewhere()) await settle(id);
  }

  return {
    runnerFor(order, id, digest) {
      const { request, question, user, follow } = order;
      for (const part of ["tools", "fork"] as const) {
        const message = `expected no ${part}, because debates run on a Restate cluster here`;
        if (order[part] !== undefined) throw invalidRequest(part, message);
      }
      // Checked here, so that a wrong request is refused at once.
      const config = configFor(request, order.saved, order.learned);
      const debate = new Debate(config);
      const { panel = "", rules } = describeRequest(order);
      return async ({ signal, onEvent }) => {
        const worstCase = computeMostSpend(await debate.plan(question));
        const caps = await spending.reserveElsewhere(id, user, worstCase);
        const budget = limitCaps(config.budget, caps);
        const { poll, decide } = order.learned ? config : {};
        const changes = { ...rules, ...omitUndefined({ budget, poll, decide }) };
        try {
          const metadata = writeOrigin(order, digest);
          const timeout = AbortSignal.timeout(BEGIN_TIMEOUT_MS);
          const submitted = cluster.submit(panel, question, {
            id,
            signal: AbortSignal.any([signal, timeout]),
            metadata,
            changes,
            ...omitUndefined({
              userId: user.name ?? undefined,
              teamId: user.team ?? undefined,
              projectId: user.project ?? undefined,
              follow,
            }),
          });
          await submitted.catch((error: unknown) => {
            if (!timeout.aborted || signal.aborted) throw error;
            const message =
              "the Restate cluster can't be reached: check that it runs at the address in --restate, and try again";
            throw new HttpError(503, "cluster_unavailable", message, { retryAfter: 5 });
          });
          const failed = cluster.attach(id).then(() => new Promise<never>(() => undefined));
          failed.catch(() => undefined);
          const remote = await Promise.race([waitUntilBegun(id), failed]);
          return await followToEnd(remote, signal, onEvent, () => {
            if (!closing()) cluster.cancel(id).catch(() => undefined);
          });
        } finally {
          // If the journal is unavailable, the next interval charges the debate.
          await settle(id).catch(() => undefined);
        }
      };
    },
    async act(id, act) {
      if (act.act === "review") return cluster.review(id, act.said);
      if (act.act !== "cancel") return converse(cluster, id, act);
      await cluster.cancel(id);
      await cluster.attach(id).catch(() => undefined);
    },
    async settleEnded() {
      // The journal may be briefly unavailable: the next interval tries again.
      timer ??= setInterval(
        () => void settleAll().catch(() => undefined),
        SETTLE_INTERVAL_MS,
      ).unref();
      await settleAll();
    },
    stop: () => clearInterval(timer),
  };
}

/** Request as workers need it. A panel that workers don't have is sent in full, as plain JSON. */
function describeRequest({ request, saved }: Order): {
  panel?: string;
  rules: Record<string, unknown>;
} {
  const { panel, ...rules } = request;
  const base = request.debaters === undefined ? saved : undefined;
  const limits = { ...base?.limits, ...rules.limits };
  return {
    ...omitUndefined({ panel }),
    rules: { ...base, ...rules, ...(Object.keys(limits).length === 0 ? {} : { limits }) },
  };
}

/** Allows for retries, which the plan doesn't count. */
const RETRY_FACTOR = 2;

function computeMostSpend({ calls, tokens, usd }: DebatePlan): Spend {
  return {
    calls: calls.max * RETRY_FACTOR,
    tokens: tokens.max,
    usd: usd.max,
  };
}

/** A panel's own caps within those of its user. A budget that debates share can't be sent to a worker. */
function limitCaps(
  panelBudget: PanelConfig["budget"],
  caps: Partial<Amount> | null,
): BudgetLimits | undefined {
  const limits = panelBudget === undefined || "open" in panelBudget ? undefined : panelBudget;
  return caps === null ? limits : takeLowest([limits ?? {}, caps]);
}

/** A cluster accepts actions only while a debate waits for people. */
async function converse(cluster: ClusterClient, id: string, act: ConversationAct): Promise<void> {
  try {
    if (act.act === "proceed") return await cluster.proceed(id);
    if (act.act === "say") return await cluster.say(id, act.said);
    return await cluster.speak(id, act.said.name, act.said.text);
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : null;
    if (status !== 409) throw error;
    const message =
      "expected a debate that waits for a person, got one that doesn't: try again when it waits";
    throw new HttpError(409, "not_waiting", message);
  }
}

/** Passes on the events that reach the journal, until the debate ends. */
async function followToEnd(
  remote: RemoteDebate,
  signal: AbortSignal,
  onEvent: (event: DebateEvent) => unknown,
  cancel: () => void,
): Promise<DebateResult<unknown>> {
  let deliveredCount = 0;
  const deliverEvents = (): void => {
    for (; deliveredCount < remote.events.length; deliveredCount++) {
      void onEvent(remote.events[deliveredCount] as StoredEvent);
    }
  };
  const forget = remote.listen({
    changed: deliverEvents,
    deltas: (events) => events.forEach((event) => void onEvent(event)),
  });
  deliverEvents();
  try {
    return await untilAborted(signal, remote.result, () => {
      cancel();
      return new AbortError(signal.reason);
    });
  } finally {
    deliverEvents();
    forget();
  }
}

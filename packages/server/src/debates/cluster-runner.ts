import { setTimeout as after } from "node:timers/promises";
import { completeQuestion, Debate } from "@rostrum/runtime/api";
import { AbortError, omitUndefined } from "@rostrum/core/support";
import type { ClusterClient } from "../restate/client.ts";
import type { PersonAct } from "../restate/messages.ts";
import type {
  Spend,
  DebatePlan,
  DebateEvent,
  StoredEvent,
  DebateResult,
  Amount,
  BudgetLimits,
} from "@rostrum/core/protocol";
import { HttpError, invalidRequest } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import { takeLowest } from "../access/take-lowest.ts";
import { untilAborted } from "../until-aborted.ts";
import { BEGIN_TIMEOUT_MS, createClusterCharges } from "./cluster-charges.ts";
import { writeOrigin, type Order } from "./debate-order.ts";
import type { DebateRunner, RunnerOptions } from "./debate-runner.ts";
import type { LiveDebate } from "./live-debate.ts";
import { IMMEDIATE_TICKET } from "./queue.ts";
import { readStored } from "./read-debates.ts";
import type { FindRemote, RemoteDebate } from "./remote-debate.ts";
import { createResumeStored } from "./resume-stored.ts";
import type { StartInput } from "./running-debates.ts";

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

/** Debates that a Restate cluster runs, and that this server starts, shows and charges. */
export function createClusterRunner(options: RunnerOptions, cluster: ClusterClient): DebateRunner {
  const { journal: store, running, spending } = options;
  const charges = createClusterCharges(store, spending, options.report, cluster);
  let closing = false;

  async function submitAndFind(
    submission: Submission,
    id: string,
    signal: AbortSignal,
  ): Promise<RemoteDebate> {
    try {
      await submitInTime(cluster, submission, signal);
      return await waitUntilBegun(options.findRemote, cluster, id);
    } catch (error) {
      if (!closing) charges.withdraw(id);
      throw error;
    }
  }

  function begin({ order, id, digest, before, endReason }: StartInput): LiveDebate {
    const { user } = order;
    // A cluster has no queue.
    const ticket = before
      ? IMMEDIATE_TICKET
      : running.queue.enter(id, user.name, { mayWait: false });
    const isEnding = endReason !== undefined;
    const live = running.add({ id, digest, user, ticket, isEnding }, () => {
      const reserve = prepareSubmission(options, order, id, digest);
      return async ({ signal, onEvent }) => {
        const submission = await reserve();
        try {
          const remote = await submitAndFind(submission, id, signal);
          return await followToEnd(remote, signal, onEvent, () => {
            // Debates that this server stops following keep running on the cluster.
            if (!closing) cluster.cancel(id).catch(() => undefined);
          });
        } finally {
          // If the journal is unavailable, the next interval charges the debate.
          await charges.settle(id).catch(() => undefined);
        }
      };
    });
    live.markStored(Infinity);
    followStored(live, options.beforeStoring);
    return live;
  }

  const resume = createResumeStored(options, begin);

  return {
    begin,
    // A cluster never continues a debate that was stopped. It was charged, so it is only read.
    resume: (run, how) => resume(run, { ...how, hasReturned: false }),
    act: (id, act) => actOnCluster(cluster, id, act),
    async cancel(id) {
      await running.findBegun(id);
      await readStored(store, id);
      await cluster.cancel(id);
      await cluster.attach(id).catch(() => undefined);
      return readStored(store, id);
    },
    async resumeAll() {
      // The cluster resumes its own debates; those that ended unobserved are charged now.
      await charges.start();
      return [];
    },
    settingsChanged: () => undefined,
    stopResuming: () => undefined,
    async close() {
      closing = true;
      charges.stop();
    },
  };
}

/** The workers of a cluster store the events, so this server is told about them afterwards. */
function followStored(live: LiveDebate, storing: RunnerOptions["beforeStoring"]): void {
  let deliveredCount = 0;
  live.listen({
    changed() {
      const events = live.events.slice(deliveredCount);
      deliveredCount += events.length;
      void storing(live.id, events);
    },
  });
}

type Submission = Parameters<ClusterClient["submit"]>;

/** Checks a request, so that a wrong one is refused at once. Returns a function that reserves its worst case. */
function prepareSubmission(
  { configFor, journal, spending }: RunnerOptions,
  order: Order,
  id: string,
  digest: string,
): () => Promise<Submission> {
  const { request, question, user, follow } = order;
  for (const part of ["tools", "fork"] as const) {
    const message = `expected no ${part}, because debates run on a Restate cluster here`;
    if (order[part] !== undefined) throw invalidRequest(part, message);
  }
  const config = configFor(request, order.saved, order.learned);
  const debate = new Debate(config);
  const { panel = "", rules } = describeRequest(order);
  return async () => {
    const worstCase = computeMostSpend(
      await debate.plan(await completeQuestion(journal, question, follow)),
    );
    const caps = await spending.reserveElsewhere(id, user, worstCase);
    const budget = limitCaps(config.budget, caps);
    const { poll, decide } = order.learned ? config : {};
    const about = {
      userId: user.name ?? undefined,
      teamId: user.team ?? undefined,
      projectId: user.project ?? undefined,
      follow,
    };
    return [
      panel,
      question,
      {
        id,
        metadata: writeOrigin(order, digest),
        changes: { ...rules, ...omitUndefined({ budget, poll, decide }) },
        ...omitUndefined(about),
      },
    ];
  };
}

async function submitInTime(
  cluster: ClusterClient,
  [panel, question, about]: Submission,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(BEGIN_TIMEOUT_MS);
  try {
    await cluster.submit(panel, question, {
      ...about,
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    const message =
      "the Restate cluster can't be reached: check that it runs at the address in --restate, and try again";
    throw new HttpError(503, "cluster_unavailable", message, { retryAfter: 5 });
  }
}

/** Waits until a worker has written the debate's first event into the journal, or the debate has failed. */
async function waitUntilBegun(
  findRemote: FindRemote,
  cluster: ClusterClient,
  id: string,
): Promise<RemoteDebate> {
  const failed = cluster.attach(id).then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  return Promise.race([waitForFirstEvent(findRemote, id), failed]);
}

async function waitForFirstEvent(findRemote: FindRemote, id: string): Promise<RemoteDebate> {
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

/** Room for retries, which the plan's number of calls leaves out. Its upper bounds of tokens and dollars include them. */
const CALL_RETRY_FACTOR = 2;

function computeMostSpend({ calls, tokens, usd }: DebatePlan): Spend {
  return {
    calls: calls.max * CALL_RETRY_FACTOR,
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
async function actOnCluster(cluster: ClusterClient, id: string, act: PersonAct): Promise<void> {
  if (act.act === "review") return cluster.review(id, act.said);
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

import type { Server } from "node:http";
import type { Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import type {
  ObjectContext,
  ObjectSharedContext,
  VirtualObjectDefinition,
  WorkflowContext,
  WorkflowDefinition,
  WorkflowSharedContext,
} from "@restatedev/restate-sdk";
import { emptyResult, type StoredEvent } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { endAbandoned } from "@rostrum/runtime/api";
import { loadPeer } from "../load-peer.ts";
import { createModelCaller } from "./call-model.ts";
import { connectTo } from "./cluster.ts";
import { makeConfigFinder, type Panels } from "./sent-config.ts";
import { runOnCluster, type Turn } from "./run-debate.ts";
import {
  DEBATE,
  LOG,
  SLOT,
  STEP,
  type DebateHandlers,
  type LogHandlers,
  type SlotHandlers,
  type StepHandlers,
} from "./service-types.ts";
import type { DebateInput, DebateOutput, PersonAct, StepInput } from "./messages.ts";

/** Panels and resources that a worker offers to a cluster. */
export interface WorkerOptions {
  panels: Panels;
  /**
   * Model ids that debates may name in addition to those of the panels, such as the server's `models`. Never
   * addresses or commands. Default: none.
   */
  models?: string[];
  /** Address of the cluster's ingress, such as `http://localhost:8080`. */
  ingress: string;
  /** Calls in flight at once for each provider, over all workers. Default: no limit. */
  limits?: Record<string, number>;
  /**
   * Journal that all workers share: a file of their machine, or a Postgres database. Answers are stored there before
   * the cluster receives them, and events are read from there. Default: everything is stored on the cluster.
   */
  journal?: RunStore;
  /** How long results are kept, in milliseconds. Default: seven days. */
  retentionMs?: number;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** A debate may run for a long time without contacting the cluster. */
const INACTIVITY_MS = 60 * 60 * 1000;

/** The services that a worker offers to the cluster. */
export type Services = [
  WorkflowDefinition<typeof STEP, StepHandlers>,
  VirtualObjectDefinition<typeof SLOT, SlotHandlers>,
  WorkflowDefinition<typeof DEBATE, DebateHandlers>,
  VirtualObjectDefinition<typeof LOG, LogHandlers>,
];

/**
 * Creates the services of a worker. Every model call is its own workflow, keyed by its step's name: it is made once
 * and its answer is stored, whichever worker asks for it and however often. The debate is a workflow that runs the
 * same loop as everywhere, and reaches its steps through the cluster. If its worker dies, another one runs the loop
 * again and finds the steps answered.
 */
export async function createServices(options: WorkerOptions): Promise<Services> {
  const restate = await loadPeer(
    "@restatedev/restate-sdk",
    () => import("@restatedev/restate-sdk"),
  );
  const { panels, ingress, limits = {}, retentionMs = WEEK_MS, journal = null } = options;
  const limited = Object.keys(limits).length > 0;
  const findConfig = makeConfigFinder(panels, options.models ?? []);
  const models = createModelCaller(findConfig);
  const cluster = await connectTo(ingress);
  const patient = { inactivityTimeout: INACTIVITY_MS, abortTimeout: INACTIVITY_MS };
  const retained = { ...patient, workflowRetention: retentionMs, journalRetention: retentionMs };

  /** Debates that run here. A cluster that was away submits them again; a worker that still runs one continues it. */
  const running = new Map<string, Promise<Turn>>();
  async function runOnce(id: string, run: () => Promise<Turn>): Promise<Turn> {
    const ownRun = running.get(id) ?? run();
    running.set(id, ownRun);
    try {
      return await ownRun;
    } finally {
      if (running.get(id) === ownRun) running.delete(id);
    }
  }

  const slot = restate.object({
    name: SLOT,
    options: patient,
    handlers: {
      /** Runs one call at a time per key. A provider has as many keys as it may have concurrent calls. */
      call: async (ctx: ObjectContext, input: StepInput) =>
        ctx.run("call", () => models.call(input)),
    },
  });

  const step = restate.workflow({
    name: STEP,
    options: retained,
    handlers: {
      run: async (ctx: WorkflowContext, input: StepInput) => {
        const provider = models.findProvider(input)?.split(".", 1)[0] ?? "function";
        const slots = limits[provider];
        if (slots === undefined) return ctx.run("call", () => models.call(input));
        return ctx
          .objectClient<SlotHandlers>({ name: SLOT }, `${provider}-${chooseSlot(ctx.key, slots)}`)
          .call(input);
      },
    },
  });

  const log = restate.object({
    name: LOG,
    handlers: {
      append: async (ctx: ObjectContext, events: StoredEvent[]) => {
        const count = (await ctx.get<number>("count")) ?? 0;
        // A repeated debate emits all its events again; the log ignores those that it has.
        const newEvents = events.filter(({ seq }) => seq >= count);
        for (const event of newEvents) ctx.set(`event-${event.seq}`, event);
        if (newEvents.length > 0) ctx.set("count", count + newEvents.length);
      },
      since: restate.handlers.object.shared(async (ctx: ObjectSharedContext, seq: number) => {
        if (journal) {
          const stored = await ctx.run("read", () => journal.eventsFrom(ctx.key, seq));
          return { events: stored ?? [] };
        }
        const count = (await ctx.get<number>("count")) ?? 0;
        const events: StoredEvent[] = [];
        for (let at = seq; at < count; at++) {
          const event = await ctx.get<StoredEvent>(`event-${at}`);
          if (event) events.push(event);
        }
        return { events };
      }),
    },
  });

  const debate = restate.workflow({
    name: DEBATE,
    options: retained,
    handlers: {
      run: async (ctx: WorkflowContext, input: DebateInput) => {
        const stop = new AbortController();
        const { signal } = stop;
        // Restate's own randomness is seeded for this invocation, so it is the same on every worker.
        const secret = ctx.rand.uuidv4();
        const acts: PersonAct[] = [];
        const turn = (): Promise<Turn> =>
          runOnce(ctx.key, () =>
            runOnCluster({
              ...{ id: ctx.key, input, findConfig, cluster, signal, secret, journal, limited },
              acts,
            }),
          );
        const cancelled = ctx.promise<boolean>("cancelled").get();
        const firstTurn = ctx.run("debate", () => turn());
        let last: Turn | boolean = await restate.RestatePromise.race([firstTurn, cancelled]);
        while (typeof last === "object" && "waiting" in last) {
          // Suspends the workflow: no worker is needed while a person decides.
          ctx.set(TURN_KEY, acts.length);
          const act = ctx.promise<PersonAct>(actName(acts.length)).get();
          const done: PersonAct | boolean = await restate.RestatePromise.race([act, cancelled]);
          if (typeof done !== "object") last = done;
          else {
            acts.push(done);
            const nextTurn = ctx.run(`debate after act ${acts.length}`, () => turn());
            last = await restate.RestatePromise.race([nextTurn, cancelled]);
          }
        }
        if (typeof last === "object" && "ok" in last) return last;
        stop.abort();
        return CANCELLED;
      },
      cancel: async (ctx: WorkflowSharedContext) => {
        await ctx.promise<boolean>("cancelled").resolve(true);
        // The worker notices at its next write that it no longer owns the run.
        if (!journal) return;
        await ctx.run("end", async () => {
          const run = await journal.read(ctx.key);
          if (run?.status !== "running") return;
          await endAbandoned(journal, run, "the debate was cancelled", { takeOver: true });
        });
      },
      act: async (ctx: WorkflowSharedContext, act: PersonAct) => {
        const number = await ctx.get<number>(TURN_KEY);
        const awaited = number === null ? null : ctx.promise<PersonAct>(actName(number));
        if (awaited === null || (await awaited.peek()) !== undefined) {
          throw new restate.TerminalError(
            "expected a debate that waits for a person, got one that doesn't: try again when it waits",
            { errorCode: 409 },
          );
        }
        await awaited.resolve(act);
      },
    },
  });
  return [step, slot, debate, log];
}

/** State key: number of actions before the one that a debate waits for. */
const TURN_KEY = "turn";
const actName = (number: number): string => `act ${number}`;

const CANCELLED: DebateOutput = {
  ok: false,
  error: { name: "AbortError", code: "aborted", message: "the debate was cancelled" },
  partial: emptyResult(),
};

/** Spreads steps over a provider's slots by name, so that a step finds its slot again. */
function chooseSlot(key: string, slots: number): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % slots;
}

/** Options of `serveWorker()`. */
export interface ServeWorkerOptions extends WorkerOptions {
  /** Default 9080; 0 means any free port. */
  port?: number;
  /** Default: all interfaces, since the cluster calls the worker. */
  host?: string;
  /**
   * Speak HTTP/1.1 with one connection per call, so that a plain TCP balancer spreads calls over workers.
   * Default: HTTP/2.
   */
  http11?: boolean;
}

/** A worker that listens. */
export interface Worker {
  port: number;
  close(): Promise<void>;
}

/** Starts a worker. Register its address, or its balancer's, with the cluster once. */
export async function serveWorker(serverOptions: ServeWorkerOptions): Promise<Worker> {
  const { port = 9080, host, http11, ...options } = serverOptions;
  const { createEndpointHandler } = await loadPeer(
    "@restatedev/restate-sdk",
    () => import("@restatedev/restate-sdk"),
  );
  const services = await createServices(options);
  const handler = createEndpointHandler({ services });
  const server: Server | Http2Server = http11
    ? (await import("node:http")).createServer(handler)
    : (await import("node:http2")).createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

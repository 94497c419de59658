import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import {
  getKnownCost,
  type ModelAttempt,
  isAskedAgain,
  type PaidCall,
  type StoredEvent,
} from "@rostrum/core/protocol";
import { formatModelName } from "@rostrum/core/export";
import type { AppEnv } from "../app-env.ts";
import { wasStopped } from "@rostrum/core/support";
import type { LiveDebate } from "../debates/live-debate.ts";

/** Counters of this process. */
export interface Metrics {
  /** Counts a debate that runs here. */
  follow(live: LiveDebate): void;
  /** Counts an attempt at a call of a model. */
  countAttempt(this: void, attempt: ModelAttempt): void;
  /** Counts requests by route, never by address. */
  countRequests: MiddlewareHandler<AppEnv>;
  /** Counts an action that could not be written to the audit log. */
  countLostAudit(this: void): void;
  /** Counts an attempt to deliver a message to a webhook. */
  countWebhookAttempt(this: void, hook: string, outcome: string): void;
  showActivity(activity: Activity): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  stop(): void;
}

export interface MetricsSource {
  version: string;
  /** The models that were called, and whether each fails: 1 or 0. */
  failing(): Record<string, number>;
  /** The panels of the config, and whether each can't answer now: 1 or 0. */
  unavailable(): Promise<Record<string, number>>;
  /** The files of the settings, and whether changes of each are held back by an error: 1 or 0. */
  reloadFailed(): Record<string, number>;
}

/** State of this process, read at each scrape. */
export interface Activity {
  watchers(): number;
  debates(): { running: number; waiting: number; queued: number };
}

/** In seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** How often the event loop's delay is measured. */
const LOOP_RESOLUTION_MS = 20;
/** Label of calls whose model is unknown: those of an earlier process that no event reported. */
const NOT_RECORDED = "not_recorded";

export function createMetrics({
  version,
  failing,
  unavailable,
  reloadFailed,
}: MetricsSource): Metrics {
  const registry = new Registry();
  const registers = [registry];

  function counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers });
  }

  /** Creates a gauge whose values are read at each scrape. */
  function gauge(
    name: string,
    help: string,
    read: () => number | Values | Promise<Values>,
    label?: string,
  ): void {
    const created: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        const value = await read();
        if (typeof value === "number") return this.set(value);
        this.reset();
        for (const [key, each] of Object.entries(value)) this.set({ [label ?? ""]: key }, each);
      },
    });
    registry.registerMetric(created);
  }

  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  gauge("rostrum_info", "Always 1; the label is the version.", () => ({ [version]: 1 }), "version");
  const started = counter("rostrum_debates_started_total", "Debates begun or resumed.");
  const ended = counter("rostrum_debates_total", "Debates that ended, by status.", "status");
  const shifted = new Gauge({
    name: "rostrum_calibration_shift",
    help: "1 while a panel agrees differently from its calibration rows, by the calibration's fingerprint.",
    labelNames: ["calibration"],
    registers,
  });
  const calls = counter("rostrum_calls_total", "Calls of models, retries included.", "model");
  const tokens = counter("rostrum_tokens_total", "Known tokens.", "model", "direction");
  const uncounted = counter(
    "rostrum_calls_unknown_tokens_total",
    "Calls whose tokens are unknown.",
    "model",
  );
  const dollars = counter("rostrum_cost_dollars_total", "Known cost in dollars.", "model");
  const unpriced = counter(
    "rostrum_calls_unknown_cost_total",
    "Calls whose cost is unknown.",
    "model",
  );
  const tries = counter(
    "rostrum_call_attempts_total",
    "Attempts at calls of models, by outcome: reply, an HTTP status, timeout, unreachable or error.",
    "model",
    "outcome",
  );
  const retries = counter("rostrum_call_retries_total", "Attempts after the first.", "model");
  const repeatedCalls = counter(
    "rostrum_calls_asked_again_total",
    "Calls that were repeated because the reply could not be read.",
    "model",
  );
  const latencies = new Histogram({
    name: "rostrum_call_duration_seconds",
    help: "Time until the reply or the failure of an attempt.",
    labelNames: ["model"],
    buckets: BUCKETS,
    registers,
  });
  gauge("rostrum_model_failing", "Whether a model fails now: 1 or 0.", failing, "model");
  gauge(
    "rostrum_panel_unavailable",
    "Whether a panel can't answer now, because a key is missing or its models fail: 1 or 0.",
    unavailable,
    "panel",
  );
  gauge(
    "rostrum_reload_failed",
    "Whether changes of a file (config or tokens) are held back by an error: 1 or 0.",
    reloadFailed,
    "file",
  );
  const webhookAttempts = counter(
    "rostrum_webhook_attempts_total",
    "Attempts to deliver a message to a webhook, by outcome.",
    "hook",
    "outcome",
  );
  const lostActs = counter(
    "rostrum_audit_failures_total",
    "Actions that could not be written to the audit log.",
  );
  const httpRequests = counter(
    "rostrum_http_requests_total",
    "Requests answered.",
    "method",
    "route",
    "status",
  );
  const durations = new Histogram({
    name: "rostrum_http_request_duration_seconds",
    help: "Time until the headers of a response.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  gauge(
    "rostrum_event_loop_delay_seconds",
    "Delay of the event loop since the last scrape.",
    () => readLateness(loop),
    "quantile",
  );
  gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  gauge("process_uptime_seconds", "Age of the process.", () => process.uptime());

  function countCall(call: PaidCall): void {
    const { model: id, attempts, usage } = call;
    if (attempts === 0) return;
    const known = getKnownCost(call);
    const model = id === null ? NOT_RECORDED : formatModelName(id);
    calls.inc({ model }, attempts);
    const { inputTokens = null, outputTokens = null } = usage;
    // Without known tokens there is no figure, rather than a zero.
    if (inputTokens !== null) tokens.inc({ model, direction: "input" }, inputTokens);
    if (outputTokens !== null) tokens.inc({ model, direction: "output" }, outputTokens);
    if (inputTokens === null || outputTokens === null) uncounted.inc({ model }, attempts);
    dollars.inc({ model }, known.usd);
    if (known.attempts < attempts) unpriced.inc({ model }, attempts - known.attempts);
  }

  function count(event: StoredEvent): void {
    if ("calls" in event) event.calls.forEach(countCall);
    if (event.type === "debate.synthesized" && event.shift) {
      const { calibration, alarm } = event.shift;
      shifted.set({ calibration }, alarm === null ? 0 : 1);
    }
    if (event.type === "debate.completed") ended.inc({ status: "completed" });
    if (event.type === "debate.failed")
      ended.inc({ status: wasStopped(event.error) ? "stopped" : "failed" });
  }

  return {
    follow(live) {
      const since = Date.now();
      let countedEvents = 0;
      function changed(): void {
        for (; countedEvents < live.events.length; countedEvents++) {
          const event = live.events[countedEvents] as StoredEvent;
          if (countedEvents === 0) started.inc();
          // Events from before the resume were counted by an earlier process.
          if (event.at >= since) count(event);
        }
      }
      live.listen({ changed });
      changed();
    },
    countAttempt({ model: id, stepId, retry, ms, failure }) {
      const model = formatModelName(id);
      tries.inc({ model, outcome: failure?.code ?? "reply" });
      if (retry) retries.inc({ model });
      else if (isAskedAgain(stepId)) repeatedCalls.inc({ model });
      latencies.observe({ model }, ms / 1000);
    },
    async countRequests(c, next) {
      const startedAt = performance.now();
      await next();
      const route = findRoute(c);
      const method = METHODS.has(c.req.method) ? c.req.method : "other";
      httpRequests.inc({ method, route, status: String(c.res.status) });
      durations.observe({ route }, (performance.now() - startedAt) / 1000);
    },
    countLostAudit: () => lostActs.inc(),
    countWebhookAttempt: (hook, outcome) => webhookAttempts.inc({ hook, outcome }),
    showActivity({ debates, watchers }) {
      gauge("rostrum_debates", "Debates of this process now, by state.", debates, "state");
      gauge("rostrum_watchers", "Readers of event streams now.", watchers);
    },
    text: () => registry.metrics(),
    stop: () => void loop.disable(),
  };
}

/** The pattern of the route that answered. */
function findRoute(c: Context<AppEnv>): string {
  const routePath = c.get("route") as string | undefined;
  if (routePath !== undefined) return routePath;
  // Middleware matches every address.
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "none";
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Values by their label. */
type Values = Record<string, number>;

/** Delay of the event loop since the last reading, in seconds. */
function readLateness(histogram: ReturnType<typeof monitorEventLoopDelay>): Values {
  if (histogram.count === 0) return {};
  // The measurement includes the timer's own interval.
  const toDelaySeconds = (ns: number): number => Math.max(0, ns / 1e9 - LOOP_RESOLUTION_MS / 1000);
  const values = {
    "0.5": toDelaySeconds(histogram.percentile(50)),
    "0.99": toDelaySeconds(histogram.percentile(99)),
    "1": toDelaySeconds(histogram.max),
  };
  histogram.reset();
  return values;
}

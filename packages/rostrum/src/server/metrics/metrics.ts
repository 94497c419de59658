import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { PaidCall, StoredEvent } from "../../protocol/events.ts";
import { modelName } from "../../export/index.ts";
import type { AppEnv } from "../app-env.ts";
import { wasStopped } from "../../errors.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import type { Observer } from "../guard/checks.ts";
import { eventLoopDelay } from "./event-loop.ts";
import { createRegistry, type Tally } from "./registry.ts";

/** What this process counts about itself. */
export interface Metrics {
  /** Counts a debate that runs here. */
  follow(live: LiveDebate): void;
  /** Counts requests by route, never by address. */
  requests: Observer;
  /** An action could not be written to the audit log. */
  auditLost(this: void): void;
  /** A message was sent to a webhook, or could not be. */
  webhookTried(this: void, hook: string, outcome: string): void;
  text(): string;
  stop(): void;
}

/** What others count. */
export interface Counted {
  version: string;
  watchers(): number;
  debates(): { running: number; waiting: number; queued: number };
}

/** In seconds. */
const BOUNDS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Calls whose model is not known: those of an earlier process that no event reported. */
const NOT_RECORDED = "not_recorded";

export function createMetrics({ version, watchers, debates }: Counted): Metrics {
  const registry = createRegistry();
  const loop = eventLoopDelay();
  registry.gauge("rostrum_info", "Always 1; the label is the version.", () => [[{ version }, 1]]);
  const started = registry.counter("rostrum_debates_started_total", "Debates begun or resumed.");
  const ended = registry.counter("rostrum_debates_total", "Debates that ended, by status.");
  registry.gauge("rostrum_debates", "Debates of this process now, by state.", () =>
    Object.entries(debates()).map(([state, number]) => [{ state }, number]),
  );
  const calls = registry.counter("rostrum_calls_total", "Calls of models, retries included.");
  const tokens = registry.counter("rostrum_tokens_total", "Tokens that are known.");
  const dollars = registry.counter("rostrum_cost_dollars_total", "Dollars that are known.");
  const unpriced = registry.counter(
    "rostrum_calls_unknown_cost_total",
    "Calls whose cost is unknown, in whole or in part.",
  );
  const tried = registry.counter(
    "rostrum_webhook_attempts_total",
    "Attempts to deliver a message to a webhook, by outcome.",
  );
  const lostActs = registry.counter(
    "rostrum_audit_failures_total",
    "Actions that could not be written to the audit log.",
  );
  registry.gauge("rostrum_watchers", "Readers of event streams now.", watchers);
  const answered = registry.counter("rostrum_http_requests_total", "Requests answered.");
  const durations = registry.histogram(
    "rostrum_http_request_duration_seconds",
    "Time until the headers of a response.",
    BOUNDS,
  );
  registry.gauge(
    "rostrum_event_loop_delay_seconds",
    "How late the event loop was since the last reading of this page.",
    loop.read,
  );
  registry.gauge("process_resident_memory_bytes", "Memory of the process.", () =>
    process.memoryUsage.rss(),
  );
  registry.gauge("process_uptime_seconds", "Age of the process.", () => process.uptime());

  const perModel = new Map<string, ReturnType<typeof countersOf>>();

  function countersOf(
    model: string,
  ): Record<"calls" | "input" | "output" | "dollars" | "unpriced", Tally> {
    return {
      calls: calls.of({ model }),
      input: tokens.of({ model, direction: "input" }),
      output: tokens.of({ model, direction: "output" }),
      dollars: dollars.of({ model }),
      unpriced: unpriced.of({ model }),
    };
  }

  function countCall({ model: id, attempts, usage, costUsd }: PaidCall): void {
    if (attempts === 0) return;
    const model = id === null ? NOT_RECORDED : modelName(id);
    const counted = perModel.get(model) ?? countersOf(model);
    perModel.set(model, counted);
    counted.calls.add(attempts);
    counted.input.add(usage.inputTokens ?? 0);
    counted.output.add(usage.outputTokens ?? 0);
    counted.dollars.add(costUsd ?? 0);
    if (costUsd === null) counted.unpriced.add(attempts);
  }

  function count(event: StoredEvent): void {
    if ("calls" in event) event.calls.forEach(countCall);
    if (event.type === "debate.completed") ended.add({ status: "completed" });
    if (event.type === "debate.failed")
      ended.add({ status: wasStopped(event.error) ? "stopped" : "failed" });
  }

  return {
    follow(live) {
      const since = Date.now();
      let heard = 0;
      function changed(): void {
        for (; heard < live.events.length; heard++) {
          const event = live.events[heard] as StoredEvent;
          if (heard === 0) started.add({});
          // An earlier process counted what a resumed debate brings along.
          if (event.at >= since) count(event);
        }
      }
      live.listen({ changed });
      changed();
    },
    requests(c) {
      const begun = performance.now();
      return () => {
        const route = routeOf(c);
        answered.add({ method: methodOf(c), route, status: String(c.res.status) });
        durations.observe({ route }, (performance.now() - begun) / 1000);
      };
    },
    auditLost: () => lostActs.add({}),
    webhookTried: (hook, outcome) => tried.add({ hook, outcome }),
    text: registry.text,
    stop: loop.stop,
  };
}

/** The pattern of the route that answered. */
function routeOf(c: Context<AppEnv>): string {
  const known = c.get("route") as string | undefined;
  if (known !== undefined) return known;
  // Middleware matches every address.
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "none";
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

function methodOf(c: Context<AppEnv>): string {
  return METHODS.has(c.req.method) ? c.req.method : "other";
}

import { setTimeout as after } from "node:timers/promises";
import { Registry } from "prom-client";
import { z } from "zod";
import type { ClusterClient } from "../restate/client.ts";
import type { RunStore } from "@rostrum/runtime/journal";
import { toHttpError, HttpError } from "../http-error.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import type { FailingModel } from "../health/notices.ts";
import type { Metrics } from "./metrics.ts";

export function createMetricsRoute(metrics: Metrics): ApiRoute {
  return defineRoute("get", "/metrics", {
    act: "metrics",
    summary: "Counts of this process, in the text format of Prometheus.",
    answers: { 200: { description: "The counts.", type: "text/plain", schema: z.string() } },
    handle: async ({ c }) =>
      c.body(await metrics.text(), 200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }),
  });
}

const ready = z
  .object({
    status: z.literal("ready"),
    failing: z
      .array(z.object({ model: z.string(), code: z.string() }))
      .optional()
      .describe(
        "Models that fail, each with the HTTP status, `timeout`, `unreachable` or `error`.",
      ),
  })
  .meta({ id: "Ready" });

/** How long the journal and the cluster may take to answer. */
const CHECK_TIMEOUT_MS = 2000;

export interface ReadyOptions {
  journal: RunStore;
  cluster: ClusterClient | undefined;
  draining(this: void): boolean;
  /**
   * The models that fail. They don't make a server unready: its finished debates can be read, and every other server has
   * the same providers.
   */
  failing(this: void): FailingModel[];
}

/** Readiness of the server. Concurrent requests share one check of the journal and the cluster. */
export function createReadyRoute(options: ReadyOptions): ApiRoute {
  const { journal, cluster, draining, failing } = options;
  let pendingCheck: Promise<unknown> | null = null;
  async function checkJournal(): Promise<void> {
    const timeout = after(CHECK_TIMEOUT_MS, "late", { ref: false });
    // `listUnowned` fails if the journal can be read but takes no new debates.
    const journalChecks = Promise.all([journal.list({ limit: 1 }), journal.listUnowned()]);
    const firstDone = await Promise.race([journalChecks, timeout]).catch((error: unknown) => {
      throw unready(toHttpError(error).message);
    });
    if (firstDone === "late") throw unready("the journal has not answered for 2 seconds");
  }

  /**
   * Checks the cluster. Without it, finished debates can be read, but a new one would wait until its client gives up.
   */
  async function checkCluster(): Promise<void> {
    await cluster?.check(AbortSignal.timeout(CHECK_TIMEOUT_MS)).catch(() => {
      throw unready("the Restate cluster can't be reached, so no debate can begin");
    });
  }

  return defineRoute("get", "/readyz", {
    act: "look",
    summary: "Whether the journal, and the Restate cluster if debates run on one, can be reached.",
    answers: { 200: { description: "They can. Models that fail are named.", schema: ready } },
    failures: [503],
    async handle({ c }) {
      if (draining()) throw unready("the server is shutting down");
      pendingCheck ??= Promise.all([checkJournal(), checkCluster()]).finally(
        () => (pendingCheck = null),
      );
      await pendingCheck;
      const models = failing();
      return c.json({ status: "ready", ...(models.length > 0 ? { failing: models } : {}) });
    },
  });
}

function unready(reason: string): HttpError {
  return new HttpError(503, "not_ready", reason, { retryAfter: 1 });
}

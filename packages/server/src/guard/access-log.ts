import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { isInterruption } from "../debates/debate-journal.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import type { LogFields } from "../log.ts";
import type { AccessEntry } from "../options.ts";
import { wasStopped, omitUndefined } from "@rostrum/core/support";

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the one that a proxy sent if there is one, and reports the request. */
export function logAccess(report?: (entry: AccessEntry) => void): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const proxyRequestId = c.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(proxyRequestId) ? proxyRequestId : randomUUID();
    c.set("requestId", requestId);
    const startedAt = performance.now();
    await next();
    c.res.headers.set("x-request-id", requestId);
    if (!report) return;
    const debateId = c.req.param("id") ?? c.get("debateId");
    report({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      user: c.get("user")?.name ?? null,
      address: c.get("via").address,
      ...omitUndefined({ debateId }),
    });
  };
}

/** Logs a debate that fails, unless somebody stopped it. */
export function logFailure(live: LiveDebate, log: (line: string, fields: LogFields) => void): void {
  live.result.catch(() => {
    const last = live.events.at(-1);
    if (last?.type !== "debate.failed" || wasStopped(last.error)) return;
    // The message may quote what was asked and said, which doesn't belong in a log.
    const { code } = last.error;
    const outcome = isInterruption(last)
      ? `was interrupted (${code}); it will be resumed`
      : `failed (${code}); its record says why`;
    log(`debate ${live.id} ${outcome}`, { level: "warn", debateId: live.id, code });
  });
}

import type { ApiRoute } from "./routes/route.ts";
import { createAnthropicRoutes } from "./anthropic/routes.ts";
import { createAdminRoutes } from "./admin/routes.ts";
import { listFailing } from "./health/notices.ts";
import { createMetricsRoute, createReadyRoute } from "./metrics/routes.ts";
import { createRepeats } from "./openai/repeats.ts";
import { createOpenAiRoutes } from "./openai/routes.ts";
import type { ServerOptions } from "./options.ts";
import { createAccessRoutes } from "./routes/access.ts";
import { createActRoutes } from "./routes/acts.ts";
import { createAssignmentRoutes } from "./routes/assignments.ts";
import { createCalibrationRoutes } from "./routes/calibrations.ts";
import { createDebateRoutes } from "./routes/debates.ts";
import { createHealthRoute, createPanelRoutes } from "./routes/panels.ts";
import { createReadingRoutes } from "./routes/readings.ts";
import { createOpenSessionRoutes, createSessionRoutes } from "./routes/session.ts";
import { createSignInRoutes } from "./routes/sign-in.ts";
import { createUserDataRoutes } from "./routes/user-data.ts";
import type { ServerParts } from "./server-parts.ts";
import { createSharedRoute, createShareRoutes } from "./sharing/routes.ts";
import { createUsageRoutes } from "./usage/routes.ts";
import type { LastSeen } from "./users/last-seen.ts";

/** Routes that anybody may call, without a rate limit: health checks must always get an answer. */
export function listOpenRoutes(
  { version, journal, health, metrics }: ServerParts,
  options: ServerOptions,
  draining: () => boolean,
): ApiRoute[] {
  return [
    createHealthRoute(version),
    createReadyRoute({
      journal,
      cluster: options.restate,
      draining,
      failing: () => listFailing(health),
    }),
    ...(options.metricsPublic === true ? [createMetricsRoute(metrics)] : []),
  ];
}

/** Routes that need no user. */
export function listSignInRoutes({ settings, audit, shares }: ServerParts): ApiRoute[] {
  return [
    ...createSignInRoutes(() => settings.current.signIn, audit),
    ...createOpenSessionRoutes(() => settings.current.signIn),
    createSharedRoute(shares, audit),
  ];
}

/** Routes for users, each with an act that their role must allow. */
export function listUserRoutes(
  parts: ServerParts,
  options: ServerOptions,
  lastSeen: LastSeen,
): ApiRoute[] {
  const { service, watch, gate, audit, shared, journal, users, limits, webhooks, linkTo } = parts;
  const askOptions = {
    ...{ service, panels: parts.saved, gate, users, linkTo },
    repeats: createRepeats(shared, limits.leaveMs),
    keepAliveMs: limits.keepAliveMs,
  };
  return [
    ...createDebateRoutes(service, journal, gate, shared),
    ...createActRoutes(service, users),
    ...createReadingRoutes(service, watch, gate),
    ...createAssignmentRoutes(shared, service, webhooks, linkTo),
    ...createShareRoutes(parts.shares, options.publicUrl),
    ...createSessionRoutes(audit),
    ...createPanelRoutes(parts),
    ...createCalibrationRoutes(parts),
    ...(options.metricsPublic === true ? [] : [createMetricsRoute(parts.metrics)]),
    ...createUsageRoutes(journal, shared, users),
    ...createAccessRoutes(shared, users),
    ...createUserDataRoutes(service, journal, shared),
    ...createAdminRoutes({
      ...parts,
      lastSeen,
      debates: service.counts,
      watchers: watch.count,
      mayReload: options.load !== undefined,
    }),
    ...createOpenAiRoutes({ ...askOptions, since: Math.floor(Date.now() / 1000) }),
    ...createAnthropicRoutes(askOptions),
  ];
}

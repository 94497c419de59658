import { Hono } from "hono";
import { cors } from "hono/cors";
import { getPath } from "hono/utils/url";
import { answerError, answerMissing } from "./answer-error.ts";
import type { AppEnv } from "./app-env.ts";
import { logAccess } from "./guard/access-log.ts";
import { limitBody } from "./guard/body.ts";
import { refuseOtherSites } from "./guard/front-door.ts";
import { addSafeHeaders } from "./guard/headers.ts";
import { findClient, readBasePath, removeBase } from "./guard/proxies.ts";
import { limitRate } from "./guard/rate.ts";
import { findUser, requireUser } from "./guard/sign-in.ts";
import { omitUndefined } from "@rostrum/core/support";
import { closingError } from "./http-error.ts";
import { mountMcp } from "./mcp/mount.ts";
import type { ServiceHostOptions } from "./mcp/service-host.ts";
import { WARNING_HEADER } from "./openai/ignored-settings.ts";
import { createOpenApiDocument } from "./openapi/document.ts";
import type { ReloadableOptions, ServerOptions } from "./options.ts";
import { mountPage, PAGE } from "./page/mount.ts";
import { createRetention } from "./retention/retention.ts";
import { createPlanRequested } from "./routes/panels.ts";
import { type ApiRoute, refuseOtherMethods } from "./routes/route.ts";
import { createServerParts, type ServerParts } from "./server-parts.ts";
import { listOpenRoutes, listSignInRoutes, listUserRoutes } from "./server-routes.ts";
import type { ReloadOutcome } from "./settings/reload.ts";
import { listSettingsWarnings } from "./settings/settings-warnings.ts";
import { createLastSeen } from "./users/last-seen.ts";

/** A server that can be mounted in another app, or served on its own by `serve()`. */
export interface RostrumServer {
  app: Hono<AppEnv>;
  /** Resumes the debates that an earlier server left unfinished. Returns their ids. */
  resume(): Promise<string[]>;
  /**
   * Replaces panels, models, users, sign-in, spending limits and webhooks while the server runs: with these options, or
   * with those that `load` and `loadTokens` of its options read. Running debates are unaffected; a removed token is
   * refused, and its streams end. Rejects if anything is wrong. Invalid options change nothing; of the files, the valid
   * part is applied.
   */
  reload(options?: ReloadableOptions): Promise<ReloadOutcome>;
  /**
   * Starts no more debates, reports that at `/readyz`, and waits at most `ms` milliseconds until the running ones are
   * over or wait for a person. Call `close()` afterwards.
   */
  drain(ms: number): Promise<void>;
  /** Disconnects every reader and leaves running debates for the next server to resume. */
  close(): Promise<void>;
}

/** A server as a function from request to response, for any runtime. `serve()` listens on a port. */
export function createServer(options: ServerOptions): RostrumServer {
  const parts = createServerParts(options);
  const { service, settings, webhooks } = parts;
  const retention = createRetention(options.keep ?? {}, parts.shared, parts.log);
  let closing = false;
  let draining = false;
  const base = readBasePath(options.basePath ?? "");
  const app = new Hono<AppEnv>({ getPath: (request) => removeBase(base, getPath(request)) });
  useFrontDoor(app, options, base, parts, () => closing);
  mountRoutes(app, options, parts, () => draining);
  const closeMcp = mountMcpServer(app, parts);

  return {
    app,
    async resume() {
      for (const line of await listSettingsWarnings(settings.current))
        parts.log(line, { level: "warn" });
      webhooks.start();
      retention.start();
      return service.resumeAll();
    },
    reload: (newOptions) => settings.reload(newOptions),
    async drain(ms) {
      draining = true;
      await service.drain(ms);
    },
    async close() {
      if (closing) return;
      closing = true;
      parts.metrics.stop();
      retention.stop();
      parts.watch.closeAll();
      await service.suspend();
      await closeMcp();
      await parts.spending.flush();
      await webhooks.stop();
      // A journal that was passed in is closed by its owner.
      if (options.journal === undefined) await parts.journal.close();
    },
  };
}

/** Adds what every request passes, whoever sends it. */
function useFrontDoor(
  app: Hono<AppEnv>,
  options: ServerOptions,
  base: string,
  { log, metrics }: ServerParts,
  isClosing: () => boolean,
): void {
  const { cors: origins = [], proxies = [] } = options;
  const hosts = listOwnHosts(options);
  app.onError(answerError(log));
  app.notFound(answerMissing);
  app.use(logAccess(options.access), metrics.countRequests, addSafeHeaders);
  app.use(findClient(proxies, base), async (_c, next) => {
    if (!isClosing()) return next();
    throw closingError();
  });
  app.use(refuseOtherSites({ hosts, origins, addresses: options.anyAddress === true }));
  if (origins.length > 0)
    app.use(cors({ origin: [...origins], exposeHeaders: ["location", WARNING_HEADER] }));
}

/** The names of a server, that of its public address included. */
function listOwnHosts({ hosts = [], publicUrl = "" }: ServerOptions): string[] {
  const publicName = URL.parse(publicUrl)?.hostname;
  return publicName === undefined ? hosts : [...hosts, publicName];
}

/** Mounts every route after the checks that it needs: none, limits, or a user. */
function mountRoutes(
  app: Hono<AppEnv>,
  options: ServerOptions,
  parts: ServerParts,
  isDraining: () => boolean,
): void {
  const { users, limits, gate, audit, openRequests } = parts;
  const lastSeen = createLastSeen();
  const openRoutes = listOpenRoutes(parts, options, isDraining);
  const signInRoutes = listSignInRoutes(parts);
  const userRoutes = listUserRoutes(parts, options, lastSeen);
  for (const route of openRoutes) route.mount(app);
  app.use(findUser(users, lastSeen), openRequests.track);
  app.use(limitRate(limits.requestsPerMinute), limitBody(limits));
  serveOpenApi(app, [...userRoutes, ...signInRoutes, ...openRoutes], parts.version);
  mountPage(app, options.page ?? PAGE);
  for (const route of signInRoutes) route.mount(app);
  app.use(requireUser(audit));
  for (const route of userRoutes) route.mount(app, { gate, audit });
  refuseOtherMethods(app, [...openRoutes, ...signInRoutes, ...userRoutes]);
}

function serveOpenApi(app: Hono<AppEnv>, routes: readonly ApiRoute[], version: string): void {
  // Created at the first request, because it takes longer than everything else at startup.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  app.get("/openapi.json", (c) => {
    document ??= createOpenApiDocument(routes, version);
    return c.json({ ...document, servers: [{ url: c.get("via").base || "/" }] });
  });
}

/** Returns a function that ends the sessions of its clients. */
function mountMcpServer(app: Hono<AppEnv>, parts: ServerParts): () => Promise<void> {
  const planRequested = createPlanRequested(parts);
  const { service, journal, users, gate, audit, saved: panels, linkTo } = parts;
  const hostOptions: ServiceHostOptions = {
    ...{ service, journal, users, gate, audit, panels, linkTo },
    plan: async ({ request, question, user, project, ...earlier }) =>
      (await planRequested({ ...request, ...omitUndefined({ project }) }, question, user, earlier))
        .planned,
  };
  return mountMcp(app, hostOptions, parts.log);
}

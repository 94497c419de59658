import { hostname } from "node:os";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { getPath } from "hono/utils/url";
import { packageVersion } from "@rostrum/runtime/package";
import {
  defaultJournalPath,
  sqliteJournal,
  type RunStore,
  type ServiceStore,
} from "@rostrum/runtime/journal";
import { memoryService } from "@rostrum/runtime/sql-journal";
import { fold } from "@rostrum/core/record";
import { createAnthropicRoutes } from "./anthropic/routes.ts";
import { createAudit } from "./access/audit.ts";
import { createAccessGate } from "./debates/access-gate.ts";
import { createAccessRoutes } from "./routes/access.ts";
import { createUserDataRoutes } from "./routes/user-data.ts";
import { createAdminRoutes } from "./admin/routes.ts";
import type { AppEnv } from "./app-env.ts";
import { createDebateService, type DebateService } from "./debates/debate-service.ts";
import { createWatch, type Watch } from "./debates/watch.ts";
import { logAccess, logFailure } from "./guard/access-log.ts";
import { limitBody } from "./guard/body.ts";
import { refuseOtherSites } from "./guard/front-door.ts";
import { createOpenRequests } from "./guard/open-requests.ts";
import { addSafeHeaders } from "./guard/headers.ts";
import { findClient, readBasePath, removeBase } from "./guard/proxies.ts";
import { limitRate } from "./guard/rate.ts";
import { findUser, requireUser } from "./guard/sign-in.ts";
import { createFailureLog } from "./health/failure-log.ts";
import { createHealthBook } from "./health/model-health.ts";
import { describeProvider, explainAllDown, listFailing, readFailing } from "./health/notices.ts";
import { closingError } from "./http-error.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { createMetricsRoute, createReadyRoute } from "./metrics/routes.ts";
import { mountMcp } from "./mcp/mount.ts";
import { createSignInRoutes } from "./routes/sign-in.ts";
import { WARNING_HEADER } from "./openai/ignored-settings.ts";
import { createRepeats } from "./openai/repeats.ts";
import { createOpenAiRoutes } from "./openai/routes.ts";
import { createOpenApiDocument } from "./openapi/document.ts";
import { fillLimits, type ReloadableOptions, type ServerOptions } from "./options.ts";
import { mountPage, PAGE } from "./page/mount.ts";
import type { ConfigFor } from "./panels/request-config.ts";
import { createLearnedPanels } from "./panels/learned-panels.ts";
import { createSavedPanels } from "./panels/saved-panels.ts";
import { answerError, answerMissing } from "./answer-error.ts";
import { createActRoutes } from "./routes/acts.ts";
import { createAssignmentRoutes } from "./routes/assignments.ts";
import { createCalibrationRoutes } from "./routes/calibrations.ts";
import { createDebateRoutes } from "./routes/debates.ts";
import { refuseOtherMethods } from "./routes/route.ts";
import { createHealthRoute, createPanelRoutes, createPlanRequested } from "./routes/panels.ts";
import { createReadingRoutes } from "./routes/readings.ts";
import { createOpenSessionRoutes, createSessionRoutes } from "./routes/session.ts";
import { followCurrent, loadSettings } from "./settings/load-settings.ts";
import { createReloader, type ReloadOutcome } from "./settings/reload.ts";
import { createLastSeen } from "./users/last-seen.ts";
import { createSpending } from "./users/spending.ts";
import { createSharedRoute, createShareRoutes } from "./sharing/routes.ts";
import { createShares } from "./sharing/shares.ts";
import { createRetention } from "./retention/retention.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";
import { createUsageRoutes } from "./usage/routes.ts";

/** A server that can be mounted in another app, or served on its own by `serve()`. */
export interface RostrumServer {
  app: Hono<AppEnv>;
  /** Resumes the debates that an earlier server left unfinished. Returns their ids. */
  resume(): Promise<string[]>;
  /**
   * Replaces panels, users, spending limits and webhooks while the server runs: with these options, or with those
   * that `load` of its options reads. Running debates are unaffected; a removed token is refused, and its streams
   * end. If something is wrong, it rejects and changes nothing.
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
  const { hosts = [], cors: origins = [], log = () => undefined } = options;
  const limits = fillLimits(options.limits);
  const settings = createReloader({
    options,
    load: (newOptions) => loadSettings(newOptions, limits),
    log,
    changed: settingsChanged,
  });
  const users = followCurrent(() => settings.current.users);
  const book = followCurrent(() => settings.current.book);
  const allowed = followCurrent(() => settings.current.models);
  const configFor: ConfigFor = (...given) => settings.current.configFor(...given);
  const journal = options.journal ?? sqliteJournal(defaultJournalPath());
  const shared = findServiceStore(journal);
  const saved = createSavedPanels(options.savedPanels === true ? shared : null, () => book.names);
  const learned = createLearnedPanels(shared, journal, configFor);
  const spending = createSpending(shared, log);
  const lastSeen = createLastSeen();
  const version = packageVersion();
  const health = createHealthBook();
  const metrics: Metrics = createMetrics({
    version,
    watchers: () => watch.count(),
    debates: () => service.counts(),
    failing: () => readFailing(health.models()),
  });
  const linkTo = createLinks(options.publicUrl);
  const webhooks = createWebhooks({
    hooks: () => settings.current.webhooks,
    linkTo,
    store: shared,
    journal,
    log,
    onAttempt: metrics.countWebhookAttempt,
  });
  const logAttempt = createFailureLog(log);
  health.onChange((provider, outageMs) => {
    const message = describeProvider(provider, outageMs, `${hostname()}:${process.pid}`);
    log(String(message.data["text"]), { provider: provider.provider });
    void webhooks.notify(message);
  });
  const retention = createRetention(options.keep ?? {}, shared, log);
  const service: DebateService = createDebateService({
    journal,
    storing: webhooks.storing,
    report: webhooks.report,
    defaultPanel: () => book.names[0] ?? "",
    users,
    spending,
    shared,
    configFor,
    saved,
    learned,
    limits,
    log,
    cluster: options.restate,
    onAttempt(attempt) {
      metrics.countAttempt(attempt);
      logAttempt(attempt);
      health.count(attempt);
    },
    observe(live) {
      metrics.follow(live);
      logFailure(live, log);
    },
  });
  const watch: Watch = createWatch(service, limits);
  const gate = createAccessGate(service.findOwner);
  const audit = createAudit(shared, log, metrics.countLostAudit);
  const openRequests = createOpenRequests(users);
  const shares = createShares(shared, journal);
  const since = Math.floor(Date.now() / 1000);
  let closing = false;
  let draining = false;

  async function settingsChanged(names: readonly string[]): Promise<void> {
    service.settingsChanged();
    if (names.includes("auth") || names.includes("policy")) await openRequests.recheck();
  }

  const base = readBasePath(options.basePath ?? "");
  const app = new Hono<AppEnv>({ getPath: (request) => removeBase(base, getPath(request)) });
  app.onError(answerError(log));
  app.notFound(answerMissing);
  app.use(logAccess(options.access), metrics.countRequests, addSafeHeaders);
  app.use(findClient(options.proxies ?? [], base), async (_c, next) => {
    if (!closing) return next();
    throw closingError();
  });
  app.use(refuseOtherSites({ hosts, origins, addresses: options.anyAddress === true }));
  if (origins.length > 0)
    app.use(cors({ origin: [...origins], exposeHeaders: ["location", WARNING_HEADER] }));
  const counts = createMetricsRoute(metrics);
  const openRoutes = [
    createHealthRoute(version),
    createReadyRoute({
      journal,
      cluster: options.restate,
      draining: () => draining,
      explainDown: () => explainAllDown(health, settings.current.needs),
      failing: () => listFailing(health),
    }),
    ...(options.metricsPublic === true ? [counts] : []),
  ];
  // Health checks must get an answer even when the rate limit of their address is used up.
  for (const route of openRoutes) route.mount(app);
  app.use(findUser(users, lastSeen), openRequests.track);
  app.use(limitRate(limits.requestsPerMinute), limitBody(limits));

  const askOptions = {
    ...{ service, panels: saved, gate, users, linkTo },
    repeats: createRepeats(shared, limits.leaveMs),
    keepAliveMs: limits.keepAliveMs,
  };
  const guarded = [
    ...createDebateRoutes(service, journal, gate, shared),
    ...createActRoutes(service, users),
    ...createReadingRoutes(service, watch, gate),
    ...createAssignmentRoutes(shared, service, webhooks, linkTo),
    ...createShareRoutes(shares, options.publicUrl),
    ...createSessionRoutes(audit),
    ...createPanelRoutes({
      ...{ book, configFor, saved, learned, journal, users, spending, health },
      models: allowed,
    }),
    ...createCalibrationRoutes({ learned, saved, configFor }),
    ...(options.metricsPublic === true ? [] : [counts]),
    ...createUsageRoutes(journal, shared, users),
    ...createAccessRoutes(shared, users),
    ...createUserDataRoutes(service, journal, shared),
    ...createAdminRoutes({
      version,
      health,
      settings,
      shared,
      limits,
      lastSeen,
      debates: () => service.counts(),
      watchers: () => watch.count(),
      mayReload: options.load !== undefined,
    }),
    ...createOpenAiRoutes({ ...askOptions, since }),
    ...createAnthropicRoutes(askOptions),
  ];
  const signingIn = [
    ...createSignInRoutes(() => settings.current.signIn, audit),
    ...createOpenSessionRoutes(() => settings.current.signIn),
    createSharedRoute(shares, audit),
  ];
  // Created at the first request, because it takes longer than everything else at startup.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  app.get("/openapi.json", (c) => {
    document ??= createOpenApiDocument([...guarded, ...signingIn, ...openRoutes], version);
    return c.json({ ...document, servers: [{ url: c.get("via").base || "/" }] });
  });
  mountPage(app, options.page ?? PAGE);
  for (const route of signingIn) route.mount(app);
  app.use(requireUser(audit));
  for (const route of guarded) route.mount(app, { gate, audit });
  refuseOtherMethods(app, [...openRoutes, ...signingIn, ...guarded]);
  const planRequested = createPlanRequested({
    ...{ book, configFor, saved, learned, journal, users, spending },
  });
  const closeMcp = mountMcp(app, {
    ...{ service, journal, users, gate, audit, panels: saved, linkTo },
    plan: async ({ request, question, user }) =>
      (await planRequested(request, question, user)).planned,
  });

  return {
    app,
    async resume() {
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
      metrics.stop();
      retention.stop();
      watch.closeAll();
      await service.suspend();
      await closeMcp();
      await spending.flush();
      await webhooks.stop();
      // A journal that was passed in is closed by its owner.
      if (options.journal === undefined) await journal.close();
    },
  };
}

/** Links to debates on the page; `null` where the server doesn't know its address. */
function createLinks(publicUrl: string | undefined): (debate: string) => string | null {
  const base = publicUrl?.replace(/\/+$/, "");
  return (debate) => (base === undefined ? null : `${base}/#/d/${encodeURIComponent(debate)}`);
}

/** Data that the servers on one journal share. Held in memory if the journal stores only runs. */
function findServiceStore(journal: RunStore): ServiceStore {
  return (
    journal.service ??
    memoryService({
      async ownerOf(id) {
        const run = await journal.read(id);
        if (!run) return undefined;
        const { started } = fold(run.events);
        return { user: started?.userId ?? null, team: started?.teamId ?? null };
      },
      // Such a journal doesn't say which runs are finished.
      expire: async () => 0,
      now: Date.now,
    })
  );
}

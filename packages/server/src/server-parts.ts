import { hostname } from "node:os";
import { packageVersion } from "@rostrum/runtime/package";
import {
  defaultJournalPath,
  sqliteJournal,
  type RunStore,
  type ServiceStore,
} from "@rostrum/runtime/journal";
import { memoryService } from "@rostrum/runtime/sql-journal";
import { fold } from "@rostrum/core/record";
import { createAudit, type Audit } from "./access/audit.ts";
import { createAccessGate, type AccessGate } from "./debates/access-gate.ts";
import { createDebateService, type DebateService } from "./debates/debate-service.ts";
import { createWatch, type Watch } from "./debates/watch.ts";
import { logFailure } from "./guard/access-log.ts";
import { createOpenRequests, type OpenRequests } from "./guard/open-requests.ts";
import { createFailureLog } from "./health/failure-log.ts";
import { createHealthBook, type HealthBook } from "./health/model-health.ts";
import { describeOutage, describeProvider, readFailing } from "./health/notices.ts";
import { readUnavailable } from "./health/readiness.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { fillLimits, type ServerLimits, type ServerOptions } from "./options.ts";
import { createLearnedPanels, type LearnedPanels } from "./panels/learned-panels.ts";
import type { PanelBook } from "./panels/panel-book.ts";
import type { AllowedModels } from "./panels/panel-models.ts";
import type { ConfigFor } from "./panels/request-config.ts";
import { createSavedPanels, type SavedPanels } from "./panels/saved-panels.ts";
import { listAccessChanges } from "./settings/access-changes.ts";
import { followCurrent, loadSettings } from "./settings/load-settings.ts";
import { createReloader, type Reloader, type ReloaderOptions } from "./settings/reload.ts";
import { findChangedModels, isServed } from "./settings/served-models.ts";
import { createShares, type Shares } from "./sharing/shares.ts";
import { createSpending, type Spending } from "./users/spending.ts";
import type { Users } from "./users/users.ts";
import { createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";
import { formatPageLink } from "./page-link.ts";

/** Everything that a server's routes use. */
export interface ServerParts extends Stores, Monitoring {
  service: DebateService;
  watch: Watch;
  gate: AccessGate;
  audit: Audit;
  openRequests: OpenRequests;
}

export function createServerParts(options: ServerOptions): ServerParts {
  const stores = createStores(options);
  const { shared, settings, users, book, limits, log } = stores;
  const monitoring = createMonitoring(stores, options.publicUrl);
  const { health, metrics, webhooks } = monitoring;
  const logAttempt = createFailureLog(log);
  const service = createDebateService({
    ...stores,
    beforeStoring: webhooks.storeBefore,
    report: webhooks.report,
    defaultPanel: () => book.names[0] ?? "",
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
  const watch = createWatch(service, limits);
  const openRequests = createOpenRequests(users);
  metrics.showActivity({ debates: service.counts, watchers: watch.count });
  const audit = createAudit(shared, log, metrics.countLostAudit);
  settings.onChange(async (names, before) => {
    service.settingsChanged();
    if (!names.includes("auth") && !names.includes("policy")) return;
    await openRequests.recheck();
    await audit.recordChanges(listAccessChanges(before, settings.current.options));
  });
  return {
    ...stores,
    ...monitoring,
    service,
    watch,
    gate: createAccessGate(service.findOwner),
    audit,
    openRequests,
  };
}

/** The settings in effect, and what is stored. */
interface Stores {
  log: NonNullable<ServerOptions["log"]>;
  limits: Required<ServerLimits>;
  settings: Reloader;
  users: Users;
  book: PanelBook;
  models: AllowedModels;
  configFor: ConfigFor;
  journal: RunStore;
  /** Data that the servers on one journal share. */
  shared: ServiceStore;
  saved: SavedPanels;
  learned: LearnedPanels;
  spending: Spending;
  shares: Shares;
}

function createStores(options: ServerOptions): Stores {
  const { log = () => undefined } = options;
  const limits = fillLimits(options.limits);
  const load: ReloaderOptions["load"] = (newOptions, mayBeOpen) =>
    loadSettings(newOptions, limits, mayBeOpen);
  const settings = createReloader({ options, load, log });
  const book = followCurrent(() => settings.current.book);
  const users = followCurrent(() => settings.current.users);
  const configFor: ConfigFor = (...given) => settings.current.configFor(...given);
  const journal = options.journal ?? sqliteJournal(defaultJournalPath());
  const shared = findServiceStore(journal);
  return {
    ...{ log, limits, settings, book, configFor, journal, shared },
    users,
    models: followCurrent(() => settings.current.models),
    saved: createSavedPanels(options.savedPanels === true ? shared : null, () => book.names),
    learned: createLearnedPanels(shared, journal, configFor),
    spending: createSpending(shared, log),
    shares: createShares(shared, journal, users),
  };
}

/** Parts that report the state of the server to operators and other programs. */
interface Monitoring {
  version: string;
  health: HealthBook;
  metrics: Metrics;
  webhooks: Webhooks;
  /** Links to debates on the page; `null` where the server doesn't know its address. */
  linkTo: (debate: string) => string | null;
}

function createMonitoring(stores: Stores, publicUrl: string | undefined): Monitoring {
  const { settings, shared, journal, log } = stores;
  const version = packageVersion();
  const health = createHealthBook(Date.now, (id) => isServed(settings.current, id));
  settings.onChange(async (_names, before, alsoChanged) =>
    health.forget(findChangedModels(settings.current, before, alsoChanged)),
  );
  const metrics = createMetrics({
    version,
    failing: () => readFailing(health.models()),
    unavailable: () => readUnavailable(settings.current, health.isFailing),
    reloadFailed: settings.failed,
  });
  const linkTo = (debate: string): string | null =>
    formatPageLink(publicUrl, `/d/${encodeURIComponent(debate)}`);
  const webhooks = createWebhooks({
    hooks: () => settings.current.webhooks,
    linkTo,
    store: shared,
    journal,
    log,
    onAttempt: metrics.countWebhookAttempt,
  });
  health.onChange((provider, outageMs) => {
    const message = describeProvider(provider, outageMs, `${hostname()}:${process.pid}`);
    // The provider's message, with its address, is in the lines about the failed calls.
    log(describeOutage(provider, outageMs), {
      level: outageMs === null ? "warn" : "info",
      provider: provider.provider,
    });
    void webhooks.notify(message);
  });
  return { version, health, metrics, webhooks, linkTo };
}

/** Held in memory if the journal stores only runs. */
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
      isRunning: async (id) => (await journal.read(id))?.status === "running",
      // Such a journal doesn't say which runs are finished.
      expire: async () => 0,
      now: Date.now,
    })
  );
}

import type { ServiceStore } from "@rostrum/runtime/journal";
import { readMessage } from "@rostrum/core/support";
import { toPublicText } from "../public-text.ts";
import { HttpError } from "../http-error.ts";
import type { ServerLimits } from "../options.ts";
import { listNotices } from "../health/notices.ts";
import type { HealthBook } from "../health/model-health.ts";
import { listUnavailable } from "../health/readiness.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import type { Reloader, ReloadOutcome } from "../settings/reload.ts";
import type { LastSeen } from "../users/last-seen.ts";
import { readLimits } from "../users/spending.ts";
import { adminHealth, adminServer, adminUsers, reloaded, status } from "./schemas.ts";

export interface AdminOptions {
  version: string;
  health: HealthBook;
  settings: Reloader;
  shared: ServiceStore;
  limits: Required<ServerLimits>;
  lastSeen: LastSeen;
  /** Current debates of this process. */
  debates(): { running: number; waiting: number; queued: number };
  watchers(): number;
  mayReload: boolean;
}

/** Routes for operators, plus `/status`, which every user may read. */
export function createAdminRoutes(options: AdminOptions): ApiRoute[] {
  const { version, health, settings, shared, limits, lastSeen } = options;
  const startedAt = Date.now();

  return [
    defineRoute("get", "/status", {
      act: "look",
      summary: "Notices for every user of the server, such as failing models.",
      answers: { 200: { description: "The notices that the page shows.", schema: status } },
      handle: ({ c }) =>
        c.json({
          version,
          notices: listNotices(health, settings.current.needs).map(({ since, ...notice }) => ({
            ...notice,
            since: toIso(since),
          })),
        }),
    }),
    defineRoute("get", "/admin/health", {
      act: "operate",
      summary:
        "Each model and provider since this process started: calls, failures by status, retries, latency, tokens, and how many replies had to be requested again. Only for admins.",
      answers: { 200: { description: "The counts.", schema: adminHealth } },
      async handle({ c }) {
        const panels = namePanels();
        const called = health.models();
        const names = new Set(called.map(({ model }) => model));
        const uncalled = [...panels.keys()].filter((model) => !names.has(model));
        const times = ({ at, ...failure }: { at: number }): object => ({
          at: toIso(at),
          ...failure,
        });
        return c.json({
          since: toIso(startedAt),
          models: [
            ...called.map(({ failingSince, lastReplyAt, lastFailure, ...model }) => ({
              ...model,
              panels: panels.get(model.model) ?? [],
              failingSince: toIso(failingSince),
              lastReplyAt: toIso(lastReplyAt),
              lastFailure: lastFailure && times(lastFailure),
            })),
            ...uncalled.map((model) => ({
              ...UNCALLED,
              model,
              panels: panels.get(model) ?? [],
            })),
          ],
          providers: health.providers().map(({ failingSince, lastFailure, ...provider }) => ({
            ...provider,
            failingSince: toIso(failingSince),
            lastFailure: lastFailure && times(lastFailure),
          })),
          panelsDown: await listUnavailable(settings.current, health.isFailing),
        });
      },
    }),
    defineRoute("get", "/admin/users", {
      act: "operate",
      summary:
        "The users of the tokens file and what is left of all limits. Tokens are identified by the first digits of their hash. Only for admins.",
      answers: { 200: { description: "The users.", schema: adminUsers } },
      async handle({ c }) {
        const { users, options: loadedOptions } = settings.current;
        const { tokens = [], oidc } = loadedOptions.auth ?? {};
        const tokenUsers = new Set(tokens.map(({ user }) => user));
        const otherUsers = lastSeen.names().filter((user) => !tokenUsers.has(user));
        return c.json({
          users: tokens.map(({ user, hash, team, project, budget, perDay, perMonth }) => ({
            user,
            token: hash.slice("sha256:".length, "sha256:".length + 8),
            // A request gets the rights of all the user's entries together.
            role: users.byName(user)?.role,
            sees: users.byName(user)?.sees,
            team: team ?? null,
            project: project ?? null,
            budget: budget ?? null,
            perDay: perDay ?? null,
            perMonth: perMonth ?? null,
            lastSeenAt: toIso(lastSeen.find(user)),
          })),
          signIn: oidc
            ? {
                issuer: oidc.issuer,
                groups: Object.keys(oidc.groups),
                users: otherUsers.map((user) => ({ user, lastSeenAt: toIso(lastSeen.find(user)) })),
              }
            : null,
          limits: await readLimits(shared, users.wallets([])),
        });
      },
    }),
    defineRoute("get", "/admin/server", {
      act: "operate",
      summary:
        "Version, limits, queue, webhooks and the last reload of this process. Only for admins.",
      answers: { 200: { description: "The server.", schema: adminServer } },
      async handle({ c }) {
        const { webhooks, book } = settings.current;
        return c.json({
          version,
          node: process.version,
          startedAt: toIso(startedAt),
          memoryBytes: process.memoryUsage.rss(),
          debates: options.debates(),
          watchers: options.watchers(),
          limits,
          panels: [...book.names],
          webhooks: {
            ...(await shared.countDeliveries()),
            hooks: webhooks.map(({ name, format, events }) => ({ name, format, events })),
          },
          reload: { available: options.mayReload, last: formatOutcome(settings.last()) },
        });
      },
    }),
    defineRoute("post", "/admin/reload", {
      act: "reload",
      summary:
        "Reload the config and the tokens from their files. If one has an error, the response says why, and which of its changes are held back. Only for admins.",
      answers: { 200: { description: "The new settings are in effect.", schema: reloaded } },
      failures: [400, 409],
      async handle({ c }) {
        return c.json(formatOutcome(await settings.reload().catch(refuse)));
      },
    }),
  ];

  /** The panels in which each configured model is a member, by the model's public name. */
  function namePanels(): Map<string, string[]> {
    const panels = new Map<string, string[]>();
    for (const { name, models } of settings.current.needs) {
      for (const model of new Set(models)) panels.set(model, [...(panels.get(model) ?? []), name]);
    }
    return panels;
  }
}

const UNCALLED = {
  provider: null,
  state: "unknown",
  failingSince: null,
  calls: 0,
  replies: 0,
  failures: {},
  retries: 0,
  askedAgain: 0,
  inputTokens: 0,
  outputTokens: 0,
  latencyMs: null,
  lastReplyAt: null,
  lastFailure: null,
} as const;

/** Passes on why a file is wrong, whatever kind of error says so: admins may read it. */
function refuse(error: unknown): never {
  if (error instanceof HttpError) throw error;
  throw new HttpError(400, "invalid_config", toPublicText(readMessage(error)));
}

function formatOutcome(outcome: ReloadOutcome | null): object | null {
  return (
    outcome && {
      ...outcome,
      at: toIso(outcome.at),
      warnings: outcome.warnings.map((warning) => toPublicText(warning)),
    }
  );
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

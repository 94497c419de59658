import { z } from "zod";
import { listCallableModels, type ResolvedConfig } from "@rostrum/core/debate";
import { completeQuestion, resolveConfig } from "@rostrum/runtime/api";
import { formatCount, formatPlannedCalls, formatPlannedCost } from "@rostrum/core/export";
import type { DebatePlan, PanelSummary, Question, Role } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import type { AllowedModels } from "../panels/panel-models.ts";
import { findReach } from "../access/roles.ts";
import { omitUndefined } from "@rostrum/core/support";
import type { HealthBook } from "../health/model-health.ts";
import { describePanelHealth } from "../health/panel-health.ts";
import { HttpError } from "../http-error.ts";
import { SUMMARY_AGE_MS, toPublicPlan, type PanelBook } from "../panels/panel-book.ts";
import { createRecentValues } from "../panels/recent-values.ts";
import { listUnpriced } from "../panels/unpriced.ts";
import type { Spending } from "../users/spending.ts";
import type { Order } from "../debates/debate-order.ts";
import { planWithinLimits } from "../debates/plan-within-limits.ts";
import type { PanelConfig } from "../options.ts";
import type { User, Users } from "../users/users.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import { describeCalibration } from "../panels/describe-calibration.ts";
import type { LearnedPanels } from "../panels/learned-panels.ts";
import { summarizeSaved, type SavedPanels } from "../panels/saved-panels.ts";
import { panels } from "../schemas/answers.ts";
import { plan } from "../schemas/plan-answer.ts";
import {
  panelName,
  planRequest,
  savePanelRequest,
  type PanelRequest,
} from "../schemas/debate-request.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

export interface PanelRoutesOptions {
  book: PanelBook;
  models: AllowedModels;
  configFor: ConfigFor;
  saved: SavedPanels;
  learned: Pick<LearnedPanels, "current">;
  journal: RunStore;
  users: Pick<Users, "forProject">;
  spending: Pick<Spending, "budgetFor" | "checkFunds" | "findReserved">;
  health: Pick<HealthBook, "findState">;
}

/** Plans the debate that a request asks for. */
export type PlanRequested = (
  request: PanelRequest & { project?: string },
  question: Question,
  user: User,
  /** Settings that a follow-up takes over from the earlier debate. */
  earlier?: Pick<Order, "follow" | "saved">,
) => Promise<{ config: PanelConfig; planned: DebatePlan; refusal: HttpError | null }>;

export function createPlanRequested({
  book,
  configFor,
  saved,
  learned,
  journal,
  users,
  spending,
}: Omit<PanelRoutesOptions, "models" | "health">): PlanRequested {
  return async ({ project, ...request }, question, user, earlier = {}) => {
    const base = earlier.saved ?? (await saved.named(request));
    const learnedState = await learned.current({ panel: book.names[0], ...request }, base);
    const config = configFor(request, base, learnedState);
    const { plan: fullPlan, refusal } = await planWithinLimits(
      {
        ...{ config, journal, panel: request.panel },
        question: await completeQuestion(journal, question, earlier.follow),
        user: users.forProject(user, project),
      },
      spending,
    );
    const { shortage: _shortage, ...planned } = toPublicPlan(fullPlan);
    return { config, planned, refusal };
  };
}

/** Routes for panels, and for the cost of a debate. */
export function createPanelRoutes(options: PanelRoutesOptions): ApiRoute[] {
  const { book, models, configFor, saved, learned, journal, health } = options;
  const planRequested = createPlanRequested(options);
  const recentSaved = createRecentValues<PanelSummary>(SUMMARY_AGE_MS);

  async function withCalibration(
    summary: PanelSummary,
    request?: PanelRequest,
  ): Promise<PanelSummary> {
    const panel = summary.name;
    const current = await learned.current({ panel }, request);
    const calibration = await describeCalibration(
      panel,
      configFor({ panel }, request),
      current,
      journal,
    );
    return calibration === null ? summary : { ...summary, calibration };
  }

  function withHealth(summary: PanelSummary, request?: PanelRequest): PanelSummary {
    if (summary.missing.length > 0) return summary;
    const described = describePanelHealth(configFor({ panel: summary.name }, request), health);
    return described === null ? summary : { ...summary, health: described };
  }

  return [
    defineRoute("get", "/panels", {
      act: "look",
      summary: "The panels of the server, and the models that requests may name.",
      answers: { 200: { description: "All of them.", schema: panels } },
      async handle({ c, user }) {
        const savedPanels = await saved.list();
        const summaries = await Promise.all([
          ...(await book.summaries(journal)).map((summary) => withCalibration(withHealth(summary))),
          ...savedPanels.map(async (panel) => {
            const summary = await recentSaved(JSON.stringify([panel, models.ids]), () =>
              summarizeSaved(panel, configFor, journal),
            );
            // A panel that names a missing model has no config.
            return summary.missing.length > 0
              ? summary
              : withCalibration(withHealth(summary, panel.request), panel.request);
          }),
        ]);
        return c.json({
          panels: summaries,
          models: models.ids,
          saving: saved.on && findReach(user.role, "save_panel") !== "none",
        });
      },
    }),
    ...createSavingRoutes(saved, configFor),
    defineRoute("post", "/plan", {
      act: "look",
      summary: "The usual and the maximum cost of a debate. Calls no model.",
      body: planRequest,
      answers: { 200: { description: "The plan.", schema: plan } },
      async handle({ c, user, body: { question, context, project, ...request } }) {
        const fullQuestion = context === undefined ? question : { text: question, context };
        const { config, planned, refusal } = await planRequested(
          { ...request, ...omitUndefined({ project }) },
          fullQuestion,
          user,
        );
        return c.json({
          ...planned,
          sentence: formatPlanSentence(resolveConfig(config), planned),
          unpriced: listUnpriced(config),
          refusal: refusal && { code: refusal.code, message: refusal.message },
        });
      },
    }),
  ];
}

function createSavingRoutes(saved: SavedPanels, configFor: ConfigFor): ApiRoute[] {
  return [
    defineRoute("post", "/panels", {
      act: "save_panel",
      summary:
        "Save a panel on the server, or a new version of one. Debates keep the version they began with.",
      body: savePanelRequest,
      answers: { 200: { description: "The saved panel.", schema: savedPanel } },
      failures: [409],
      async handle({ c, user, body: { name, purpose, ...request } }) {
        c.set("auditNote", name);
        // Runs the checks of a request: models of the config only, neither addresses nor commands.
        resolveConfig(configFor(request));
        const panel = { name, request, by: user.name, ...omitUndefined({ purpose }) };
        const { version } = await saved.save(panel);
        return c.json({ name, version });
      },
    }),
    defineRoute("delete", "/panels/{name}", {
      act: "save_panel",
      summary: "Delete a saved panel. Debates that began with it continue.",
      params: z.object({ name: panelName }),
      answers: { 204: { description: "It is gone." } },
      failures: [404],
      async handle({ c, params: { name } }) {
        c.set("auditNote", name);
        if (await saved.remove(name)) return c.body(null, 204);
        throw new HttpError(404, "not_found", `there is no saved panel "${name}"`);
      },
    }),
  ];
}

const savedPanel = z.object({ name: z.string(), version: z.int() }).meta({ id: "SavedPanel" });

export function createHealthRoute(version: string): ApiRoute {
  return defineRoute("get", "/healthz", {
    act: "look",
    summary: "Whether the process answers. Uses neither the journal nor a model.",
    answers: {
      200: {
        description: "It does.",
        schema: z.object({ status: z.literal("ok"), version: z.string() }),
      },
    },
    handle: ({ c }) => c.json({ status: "ok", version }),
  });
}

/** Roles whose models are asked for a part of a debate. */
const PART_ROLES: Readonly<
  Record<NonNullable<DebatePlan["leftOut"]>["parts"][number], readonly Role[]>
> = { report: ["claims", "memo"], crux: ["crux"], audit: ["audit"], tools: [] };

/** "3 debaters × up to 2 rounds + judge + comparer: 4 to 16 calls; about $0.04, at most $0.60" */
function formatPlanSentence(resolved: ResolvedConfig, { calls, usd, leftOut }: DebatePlan): string {
  const roles = new Set<Role>(listCallableModels(resolved).map(({ role }) => role));
  roles.delete("debater");
  // Skip parts that a cap leaves out.
  for (const part of leftOut?.parts ?? []) for (const role of PART_ROLES[part]) roles.delete(role);
  const debaters = resolved.members.length;
  const all = (leftOut?.lastRound ?? resolved.rounds) + 1;
  const helpers = [...roles].map((role) =>
    role === "ballot" ? formatCount(debaters, role) : role,
  );
  const turns = all === 1 ? "1 round" : `up to ${all} rounds`;
  const sum = [`${debaters} debaters × ${turns}`, ...helpers].join(" + ");
  return `${sum}: ${formatPlannedCalls(calls)}; ${formatPlannedCost(usd)}`;
}

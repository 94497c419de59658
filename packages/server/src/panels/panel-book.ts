import type { Debater, Journal, DebatePlan, PanelSummary } from "@rostrum/core/protocol";
import { Debate, findMissingModels, planDebate, resolveConfig } from "@rostrum/runtime/api";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import { formatModelName } from "@rostrum/core/export";
import { resolveModel } from "@rostrum/runtime/models";
import { toPublicText } from "../public-text.ts";
import { HttpError } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import { createRecentValues } from "./recent-values.ts";

export interface PanelBook {
  /** Names of the panels, the default one first. */
  readonly names: readonly string[];
  /** Returns the named panel, or the default one. */
  find(name: string | undefined, field: string): { name: string; config: PanelConfig };
  /** Summaries with the reasons why a panel can't be asked, and with a plan based on earlier runs. */
  summaries(journal: Journal): Promise<PanelSummary[]>;
}

/**
 * How long a panel's summary is used again. Within one config, it changes only with the usual length of replies, and its
 * plan takes milliseconds of computing, in which nobody else is answered.
 */
export const SUMMARY_AGE_MS = 5000;

export function createPanelBook(
  panels: Record<string, PanelConfig>,
  first: string | undefined,
): PanelBook {
  const names = Object.keys(panels);
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");
  const fallback = first ?? names.find((name) => name === "default") ?? names[0] ?? "";
  if (first !== undefined && !Object.hasOwn(panels, first)) {
    throw new ConfigError("defaultPanel", `expected one of ${names.join(", ")}, got "${first}"`);
  }
  for (const [name, config] of Object.entries(panels)) checkPanel(name, config);
  const recentSummaries = createRecentValues<PanelSummary>(SUMMARY_AGE_MS);
  return {
    names: [fallback, ...names.filter((name) => name !== fallback)],
    find(name = fallback, field) {
      const config = Object.hasOwn(panels, name) ? panels[name] : undefined;
      if (config) return { name, config };
      throw unknownPanel(name, names, field);
    },
    async summaries(journal) {
      const all = Object.entries(panels);
      return Promise.all(
        all.map(async ([name, config]) => ({
          ...(await recentSummaries(name, () => summarizePanel(name, config, journal))),
          default: name === fallback,
        })),
      );
    },
  };
}

export function unknownPanel(
  name: string,
  panelNames: readonly string[],
  field: string,
): HttpError {
  const message = `expected one of ${panelNames.join(", ")}, got "${name.slice(0, 80)}"`;
  return new HttpError(400, "unknown_panel", message, { field });
}

/** Checks a panel when the server starts, not when it is first asked. */
function checkPanel(name: string, config: PanelConfig): void {
  try {
    resolveConfig(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { field, message } = error;
    const reason = message.slice(field.length + 2);
    throw new ConfigError(`panels.${name}.${field}`, reason, { cause: error });
  }
}

/** A panel as clients see it, with the reasons why it can't be asked. */
export async function summarizePanel(
  name: string,
  config: PanelConfig,
  journal: Journal,
): Promise<PanelSummary> {
  const resolved = resolveConfig(config);
  const missing = await findMissingModels(resolved);
  const { judge, ...members } = new Debate(config).workers();
  return {
    name,
    default: false,
    members: Object.values(members).map((member) => ({
      ...describeMember(member),
      weight: member.weight ?? 1,
    })),
    judge: judge ? describeMember(judge) : null,
    rounds: config.rounds ?? 1,
    onEscalate: config.onEscalate ?? "flag",
    ...omitUndefined({ purpose: config.purpose }),
    plan: toPublicPlan(await planDebate({ ...config, journal }, resolved, "", name)),
    missing: missing.map(toPublicText),
  };
}

/** Removes addresses from a plan, because its warnings name models. */
export function toPublicPlan(plan: DebatePlan): DebatePlan {
  return { ...plan, warnings: plan.warnings.map(toPublicText) };
}

function describeMember({ name, model }: Debater): { name: string; model: string } {
  // A function is identified by its name, because its source may contain a key.
  const id = model === undefined ? "" : resolveModel(model, "model").id;
  return { name: name ?? "", model: formatModelName(id) };
}

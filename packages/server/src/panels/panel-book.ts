import type { Debater, DebatePlan, PanelSummary } from "@rostrum/core/protocol";
import { Debate, findMissingModels, resolveConfig } from "@rostrum/core/api";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import { formatModelName } from "@rostrum/core/export";
import { resolveModel } from "@rostrum/core/models";
import { toPublicText } from "../public-text.ts";
import { HttpError } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";

export interface PanelBook {
  /** The default one first. */
  readonly names: readonly string[];
  /** The named panel, or the default one. */
  find(name: string | undefined, field: string): { name: string; config: PanelConfig };
  /** Each with the reasons why it can't be asked. */
  summaries(): Promise<PanelSummary[]>;
}

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
  return {
    names: [fallback, ...names.filter((name) => name !== fallback)],
    find(name = fallback, field) {
      const config = Object.hasOwn(panels, name) ? panels[name] : undefined;
      if (config) return { name, config };
      throw unknownPanel(name, names, field);
    },
    async summaries() {
      const all = Object.entries(panels);
      return Promise.all(
        all.map(([name, config]) => summarizePanel(name, config, name === fallback)),
      );
    },
  };
}

export function unknownPanel(name: string, known: readonly string[], field: string): HttpError {
  const message = `expected one of ${known.join(", ")}, got "${name.slice(0, 80)}"`;
  return new HttpError(400, "unknown_panel", message, { field });
}

/** A panel that can't run is reported when the server starts, not when somebody asks it. */
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
  isDefault: boolean,
): Promise<PanelSummary> {
  const missing = await findMissingModels(resolveConfig(config));
  const debate = new Debate(config);
  const { judge, ...members } = debate.workers();
  return {
    name,
    default: isDefault,
    members: Object.values(members).map((member) => ({
      ...describeMember(member),
      weight: member.weight ?? 1,
    })),
    judge: judge ? describeMember(judge) : null,
    rounds: config.rounds ?? 1,
    onEscalate: config.onEscalate ?? "flag",
    ...omitUndefined({ purpose: config.purpose }),
    plan: toPublicPlan(await debate.plan()),
    missing: missing.map(toPublicText),
  };
}

/** A plan as clients may read it: its warnings name models. */
export function toPublicPlan(plan: DebatePlan): DebatePlan {
  return { ...plan, warnings: plan.warnings.map(toPublicText) };
}

function describeMember({ name, model }: Debater): { name: string; model: string } {
  // A function is identified by its name, because its source may contain a key.
  const id = model === undefined ? "" : resolveModel(model, "model").id;
  return { name: name ?? "", model: formatModelName(id) };
}

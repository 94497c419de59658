import { asksForFindings, Debate, omitVotingSettings, suggestLimit } from "@rostrum/runtime/api";
import { addRepositoryTools } from "@rostrum/runtime/repository";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import type { DebateConfig, Question } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { combineCaps } from "../panels/panel-models.ts";
import type { RunSettings } from "./run-origin.ts";

/** The panels of a local host, with what requests change in them. */
export interface PanelConfigs {
  /** The default one first. */
  readonly names: readonly string[];
  createDebate(panel: string, settings: RunSettings): Debate<unknown>;
  /** Adds a spending limit for a panel that nobody configured. */
  addLimit(panel: string, settings: RunSettings, question: Question): Promise<RunSettings>;
}

/** `discovered`: names of panels that nobody configured. */
export function createPanelConfigs(
  panels: Readonly<Record<string, Omit<DebateConfig<unknown>, "journal">>>,
  discovered: readonly string[],
  journal: RunStore,
): PanelConfigs {
  const names = Object.keys(panels);
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");

  function createConfig(
    panel: string,
    { rounds, answer, report, budget }: RunSettings,
  ): Record<string, unknown> {
    const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (!config)
      throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
    // The panel's config may name the model that writes the report.
    const panelReport = typeof config.report === "object" ? config.report : {};
    const requestedReport = report === undefined ? undefined : { ...panelReport, type: report };
    const changes = omitUndefined({
      ...{ rounds, answer, report: requestedReport },
      budget: combineCaps([config.budget, budget], "budget"),
    });
    const kept = asksForFindings(changes) ? omitVotingSettings(config, changes) : config;
    return { ...kept, ...changes, journal };
  }

  return {
    names,
    createDebate(panel, settings) {
      const { repository } = settings;
      const config = createConfig(panel, settings);
      const equipped = repository ? addRepositoryTools(config, repository) : config;
      return new Debate(equipped as unknown as DebateConfig<unknown>);
    },
    async addLimit(panel, settings, question) {
      const { budget } = settings;
      if (!discovered.includes(panel) || budget?.usd !== undefined) return settings;
      const config = createConfig(panel, settings) as unknown as DebateConfig<never>;
      const usd = await suggestLimit(config, question);
      return usd === null ? settings : { ...settings, budget: { ...budget, usd } };
    },
  };
}

import type { DebateConfig, Debater } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { commandId, isCommandModel } from "../../models/command/index.ts";
import type { Model } from "../../protocol/model.ts";
import type { ConfigFile } from "../config/load.ts";
import type { Finding } from "./finding.ts";

export interface PanelCheck {
  findings: Finding[];
  /** Ids of the models its members name. */
  models: string[];
}

/** Checks one panel of a config as a debate would, without calling a model. */
export function checkPanel(name: string, file: ConfigFile): PanelCheck {
  try {
    const debate = new Debate(file.panels[name] as unknown as DebateConfig);
    const models = Object.values(debate.workers())
      .flatMap(({ model, fallback }) => [model, modelOf(fallback)])
      .map(idOf)
      .filter((model) => model !== undefined);
    const { calls, warnings } = debate.plan();
    return {
      findings: [
        { state: "ok", text: `panel ${name}: up to ${calls.max} calls per question` },
        ...warnings.map((warning): Finding => ({
          state: "warning",
          text: `panel ${name}: ${warning}`,
        })),
      ],
      models,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { findings: [{ state: "problem", text: `panel ${name}: ${message}` }], models: [] };
  }
}

function idOf(model: Model | undefined): string | undefined {
  if (typeof model === "string") return model;
  return isCommandModel(model) ? commandId(model.command) : undefined;
}

function modelOf(fallback: Debater["fallback"]): Model | undefined {
  return typeof fallback === "object" && "model" in fallback ? fallback.model : fallback;
}

import { listInstalledPrograms } from "@rostrum/core/models";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig, type ConfigFile, type ConfigFlags } from "../config/load.ts";
import { ENV_FILE, getEnvFileOutcome } from "../env-file.ts";
import { UserError } from "../user-error.ts";
import { pickModels, suggestPanels } from "./suggest-panels.ts";
import { findAvailableModels, type AvailableModels } from "./available-models.ts";

/** Finds the panel to ask: by name, or the config's default, or one from the keys and servers found here. */
export async function findPanel(
  name: string | undefined,
  flags: ConfigFlags,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  return findPanelIn(await findConfig(flags), name, say);
}

/** The same with a config that was read already, or none. */
export async function findPanelIn(
  file: ConfigFile | null,
  name: string | undefined,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  const chosen = choosePanel(name, file);
  if (chosen !== null) return chosen;
  const models = await findAvailableModels();
  requireReachable(models);
  for (const problem of listProblems(models)) say(problem);
  const [best] = suggestPanels(models);
  if (best === undefined) throw new UserError(NO_MODELS, listWaysToAModel());
  const debaters = best.config.debaters.join(", ");
  const { taken } = getEnvFileOutcome();
  const keys = taken.length === 0 ? "" : ` with keys from ${ENV_FILE} here`;
  say(`no config here: asking ${debaters}${keys} ("rostrum init" saves this panel)`);
  return { name: best.name, config: { ...best.config }, file: null };
}

export const NO_MODELS = "No models available: no config, no API key and no local server found.";

/** Refuses to go on with other models if there are keys and none of them can be used. */
export function requireReachable(models: AvailableModels): void {
  const { keyed } = models;
  const isReachable = keyed.some(({ listing }) => "models" in listing);
  if (keyed.length === 0 || isReachable) return;
  throw new UserError("No models available: none of the providers with a key can be used.", [
    ...listProblems(models),
    "To check again: rostrum doctor",
  ]);
}

/** The providers with a key that can't be used, with the reason for each. */
export function listProblems({ keyed }: AvailableModels): string[] {
  return keyed.flatMap(({ name, title, listing }) => {
    if ("problem" in listing) return [`${title}: ${listing.problem}`];
    const isUsable = pickModels(name, listing.models).length > 0;
    return isUsable ? [] : [`${title}: its list has no model that answers questions`];
  });
}

/** What to do if no model is available, one line each. */
export function listWaysToAModel(): string[] {
  const [program] = listInstalledPrograms();
  return [
    "Set a key: export OPENAI_API_KEY=… (rostrum doctor lists the others).",
    "Or start Ollama, LM Studio, llama.cpp or vLLM.",
    // It answers with its own subscription.
    ...(program
      ? [`Or ask ${program.name}, which is installed: rostrum -d '${program.id}*3' "question"`]
      : []),
    'Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
  ];
}

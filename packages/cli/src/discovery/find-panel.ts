import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import {
  describeConfigAbove,
  findConfig,
  type ConfigFile,
  type ConfigFlags,
} from "../config/load.ts";
import { ENV_FILE, getEnvFileOutcome } from "../env-file.ts";
import { isCi } from "../trust/require-trust.ts";
import { UserError } from "../user-error.ts";
import {
  ConsentNeededError,
  formatPrograms,
  listAllowedPrograms,
  listProgramsToOffer,
} from "./program-consent.ts";
import {
  pickModels,
  suggestPanels,
  suggestProgramPanel,
  type SuggestedPanel,
} from "./suggest-panels.ts";
import { findAvailableModels, type AvailableModels } from "./available-models.ts";

/** Finds the panel to ask: by name, the config's default, or one made of the models found here. */
export async function findPanel(
  name: string | undefined,
  flags: ConfigFlags,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  return findPanelIn(await findConfig(flags), name, say);
}

/** Like findPanel, with a config that is loaded already, or null. */
export async function findPanelIn(
  file: ConfigFile | null,
  name: string | undefined,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  const configPanel = choosePanel(name, file);
  if (configPanel !== null) return configPanel;
  const models = await findAvailableModels();
  requireReachable(models);
  for (const problem of listProblems(models)) say(problem);
  const [best] = suggestPanels(models);
  if (best === undefined) return findProgramPanel(say);
  const { loaded } = getEnvFileOutcome();
  const keys = loaded.length === 0 ? "" : ` with keys from ${ENV_FILE} here`;
  sayConfigAbove(say);
  say(`no config here: asking ${formatMembers(best)}${keys} ("rostrum init" saves this panel)`);
  return { name: best.name, config: { ...best.config }, file: null, isDiscovered: true };
}

function sayConfigAbove(say: (line: string) => void): void {
  const above = describeConfigAbove();
  if (above !== null) say(above);
}

/** Falls back to coding agents that the user allowed rostrum to ask. */
function findProgramPanel(say: (line: string) => void): ChosenPanel {
  const allowed = listAllowedPrograms();
  const [panel] = suggestProgramPanel(allowed);
  if (panel === undefined) throw explainNoModels();
  sayConfigAbove(say);
  say(`no config and no key here: asking ${formatPrograms(allowed)}, read-only`);
  return { name: panel.name, config: { ...panel.config }, file: null };
}

/**
 * Explains how to get a model. If coding agents are installed, the error lets a terminal ask for consent to use them.
 */
export function explainNoModels(): UserError {
  const programs = listProgramsToOffer();
  const above = describeConfigAbove();
  const ways = [
    ...(above === null ? [] : [above]),
    ...listWaysToAModel(),
    'Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
  ];
  return programs.length === 0
    ? new UserError(NO_MODELS, ways)
    : new ConsentNeededError(NO_MODELS, ways, programs);
}

/** Lists a panel's members. */
export function formatMembers({ config }: Pick<SuggestedPanel, "config">): string {
  return config.debaters
    .map((debater) => (typeof debater === "string" ? debater : debater.name))
    .join(", ");
}

export const NO_MODELS = "No models available: no config, no API key and no local server found.";

/** Throws if keys are set but none works: falling back to other models would hide that. */
export function requireReachable(models: AvailableModels): void {
  const { keyed } = models;
  const isReachable = keyed.some(({ listing }) => "models" in listing);
  if (keyed.length === 0 || isReachable) return;
  throw new UserError("No models available: none of the providers with a key can be used.", [
    ...listProblems(models),
    "To check again: rostrum doctor",
  ]);
}

/** Reasons why providers with a key can't be used. */
export function listProblems({ keyed }: AvailableModels): string[] {
  return keyed.flatMap(({ name, title, listing }) => {
    if ("problem" in listing) return [`${title}: ${listing.problem}`];
    const isUsable = pickModels(name, listing.models).length > 0;
    return isUsable ? [] : [`${title}: its list has no model that answers questions`];
  });
}

/** Ways to get a model, one line each. */
export function listWaysToAModel(): string[] {
  return [
    "Set a key: export OPENAI_API_KEY=… (rostrum doctor lists the others).",
    "Or start Ollama, LM Studio, llama.cpp or vLLM.",
    ...listSubscriptionWays(),
  ];
}

function listSubscriptionWays(): string[] {
  if (isCi()) return [];
  const programs = listProgramsToOffer();
  if (programs.length === 0)
    return ["Or install and log in to claude or codex: rostrum can use your subscription."];
  const names = programs.map(({ name }) => name).join(" ");
  return [`Or let rostrum ask ${formatPrograms(programs)}: run rostrum setup --allow ${names}`];
}

import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import {
  describeConfigAbove,
  findConfig,
  type ConfigFile,
  type ConfigFlags,
} from "../config/load.ts";
import { ENV_FILE, getEnvFileOutcome } from "../env-file.ts";
import { isCi } from "../trust/require-trust.ts";
import type { InstalledProgram } from "@rostrum/runtime/models";
import { findKey, providers } from "@rostrum/runtime/registry";
import { UserError } from "../user-error.ts";
import { joinNames, toOneLine } from "@rostrum/core/support";
import {
  checkAllowedPrograms,
  ConsentNeededError,
  describeLogin,
  formatPrograms,
  listProgramsToOffer,
  type AllowedPrograms,
} from "./program-consent.ts";
import { suggestPricedPanels } from "./prefer-priced.ts";
import {
  pickModels,
  suggestPanels,
  suggestProgramPanel,
  type SuggestedPanel,
} from "./suggest-panels.ts";
import {
  findAddressVariable,
  findAvailableModels,
  locateProvider,
  type AvailableModels,
  type Listing,
} from "./available-models.ts";

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
  {
    isCapped = false,
    isReview = false,
  }: {
    /** True for a limit in US dollars, which needs members whose price is known. */
    isCapped?: boolean;
    isReview?: boolean;
  } = {},
): Promise<ChosenPanel> {
  const configPanel = choosePanel(name, file);
  if (configPanel !== null) return configPanel;
  refuseConfigAbove();
  const models = await findAvailableModels();
  requireReachable(models);
  for (const problem of listProblems(models)) say(problem);
  const [best] = isCapped ? suggestPricedPanels(models, say) : suggestPanels(models);
  if (best === undefined) return findProgramPanel(models, say, isReview);
  const { loaded } = getEnvFileOutcome();
  const keys = loaded.length === 0 ? "" : ` with keys from ${ENV_FILE} here`;
  say(`no config here: asking ${formatMembers(best)}${keys} ("rostrum init" saves this panel)`);
  sayCopies(best, say);
  return { name: best.name, config: { ...best.config }, file: null };
}

/** Material must not go to other models than the repository's config names, only because of the current folder. */
function refuseConfigAbove(): void {
  const above = describeConfigAbove();
  if (above !== null)
    throw new UserError("The config of this repository is in another folder.", [above]);
}

/** Falls back to coding agents that the user allowed rostrum to ask. */
async function findProgramPanel(
  models: AvailableModels,
  say: (line: string) => void,
  isReview: boolean,
): Promise<ChosenPanel> {
  const { usable, loggedOut } = await checkAllowedPrograms();
  const [panel] = suggestProgramPanel(usable);
  if (panel === undefined)
    throw explainNoModels(models, loggedOut, isReview ? "review" : "question");
  for (const program of loggedOut) say(describeLogin(program));
  const ids = new Set(panel.config.debaters.map(({ model }) => model));
  const asked = usable.filter(({ id }) => ids.has(id));
  say(
    `${hasKey(models) ? "no config" : "no config and no key"} here: asking ${formatPrograms(asked)}, read-only`,
  );
  return { name: panel.name, config: { ...panel.config }, file: null };
}

/** What models are needed for. Only questions can be for the networks that do arithmetic. */
type ModelPurpose = "question" | "review" | "config";

/**
 * Explains how to get a model. If coding agents are installed, the error lets a terminal ask for consent to use them.
 */
export function explainNoModels(
  models: AvailableModels,
  loggedOut: readonly InstalledProgram[] = [],
  purpose: ModelPurpose = "question",
): UserError {
  const programs = listOthers(loggedOut);
  const above = describeConfigAbove();
  const ways = [
    ...(above === null ? [] : [above]),
    ...listWaysToAModel(loggedOut),
    ...(purpose === "question"
      ? [
          'Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
        ]
      : []),
  ];
  const reason = describeNoModels(models, purpose);
  return programs.length === 0
    ? new UserError(reason, ways)
    : new ConsentNeededError(reason, ways, programs);
}

/** Lists a panel's models, and its coding agents by name. */
export function formatMembers({ config }: Pick<SuggestedPanel, "config">): string {
  const seats = Map.groupBy(config.debaters, ({ name, model }) =>
    model.startsWith("command:") ? name : model,
  );
  return [...seats]
    .map(([words, { length }]) => (length === 1 ? words : `${words}*${length}`))
    .join(", ");
}

/** Says which model has several seats, or that all come from one provider, and what that means. */
export function sayCopies({ config }: SuggestedPanel, say: (line: string) => void): void {
  const providerNames = new Set(config.debaters.map(({ model }) => model.replace(/\/.*$/s, "")));
  const [provider = ""] = providerNames;
  const models = Map.groupBy(config.debaters, ({ model }) => model);
  const copied = [...models].filter(([, { length }]) => length > 1).map(([id]) => toOneLine(id));
  if (copied.length > 0)
    say(
      `${copied.join(" and ")} ${copied.length === 1 ? "has" : "have"} several seats, because nothing else was found: copies of one model often make the same mistakes`,
    );
  else if (providerNames.size === 1 && models.size > 1)
    say(
      `all members come from ${toOneLine(provider)}: models of different makers make fewer mistakes in common, so a key of another provider helps`,
    );
}

/** Why no model is available, with the ways to get one. */
export function explainNoPanel(
  models: AvailableModels,
  loggedOut: readonly InstalledProgram[],
): { reason: string; ways: string[] } {
  return isUnreachable(models)
    ? { reason: UNREACHABLE, ways: [] }
    : { reason: describeNoModels(models), ways: listWaysToAModel(loggedOut) };
}

export const NO_MODELS = "No models available: no config, no API key and no local server found.";
const NO_MODELS_FOR_CONFIG =
  "No models to write a config for: no API key and no local server found.";

function describeNoModels(models: AvailableModels, purpose: ModelPurpose = "question"): string {
  const isConfig = purpose === "config";
  if (!hasKey(models)) return isConfig ? NO_MODELS_FOR_CONFIG : NO_MODELS;
  if (isUnreachable(models)) return UNREACHABLE;
  const titles = models.keyed.filter(({ listing }) => "models" in listing).map(locateProvider);
  const found = isConfig
    ? "No models to write a config for: no local server found"
    : "No models available: no config and no local server found";
  return `${found}, and no model that answers questions in the list of ${joinNames(titles)}.`;
}

const hasKey = ({ keyed }: AvailableModels): boolean => keyed.length > 0;

const UNREACHABLE = "No models available: none of the providers with a key can be used.";

/** True if keys are set but none works. Falling back to other models would hide that. */
export function isUnreachable({ keyed }: AvailableModels): boolean {
  return keyed.length > 0 && !keyed.some(({ listing }) => "models" in listing);
}

export function requireReachable(models: AvailableModels): void {
  if (!isUnreachable(models)) return;
  const listings = models.keyed.map(({ listing }) => listing);
  const wrongSettings = new Set(
    listings.flatMap((each) => ("problem" in each && each.isSetting ? each.problem : [])),
  );
  const [only] = wrongSettings;
  // Not a provider's fault.
  if (only !== undefined && wrongSettings.size === 1 && listings.every(isWrongSetting))
    throw new UserError(only, ["To check again: rostrum doctor"]);
  throw new UserError(UNREACHABLE, [...listProblems(models), "To check again: rostrum doctor"]);
}

function isWrongSetting(listing: Listing): boolean {
  return "problem" in listing && listing.isSetting === true;
}

/** Panel that is asked where there is no config. Null if no model is available. */
export function findBestPanel(
  models: AvailableModels,
  { usable }: AllowedPrograms,
): SuggestedPanel | null {
  if (isUnreachable(models)) return null;
  const [best] = [...suggestPanels(models), ...suggestProgramPanel(usable)];
  return best ?? null;
}

/** Reasons why providers with a key can't be used. */
export function listProblems({ keyed }: AvailableModels): string[] {
  return keyed.flatMap((provider) => {
    const { name, listing } = provider;
    const title = locateProvider(provider);
    if ("problem" in listing) return [`${title}: ${listing.problem}`];
    const isUsable = pickModels(name, listing.models).length > 0;
    return isUsable ? [] : [`${title}: its list has no model that answers questions`];
  });
}

/** True if the environment has a provider's key. */
export function hasAnyKey(): boolean {
  return Object.entries(providers).some(
    ([provider, { keys }]) => keys.length > 0 && findKey({ provider, model: "" }) !== undefined,
  );
}

/** Ways to get a model, one line each. Allowed programs that nobody is logged in to come first. */
export function listWaysToAModel(loggedOut: readonly InstalledProgram[] = []): string[] {
  return [
    ...loggedOut.map((program) => `${describeLogin(program)}.`),
    ...listMisnamedKeys(),
    ...listAddressesWithoutKey(),
    "Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
    "Or start Ollama, LM Studio, llama.cpp or vLLM.",
    ...listSubscriptionWays(loggedOut),
  ];
}

/** Variables that are named almost like a provider's key, such as OPENAI_KEY. */
export function listMisnamedKeys(): string[] {
  const known = new Map(
    Object.values(providers).flatMap(({ keys }) =>
      keys.map((variable) => [simplifyName(variable), variable] as const),
    ),
  );
  return Object.entries(process.env).flatMap(([name, value = ""]) => {
    const variable = known.get(simplifyName(name));
    const isMisnamed = variable !== undefined && name !== variable && value !== "";
    return isMisnamed && process.env[variable] === undefined
      ? [`${toOneLine(name)} is set, but rostrum reads ${variable}: rename it.`]
      : [];
  });
}

/** Variables that say where a provider is, without which key to send there. */
function listAddressesWithoutKey(): string[] {
  return Object.entries(providers).flatMap(([name, { keys }]) => {
    const variable = findAddressVariable(name);
    const [key] = keys;
    return variable === undefined || key === undefined || findKey({ provider: name, model: "" })
      ? []
      : [
          `${variable} is set, but ${key} isn't: set it too. If that server needs no key, any value will do.`,
        ];
  });
}

const simplifyName = (name: string): string => name.toUpperCase().replaceAll(/_|API/g, "");

/** Installed coding agents that can be offered besides those that nobody is logged in to. */
function listOthers(loggedOut: readonly InstalledProgram[]): InstalledProgram[] {
  return listProgramsToOffer().filter(({ name }) => !loggedOut.some((each) => each.name === name));
}

function listSubscriptionWays(loggedOut: readonly InstalledProgram[]): string[] {
  if (isCi()) return [];
  const programs = listOthers(loggedOut);
  if (programs.length === 0 && loggedOut.length > 0) return [];
  if (programs.length === 0)
    return ["Or install and log in to claude or codex: rostrum can use your subscription."];
  const names = programs.map(({ name }) => name).join(" ");
  return [`Or let rostrum ask ${formatPrograms(programs)}: run rostrum setup --allow ${names}`];
}

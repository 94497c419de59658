import { providers } from "@rostrum/core/registry";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig, type ConfigFile, type ConfigFlags } from "../config/load.ts";
import { ENV_FILE, getEnvFileOutcome } from "../env-file.ts";
import { UserError } from "../user-error.ts";
import { suggestPanels } from "./suggest-panels.ts";
import { findAvailableModels } from "./available-models.ts";
import { listInstalledPrograms } from "./known-programs.ts";

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
  const { keyed, servers } = await findAvailableModels();
  const [best] = suggestPanels({ keyed, servers });
  if (best === undefined) {
    const problems = keyed.map(({ title, listing }) => {
      const none = "no model for a panel found in its list";
      return `${title}: ${"problem" in listing ? listing.problem : none}`;
    });
    throw new UserError(
      "there is no panel to ask: found no config here, no working key and no local server",
      [
        ...problems,
        ...listWaysToAModel(),
        'or, for arithmetic, use the embedded debaters: rostrum --panel embedded "What is 12+15*21?"',
        "then rostrum init writes a config, and rostrum doctor checks it",
      ],
    );
  }
  const debaters = best.config.debaters.join(", ");
  const { taken } = getEnvFileOutcome();
  const keys = taken.length === 0 ? "" : ` with keys from ${ENV_FILE} here`;
  say(`no config here: asking ${debaters}${keys} ("rostrum init" saves this panel)`);
  return { name: best.name, config: { ...best.config }, file: null };
}

const SHOWN = 4;

/** What to do if no model is available, one line each. */
export function listWaysToAModel(): string[] {
  const keys = Object.values(providers).flatMap((provider) => provider.keys.slice(-1));
  const [program] = listInstalledPrograms();
  return [
    `set a key, as a variable or in .env: ${keys.slice(0, SHOWN).join(", ")} or another (rostrum doctor lists them)`,
    "or start a local server: Ollama, LM Studio, llama.cpp or vLLM",
    // It answers with its own subscription.
    ...(program
      ? [`or ask ${program.name}, which is installed: rostrum -d '${program.id}*3' "question"`]
      : []),
    'or name models: rostrum -d <provider>/<model> -d … "question"',
  ];
}

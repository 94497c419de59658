import type { ChosenPanel } from "../config/choose-panel.ts";
import { UserError } from "../user-error.ts";
import { suggestPanels } from "./suggest-panels.ts";
import { lookAround } from "./surroundings.ts";
import { installedPrograms } from "../../models/command/known-programs.ts";
import { providers } from "../../models/registry/index.ts";

/** A panel for a question that names none, from the keys and servers found here, or an error that says what to do. */
export async function panelFromSurroundings(say: (line: string) => void): Promise<ChosenPanel> {
  const surroundings = await lookAround();
  const [best] = suggestPanels(surroundings);
  if (best === undefined)
    throw nothingFound(
      surroundings.keyed.map(
        ({ title, listing }) =>
          `${title}: ${"problem" in listing ? listing.problem : "no model for a panel found in its list"}`,
      ),
    );
  const debaters = (best.config["debaters"] as string[]).join(", ");
  say(`no config here: asking ${debaters} ("rostrum init" saves this panel)`);
  return { name: best.name, config: best.config, file: null };
}

function nothingFound(problems: readonly string[]): UserError {
  return new UserError(
    "there is no panel to ask: found no config here, no working key and no local server",
    [
      ...problems,
      ...waysToAModel(),
      'or, for arithmetic, use the embedded debaters: rostrum --panel embedded "What is 12+15*21?"',
      "then rostrum init writes a config, and rostrum doctor checks it",
    ],
  );
}

const SHOWN = 4;

/** What to do if no model is available, one line each. */
export function waysToAModel(): string[] {
  const keys = Object.values(providers).flatMap((provider) => provider.keys.slice(-1));
  const shown = keys.slice(0, SHOWN);
  return [
    `set a key, as a variable or in .env: ${shown.join(", ")} or another (rostrum doctor lists them)`,
    "or start a local server: Ollama, LM Studio, llama.cpp or vLLM",
    ...programs(),
    'or name models: rostrum -d <provider>/<model> -d … "question"',
  ];
}

/** Programs that are installed here and answer with their own subscription. */
function programs(): string[] {
  const [first] = installedPrograms();
  return first === undefined
    ? []
    : [`or ask ${first.name}, which is installed: rostrum -d '${first.id}*3' "question"`];
}

import { installedPrograms } from "../../models/command/known-programs.ts";
import { providers } from "../../models/registry/index.ts";

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

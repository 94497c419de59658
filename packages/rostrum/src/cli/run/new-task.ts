import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig } from "../config/find.ts";
import { loadConfig } from "../config/load.ts";
import type { InputStream } from "../io.ts";
import { merged, type ConfigPatch } from "../options/flags.ts";
import { readQuestion } from "../question/read.ts";
import { UserError } from "../user-error.ts";
import type { AskFlags } from "./ask-flags.ts";
import { newRunId } from "./new-id.ts";
import { originOf } from "./origin.ts";
import type { Task } from "./task.ts";

/** A new question to the panel that flags and config name. `say` tells where the panel came from. */
export async function newTask(
  words: readonly string[],
  flags: AskFlags,
  patch: ConfigPatch,
  stdin: InputStream,
  say: (line: string) => void,
): Promise<Task> {
  const question = await readQuestion({
    words,
    stdin,
    ...(flags.file === undefined ? {} : { file: flags.file }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
  });
  const panel = await panelFor(flags, patch, say);
  checkDebaters(patch);
  const config = merged(panel.config, patch);
  return {
    id: flags.id ?? newRunId(),
    question,
    config,
    source: panel.file === null ? "" : `${panel.file.path}, panel "${panel.name}"`,
    metadata: originOf(panel, config, patch),
  };
}

/** One `-d` is one debater, and a debate needs two. */
function checkDebaters({ debaters }: ConfigPatch): void {
  const [only, ...others] = Array.isArray(debaters) ? (debaters as unknown[]) : [];
  if (typeof only !== "string" || others.length > 0 || /\*\d*$/.test(only)) return;
  throw new UserError(`--debater: expected two or more debaters, got one, ${only}`, [
    `three samples of it: -d '${only}*3', or --model ${only}`,
    "or a second one: -d <provider>/<model>",
  ]);
}

async function panelFor(
  flags: AskFlags,
  patch: ConfigPatch,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  const path = flags.config ?? findConfig(process.cwd());
  const file = path === null ? null : await loadConfig(path);
  const given = patch["debaters"] !== undefined || patch["model"] !== undefined;
  // A whole panel on the command line needs no default of a config.
  if (given && flags.panel === undefined && flags.config === undefined) {
    return { name: "command line", config: {}, file: null };
  }
  const chosen = choosePanel(flags.panel, file);
  if (chosen !== null) return chosen;
  const { panelFromSurroundings } = await import("../discovery/default-panel.ts");
  return panelFromSurroundings(say);
}

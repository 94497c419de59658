import type { ChosenPanel } from "../config/choose-panel.ts";
import { choosePanel } from "../config/choose-panel.ts";
import { loadConfig } from "../config/load.ts";
import { merged, type ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";

/** How a run was set up: its whole config where that is data, else the file and panel to load again. */
interface Origin {
  config?: ConfigPatch;
  file?: string;
  panel?: string;
  flags?: ConfigPatch;
}

const KEY = "rostrum_cli";

export function originOf(
  { name, file }: ChosenPanel,
  config: ConfigPatch,
  flags: ConfigPatch,
): Record<string, unknown> {
  const origin: Origin = file?.code ? { file: file.path, panel: name, flags } : { config };
  return { [KEY]: origin };
}

/** The config a stored run was started with. */
export async function configFrom(
  metadata: Record<string, unknown> | undefined,
  id: string,
): Promise<ConfigPatch> {
  const origin = metadata?.[KEY] as Origin | undefined;
  if (origin?.config !== undefined) return origin.config;
  if (origin?.file === undefined) {
    throw new UserError(`run "${id}" was not started on the command line`, [
      "give the same question and config, and its id: rostrum --id <id> …",
    ]);
  }
  const panel = choosePanel(origin.panel, await loadConfig(origin.file));
  return merged(panel?.config ?? {}, origin.flags ?? {});
}

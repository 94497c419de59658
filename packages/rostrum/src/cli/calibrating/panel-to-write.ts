import { basename, dirname, extname, join } from "node:path";
import { callCost, resolveConfig } from "../../api/index.ts";
import type { ResolvedConfig } from "../../api/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig } from "../config/find.ts";
import { loadConfig } from "../config/load.ts";
import { UserError } from "../user-error.ts";

/** Roughly how many tokens the instructions around a question take. */
export const PROMPT = 200;

/**
 * The panel that a command is about to change. Refuses one that can't be changed before anything is
 * paid for.
 */
export async function panelToWrite({
  config,
  panel,
  dryRun,
}: {
  config?: string;
  panel?: string;
  dryRun?: boolean;
}): Promise<ChosenPanel> {
  const path = config ?? findConfig(process.cwd());
  const chosen = choosePanel(panel, path === null ? null : await loadConfig(path));
  if (chosen === null) throw new UserError("there is no panel", ['"rostrum init" writes a config']);
  if (dryRun !== true) checkWritable(chosen);
  return chosen;
}

function checkWritable({ file, name }: ChosenPanel): void {
  if (file === null) {
    throw new UserError(`expected a panel of a config, got the built-in panel "${name}"`, [
      "add --dry-run to see what would be written, or name a panel of a config",
    ]);
  }
  if (file.code) {
    throw new UserError(
      `expected a config in YAML or JSON, got ${file.path}, which is code and is not rewritten`,
      ["add --dry-run to see what would be written, or use a .yaml or .json config"],
    );
  }
}

/** The panel without what it has learned, because earlier results must not count now. */
export function membersOf(config: Readonly<Record<string, unknown>>): ResolvedConfig["members"] {
  const tuned = new Set(["poll", "stakes", "decide"]);
  const rest = Object.entries(config).filter(([name]) => !tuned.has(name));
  return resolveConfig(Object.fromEntries(rest)).members;
}

/** The cost of a call to each member, in US dollars; 0 if the price is not known. */
export function costsOf(
  { config }: ChosenPanel,
  { replyTokens = {} }: Calibration,
  input: number,
): Record<string, number> {
  return Object.fromEntries(
    membersOf(config).map((member) => [member.name, callCost(member, replyTokens, input) ?? 0]),
  );
}

/** A file next to the config, named after it and the panel. */
export function fileBeside(config: string, panel: string, what: string): string {
  const name = `${basename(config, extname(config))}.${panel.replaceAll(/[^\w-]/g, "_")}.${what}.json`;
  return join(dirname(config), name);
}

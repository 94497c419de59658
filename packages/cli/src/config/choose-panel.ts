import { findNearestWord } from "@rostrum/core/options";
import { toOneLine } from "@rostrum/core/support";
import type { ConfigPatch } from "../options/flags.ts";
import { formatPath, UserError } from "../user-error.ts";
import type { ConfigFile } from "./load.ts";

/** Three embedded debaters: no key, no network, no cost. */
export const EMBEDDED_PANEL = "embedded";
const EMBEDDED: ConfigPatch = { debaters: ["embedded*3"] };

export interface ChosenPanel {
  name: string;
  config: ConfigPatch;
  /** Null for a built-in panel. */
  file: ConfigFile | null;
}

/** Chooses a panel by name, or the config's default. Null when there is neither. */
export function choosePanel(
  requestedName: string | undefined,
  file: ConfigFile | null,
): ChosenPanel | null {
  const name = requestedName ?? (file && requireDefaultName(file));
  if (name == null) return null;
  const config = file !== null && Object.hasOwn(file.panels, name) ? file.panels[name] : undefined;
  if (config !== undefined) return { name, config, file };
  if (name === EMBEDDED_PANEL) return { name, config: EMBEDDED, file: null };
  if (file === null)
    throw new UserError(`There is no panel "${name}", because this folder has no config.`, [
      "To write a config with panels of your models: rostrum init",
    ]);
  const available = [...Object.keys(file.panels), EMBEDDED_PANEL];
  const nearest = findNearestWord(name, available);
  throw new UserError(`There is no panel "${name}" in ${formatPath(file.path)}.`, [
    ...(nearest === undefined ? [] : [`Did you mean --panel ${toOneLine(nearest)}?`]),
    `Available panels: ${available.join(", ")}.`,
  ]);
}

function requireDefaultName({ panels, default: name, path }: ConfigFile): string {
  if (name !== undefined) return name;
  const names = Object.keys(panels);
  throw new UserError(
    `No default panel: ${formatPath(path)} has ${names.length} panels (${names.join(", ")}).`,
    [`Choose one with --panel ${names[0]}, or write "default: ${names[0]}" in the file.`],
  );
}

/** Explains the embedded networks, wherever users may not expect them. */
export const EMBEDDED_PURPOSE =
  "tiny networks inside this package that do arithmetic and nothing else, for trying rostrum without a key, for tests and for examples";

import type { ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";
import type { ConfigFile } from "./load.ts";

/** Three embedded debaters, which need no key, no network and no money. */
export const EMBEDDED_PANEL = "embedded";
const EMBEDDED: ConfigPatch = { debaters: ["embedded*3"] };

export interface ChosenPanel {
  name: string;
  config: ConfigPatch;
  /** The config file; `null` if the panel is built in. */
  file: ConfigFile | null;
}

/** The panel to ask; `null` if nothing names one. */
export function choosePanel(
  wanted: string | undefined,
  file: ConfigFile | null,
): ChosenPanel | null {
  const name = wanted ?? (file && findDefaultName(file));
  if (name == null) return null;
  const config = file !== null && Object.hasOwn(file.panels, name) ? file.panels[name] : undefined;
  if (config !== undefined) return { name, config, file };
  if (name === EMBEDDED_PANEL) return { name, config: EMBEDDED, file: null };
  const known = [...Object.keys(file?.panels ?? {}), EMBEDDED_PANEL];
  throw new UserError(`there is no panel "${name}"${file ? ` in ${file.path}` : ""}`, [
    `panels: ${known.join(", ")}`,
    ...(file ? [] : [`"rostrum init" writes a config with panels`]),
  ]);
}

function findDefaultName({ panels, default: named, path }: ConfigFile): string {
  const names = Object.keys(panels);
  const [only] = names;
  if (named !== undefined) return named;
  if (names.length === 1 && only !== undefined) return only;
  throw new UserError(`${path} has ${names.length} panels and no default`, [
    `name one with --panel: ${names.join(", ")}`,
    `or set "default" in the config`,
  ]);
}

/** What the embedded networks are for, shown wherever users may not expect them. */
export const EMBEDDED_PURPOSE =
  "tiny networks inside this package that do arithmetic and nothing else, for trying rostrum without a key, for tests and for examples";

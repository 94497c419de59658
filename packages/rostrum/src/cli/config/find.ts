import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../user-error.ts";

/** Only data files are found automatically. A code config runs only if it is named. */
export const CONFIG_NAMES = [
  "rostrum.config.json",
  "rostrum.config.yaml",
  "rostrum.config.yml",
] as const;

/** The config file of a folder, if there is one. */
export function findConfig(folder: string): string | null {
  const found = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) {
    throw new UserError(`there are ${found.length} config files here: ${found.join(", ")}`, [
      "keep one of them, or name one with --config",
    ]);
  }
  return found[0] ?? null;
}

import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { limitProvider } from "../../models/index.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { readMessage } from "../../thrown.ts";
import { isPlainObject } from "../../options/index.ts";
import { parseDataFile, readDataFile, readJsonFile } from "../files.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";

/** A config file with its panels. Only its outline is checked here; the engine checks the panels. */
export interface ConfigFile {
  path: string;
  panels: Record<string, ConfigPatch>;
  default?: string;
  /** Settings of `rostrum serve`, which checks them. */
  server?: Record<string, unknown>;
  /** It is code: its panels may contain functions, which can't be stored. */
  code: boolean;
}

/** Only data files are found automatically. A code config runs only if it is named. */
export const CONFIG_NAMES = [
  "rostrum.config.json",
  "rostrum.config.yaml",
  "rostrum.config.yml",
] as const;

/** Loads the config that a flag names, or else the one of the current folder, if there is one. */
export async function findConfig(named: string | undefined): Promise<ConfigFile | null> {
  if (named !== undefined) return loadConfig(named);
  const found = CONFIG_NAMES.map((name) => join(process.cwd(), name)).filter(existsSync);
  if (found.length > 1) {
    throw new UserError(`there are ${found.length} config files here: ${found.join(", ")}`, [
      "keep one of them, or name one with --config",
    ]);
  }
  return found[0] === undefined ? null : loadConfig(found[0]);
}

const CODE = new Set([".ts", ".mts", ".js", ".mjs"]);

export async function loadConfig(path: string): Promise<ConfigFile> {
  const full = resolve(path);
  if (!existsSync(full)) throw new UserError(`there is no config file ${full}`);
  const code = CODE.has(extname(full));
  const value = code ? await importConfig(full) : await readDataFile(full, "config");
  const { providers, panels, ...outline } = checkOutline(
    value,
    code ? `the default export of ${full}` : full,
  );
  limitProviders(providers, full);
  const whole = Object.entries(panels).map(
    async ([name, panel]) => [name, await readLearnedFiles(panel, dirname(full))] as const,
  );
  return { path: full, code, ...outline, panels: Object.fromEntries(await Promise.all(whole)) };
}

/** A config that is not a file of this machine. The files that its panels name are not read. */
export async function parseConfig(text: string, path: string): Promise<ConfigFile> {
  const { providers, ...outline } = checkOutline(await parseDataFile(text, path), path);
  limitProviders(providers, path);
  return { path, code: false, ...outline };
}

/** Provider limits apply to the whole process, from here on. */
function limitProviders(providers: unknown = {}, path: string): void {
  const form = 'expected "providers" to be { "name": { "concurrency", "requestsPerMinute" } }';
  if (!isPlainObject(providers) || !Object.values(providers).every(isPlainObject)) {
    throw new UserError(`${path}: ${form}`);
  }
  for (const [name, limits] of Object.entries(providers)) {
    try {
      limitProvider(name, limits as Parameters<typeof limitProvider>[1]);
    } catch (error) {
      throw new UserError(`${path}: ${readMessage(error)}`);
    }
  }
}

async function importConfig(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hints =
      code === "ERR_UNKNOWN_FILE_EXTENSION"
        ? ["this Node can't run .ts files: use Node 22.18 or newer, or an .mjs config"]
        : [];
    throw new UserError(`${path} can't be loaded: ${readMessage(error)}`, hints);
  }
}

interface Outline extends Pick<ConfigFile, "panels" | "default" | "server"> {
  providers?: unknown;
}

function checkOutline(value: unknown, where: string): Outline {
  const refuse = (message: string): never => {
    throw new UserError(`${where}: ${message}`);
  };
  if (!isPlainObject(value)) return refuse('expected { "panels": { "name": { … } } }');
  const { panels, default: name, providers, server, $schema: _schema, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const known = "panels, default, providers, server and $schema";
    return refuse(`there is no option "${unknown}" here, only ${known}`);
  }
  if (!isPlainObject(panels) || Object.keys(panels).length === 0) {
    return refuse('expected at least one panel under "panels"');
  }
  for (const [panel, config] of Object.entries(panels)) {
    if (!isPlainObject(config)) return refuse(`expected panel "${panel}" to be an object`);
  }
  if (server !== undefined && !isPlainObject(server))
    return refuse('expected "server" to be an object');
  if (name !== undefined && (typeof name !== "string" || !Object.hasOwn(panels, name))) {
    return refuse(`expected "default" to be one of the panels, got ${JSON.stringify(name)}`);
  }
  const known = panels as Record<string, ConfigPatch>;
  return { panels: known, providers, ...omitUndefined({ server, default: name }) };
}

/** Settings that a config may keep in a file of their own, named by its path. */
const LEARNED = ["calibration", "certificate"] as const;

/** A panel whose rules have their calibration and certificate read from the files that they name. */
async function readLearnedFiles(panel: ConfigPatch, folder: string): Promise<ConfigPatch> {
  const whole: ConfigPatch = { ...panel };
  for (const option of ["poll", "decide"]) {
    const rule = panel[option];
    if (!isPlainObject(rule)) continue;
    const filled: Record<string, unknown> = { ...rule };
    for (const field of LEARNED) {
      const named = filled[field];
      if (typeof named === "string")
        filled[field] = await readLearned(resolve(folder, named), field);
    }
    whole[option] = filled;
  }
  return whole;
}

/** Reads what `rostrum calibrate` or `rostrum certify` wrote. */
export function readLearned(path: string, what: (typeof LEARNED)[number]): Promise<unknown> {
  return readJsonFile(
    path,
    what,
    `what rostrum ${what === "calibration" ? "calibrate" : "certify"} writes`,
  );
}

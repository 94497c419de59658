import { existsSync } from "node:fs";
import { dirname, extname, resolve, join } from "node:path";
import { pathToFileURL } from "node:url";
import { limitProvider } from "../../models/index.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { readTextFile } from "../question/text-file.ts";
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

const CODE = new Set([".ts", ".mts", ".js", ".mjs"]);

export async function loadConfig(path: string): Promise<ConfigFile> {
  const full = resolve(path);
  const code = CODE.has(extname(full));
  const value = code ? await importConfig(full) : await parseConfig(full);
  const where = code ? `the default export of ${full}` : full;
  const { providers, panels, ...outline } = outlineOf(value, where);
  limitProviders(providers, full);
  const whole = Object.entries(panels).map(
    async ([name, panel]) => [name, await withLearned(panel, dirname(full))] as const,
  );
  return { path: full, code, ...outline, panels: Object.fromEntries(await Promise.all(whole)) };
}

/** Provider limits apply to the whole process, from here on. */
function limitProviders(providers: unknown, path: string): void {
  if (providers === undefined) return;
  const form = 'expected "providers" to be { "name": { "concurrency", "requestsPerMinute" } }';
  if (!isObject(providers)) throw new UserError(`${path}: ${form}`);
  for (const [name, limits] of Object.entries(providers)) {
    if (!isObject(limits)) throw new UserError(`${path}: ${form}`);
    try {
      limitProvider(name, limits);
    } catch (error) {
      throw new UserError(`${path}: ${reason(error)}`);
    }
  }
}

async function parseConfig(path: string): Promise<unknown> {
  if (!existsSync(path)) throw new UserError(`there is no config file ${path}`);
  const text = await readTextFile(path, "config");
  try {
    if (extname(path) === ".json") return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text);
  } catch (error) {
    throw new UserError(`${path} can't be read: ${reason(error)}`);
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
    throw new UserError(`${path} can't be loaded: ${reason(error)}`, hints);
  }
}

interface Outline extends Pick<ConfigFile, "panels" | "default" | "server"> {
  providers?: unknown;
}

function outlineOf(value: unknown, where: string): Outline {
  if (!isObject(value)) throw new UserError(`${where}: expected { "panels": { "name": { … } } }`);
  const { panels, default: name, providers, server, $schema: _schema, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new UserError(
      `${where}: there is no option "${unknown}" here, only panels, default, providers, server and $schema`,
    );
  }
  if (!isObject(panels) || Object.keys(panels).length === 0) {
    throw new UserError(`${where}: expected at least one panel under "panels"`);
  }
  for (const [panel, config] of Object.entries(panels)) {
    if (!isObject(config))
      throw new UserError(`${where}: expected panel "${panel}" to be an object`);
  }
  if (server !== undefined && !isObject(server)) {
    throw new UserError(`${where}: expected "server" to be an object`);
  }
  const known = panels as Record<string, ConfigPatch>;
  const rest = { providers, ...(server === undefined ? {} : { server }) };
  if (name === undefined) return { panels: known, ...rest };
  if (typeof name !== "string" || !Object.hasOwn(panels, name)) {
    throw new UserError(
      `${where}: expected "default" to be one of the panels, got ${JSON.stringify(name)}`,
    );
  }
  return { panels: known, default: name, ...rest };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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

/** Settings that a config may keep in a file of their own, named by its path. */
const LEARNED = ["calibration", "certificate"] as const;

/** A panel whose rules have their calibration and certificate read from the files that they name. */
export async function withLearned(panel: ConfigPatch, folder: string): Promise<ConfigPatch> {
  const whole: ConfigPatch = { ...panel };
  for (const option of ["poll", "decide"]) {
    const rule = panel[option];
    if (typeof rule !== "object" || rule === null || Array.isArray(rule)) continue;
    const filled: Record<string, unknown> = { ...rule };
    for (const field of LEARNED) {
      const named = filled[field];
      if (typeof named === "string") filled[field] = await readJson(resolve(folder, named), field);
    }
    whole[option] = filled;
  }
  return whole;
}

export async function readJson(path: string, what: string): Promise<unknown> {
  const text = await readTextFile(path, what);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UserError(`${path}: expected a ${what} as JSON, got something else`, [
      "rostrum calibrate writes one",
    ]);
  }
}

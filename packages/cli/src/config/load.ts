import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { mergeTools, listPermissions } from "@rostrum/runtime/api";
import { limitProvider } from "@rostrum/runtime/models";
import { omitUndefined, readMessage, isPlainObject, typeName } from "@rostrum/core/support";
import { suggestWord } from "@rostrum/core/options";
import { parseDataFile, readDataFile, readJsonFile, readTextFile } from "../files.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { fillAddresses } from "./fill-addresses.ts";
import { listServerPermissions } from "./server-settings.ts";
import { requireTrust, type TrustRequest } from "../trust/require-trust.ts";
import { formatPath, UserError } from "../user-error.ts";

/** A config file with its panels. Only the outline is checked here; the engine checks the panels. */
export interface ConfigFile {
  path: string;
  panels: Record<string, ConfigPatch>;
  /** Panel that is asked if none is named. */
  default?: string;
  /** Settings of `rostrum serve`, which checks them. */
  server?: Record<string, unknown>;
  /** True for a code config. Its panels may contain functions, which can't be stored. */
  code: boolean;
}

/** Only data files are loaded automatically. Code runs only if `--config` names it. */
export const CONFIG_NAMES = [
  "rostrum.config.json",
  "rostrum.config.yaml",
  "rostrum.config.yml",
] as const;

export interface ConfigFlags {
  config?: string | undefined;
  /** Trust the files of the current folder, for this run. */
  trust?: boolean | undefined;
}

/**
 * Loads the config that a flag names, or the one in the current folder. The latter may come from a stranger, so it is
 * refused if it needs trust that the user hasn't given.
 */
export async function findConfig({ config, trust }: ConfigFlags): Promise<ConfigFile | null> {
  if (config !== undefined) return loadConfig(config);
  const localConfig = await readLocalConfig();
  if (localConfig === null) return null;
  requireTrust(localConfig, trust);
  return completeConfig(localConfig.path, localConfig.outline, false);
}

/** Applies the provider limits of the current folder's config. They are only numbers, so they need no trust. */
export async function applyLocalLimits(): Promise<void> {
  const localConfig = await readLocalConfig();
  if (localConfig !== null) limitProviders(localConfig.outline.providers, localConfig.path);
}

/** Config of the current folder, with the permissions that it needs. */
export interface LocalConfig extends TrustRequest {
  outline: Outline;
}

/** Reads the config of the current folder once, so that the text that is trusted is the text that is used. */
export async function readLocalConfig(): Promise<LocalConfig | null> {
  const path = findConfigPath();
  if (path === null) return null;
  const text = await readTextFile(path, "config");
  const outline = checkOutline(await parseDataFile(text, path), path);
  const permissions = [
    ...Object.entries(outline.panels).flatMap(([name, panel]) =>
      listPermissions(panel, `panels.${name}`),
    ),
    ...listServerPermissions(outline.server ?? {}),
  ];
  return { path, text, outline, permissions };
}

/**
 * Says where a folder above has a config, up to the root of the repository. It is not loaded: a command means the
 * folder in which it is run. Null when there is none.
 */
export function describeConfigAbove(): string | null {
  const path = findConfigAbove();
  if (path === null) return null;
  const place = relative(process.cwd(), path);
  return `There is a config at ${place}: run rostrum there, or add --config ${place}`;
}

function findConfigAbove(): string | null {
  let folder = process.cwd();
  let found: string | null = null;
  while (!existsSync(join(folder, ".git"))) {
    const above = dirname(folder);
    // Outside of a repository, folders above have nothing to do with this one.
    if (above === folder) return null;
    folder = above;
    found ??= CONFIG_NAMES.map((name) => join(above, name)).find(existsSync) ?? null;
  }
  return found;
}

/** Path of the config that a flag names, or of the one in the current folder. Null when there is none. */
export function findConfigPath({ config }: ConfigFlags = {}): string | null {
  if (config !== undefined) return resolve(config);
  const paths = CONFIG_NAMES.map((name) => join(process.cwd(), name)).filter(existsSync);
  if (paths.length > 1) {
    throw new UserError(
      `There are ${paths.length} config files here: ${paths.map(formatPath).join(", ")}.`,
      ["Keep one of them, or name one with --config."],
    );
  }
  return paths[0] ?? null;
}

const CODE_EXTENSIONS = new Set([".ts", ".mts", ".js", ".mjs"]);

export async function loadConfig(path: string): Promise<ConfigFile> {
  const absolutePath = resolve(path);
  if (!existsSync(absolutePath))
    throw new UserError(`There is no config file ${formatPath(absolutePath)}.`, [
      "Correct the path, or write a config: rostrum init",
    ]);
  const code = CODE_EXTENSIONS.has(extname(absolutePath));
  const value = code
    ? await importConfig(absolutePath)
    : await readDataFile(absolutePath, "config");
  return completeConfig(
    absolutePath,
    checkOutline(value, code ? `the default export of ${absolutePath}` : absolutePath),
    code,
  );
}

/** Applies the provider limits, and reads the files that panels refer to. */
async function completeConfig(
  absolutePath: string,
  { providers, panels, ...outline }: Outline,
  code: boolean,
): Promise<ConfigFile> {
  limitProviders(providers, absolutePath);
  const completedPanels = Object.entries(fillAddresses(panels)).map(
    async ([name, panel]) => [name, await readLearnedFiles(panel, dirname(absolutePath))] as const,
  );
  return {
    path: absolutePath,
    code,
    ...outline,
    panels: Object.fromEntries(await Promise.all(completedPanels)),
  };
}

/** Parses a config that isn't a local file. Files that its panels refer to are not read. */
export async function parseConfig(text: string, path: string): Promise<ConfigFile> {
  const { providers, ...outline } = checkOutline(await parseDataFile(text, path), path);
  limitProviders(providers, path);
  return { path, code: false, ...outline, panels: fillAddresses(outline.panels) };
}

/** Applies to the whole process from now on. */
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

/** Code configs that this process imported, with their modification time at the first import. */
const firstImportTimes = new Map<string, number>();

async function importConfig(path: string): Promise<unknown> {
  try {
    // Node caches modules by address, so a changed file needs another one.
    const { href } = pathToFileURL(path);
    const { mtimeMs } = await stat(path);
    const first = firstImportTimes.get(path) ?? mtimeMs;
    firstImportTimes.set(path, first);
    const address = first === mtimeMs ? href : `${href}?changed=${mtimeMs}`;
    const module = (await import(address)) as { default?: unknown };
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
    throw new UserError(`${formatPath(where)}: ${message}`);
  };
  if (!isPlainObject(value))
    return refuse(
      `expected a config such as { "panels": { "default": { "debaters": ["openai/<model>*3"] } } }, got ${value == null ? "nothing" : typeName(value)}`,
    );
  const {
    panels,
    default: name,
    providers,
    server,
    tools,
    $schema: _schema,
    ...unknownFields
  } = value;
  const [unknown] = Object.keys(unknownFields);
  if (unknown !== undefined) {
    const expected = ["panels", "default", "providers", "server", "tools", "$schema"];
    return refuse(`unknown option "${unknown}"; ${suggestWord(unknown, expected)}`);
  }
  if (!isPlainObject(panels) || Object.keys(panels).length === 0) {
    return refuse(
      'expected at least one panel under "panels", such as panels: { main: { debaters: [openai/<model>*3] } }',
    );
  }
  for (const [panel, config] of Object.entries(panels)) {
    if (!isPlainObject(config)) return refuse(`expected panel "${panel}" to be an object`);
  }
  if (tools !== undefined && !isPlainObject(tools))
    return refuse('expected "tools" to be an object such as { "calc": true }');
  if (server !== undefined && !isPlainObject(server))
    return refuse('expected "server" to be an object');
  if (name !== undefined && (typeof name !== "string" || !Object.hasOwn(panels, name))) {
    return refuse(`expected "default" to be one of the panels, got ${JSON.stringify(name)}`);
  }
  const panelsWithTools = Object.fromEntries(
    Object.entries(panels as Record<string, ConfigPatch>).map(([panel, config]) => {
      const mergedTools = mergeTools(tools, config["tools"]);
      return [panel, mergedTools === undefined ? config : { ...config, tools: mergedTools }];
    }),
  );
  return {
    panels: panelsWithTools,
    providers,
    ...omitUndefined({ server, default: name ?? chooseOnlyOrDefault(Object.keys(panels)) }),
  };
}

/** Name of the panel called `default`, or of the only one. */
function chooseOnlyOrDefault(names: readonly string[]): string | undefined {
  return names.find((name) => name === "default") ?? (names.length === 1 ? names[0] : undefined);
}

/** Settings that may be stored in a file of their own, referred to by path. */
const LEARNED_FIELDS = ["calibration", "certificate"] as const;

/** Replaces paths of calibrations and certificates by the content of those files. */
async function readLearnedFiles(panel: ConfigPatch, folder: string): Promise<ConfigPatch> {
  const completedPanel: ConfigPatch = { ...panel };
  for (const option of ["poll", "decide"]) {
    const rule = panel[option];
    if (!isPlainObject(rule)) continue;
    const filled: Record<string, unknown> = { ...rule };
    for (const field of LEARNED_FIELDS) {
      const reference = filled[field];
      if (typeof reference === "string")
        filled[field] = await readLearned(resolve(folder, reference), field);
    }
    completedPanel[option] = filled;
  }
  return completedPanel;
}

/** Reads a file that `rostrum calibrate` or `rostrum certify` wrote. */
export function readLearned(path: string, what: (typeof LEARNED_FIELDS)[number]): Promise<unknown> {
  return readJsonFile(
    path,
    what,
    `what rostrum ${what === "calibration" ? "calibrate" : "certify"} writes`,
  );
}

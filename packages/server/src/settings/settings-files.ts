import { readMessage } from "@rostrum/core/support";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import type { LoadedOptions, ReloadableOptions, ServerOptions } from "../options.ts";
import type { TokenEntry } from "../users/tokens.ts";
import type { LoadedSettings } from "./load-settings.ts";

/** Files of settings. An error in one doesn't hold back the other. */
export type SettingsFile = "config" | "tokens";

type Attempt<T> = { value: T } | { error: unknown };

/** The last versions of both files. */
export interface FileReadings {
  config: Attempt<LoadedOptions>;
  /** `null`: the tokens are part of the config. */
  tokens: Attempt<TokenEntry[]> | null;
}

export interface FileFailure {
  file: SettingsFile;
  /** What is held back until the file is corrected, and what is wrong. */
  message: string;
}

export interface CombinedFiles {
  /** Settings to apply; `null`: there is nothing that could be applied. */
  next: LoadedSettings | null;
  failures: FileFailure[];
  /** What `load` reports as changed besides; empty while the config is held back. */
  alsoChanged: string[];
}

export async function readFiles(
  load: () => Promise<LoadedOptions>,
  loadTokens: ServerOptions["loadTokens"],
): Promise<FileReadings> {
  const config = await attempt(load);
  return { config, tokens: loadTokens === undefined ? null : await attempt(loadTokens) };
}

/**
 * Finds the settings to apply when one of the files may be wrong: what is right of the other one, and in any case the
 * removal of tokens, because nobody may keep access while an operator looks for a typo. `check` throws if settings are
 * wrong.
 */
export function combineFiles(
  { config, tokens }: FileReadings,
  current: ReloadableOptions,
  check: (options: ReloadableOptions) => LoadedSettings,
  names: NonNullable<ServerOptions["files"]>,
): CombinedFiles {
  const { config: configName = "the config", tokens: tokensName = "the tokens file" } = names;

  /** Checks a version of each file; null stands for the settings in effect. */
  function checkBoth(
    options: Attempt<LoadedOptions> | null,
    entries: Attempt<TokenEntry[]> | null,
  ): Attempt<LoadedSettings> {
    if (options && "error" in options) return options;
    if (entries && "error" in entries) return entries;
    const { alsoChanged: _alsoChanged, ...base }: LoadedOptions = options?.value ?? current;
    if (tokens === null) return attemptNow(() => check(base));
    const auth = { ...base.auth, tokens: entries?.value ?? current.auth?.tokens ?? [] };
    return attemptNow(() => check({ ...base, auth }));
  }

  const failures: FileFailure[] = [];
  const alsoChanged = "value" in config ? (config.value.alsoChanged ?? []) : [];
  const all = checkBoth(config, tokens);
  if ("value" in all) return { next: all.value, failures, alsoChanged };

  let usableTokens = tokens;
  const onlyTokens = tokens && checkBoth(null, tokens);
  if (tokens && onlyTokens && "error" in onlyTokens) {
    usableTokens = keepListed(current.auth?.tokens ?? [], tokens);
    const effect =
      usableTokens === null
        ? `${tokensName} was not applied, and removed tokens are still accepted`
        : `${tokensName} was applied in part (removed tokens are refused; new and changed users are held back)`;
    failures.push(describeFailure("tokens", onlyTokens.error, effect));
  }
  const withConfig = checkBoth(config, usableTokens);
  if ("value" in withConfig) return { next: withConfig.value, failures, alsoChanged };

  const effect = `${configName} was not applied, and its previous settings stay in effect`;
  failures.unshift(describeFailure("config", withConfig.error, effect));
  const withoutConfig = usableTokens && checkBoth(null, usableTokens);
  const next = withoutConfig && "value" in withoutConfig ? withoutConfig.value : null;
  return { next, failures, alsoChanged: [] };
}

/** The entries in effect whose tokens a list with errors still has; null if there is no list. */
function keepListed(
  entries: readonly TokenEntry[],
  tokens: Attempt<TokenEntry[]>,
): Attempt<TokenEntry[]> | null {
  if ("error" in tokens) return null;
  const listedHashes = new Set(tokens.value.map(({ hash }) => hash));
  return { value: entries.filter(({ hash }) => listedHashes.has(hash)) };
}

function describeFailure(file: SettingsFile, error: unknown, effect: string): FileFailure {
  return { file, message: `${effect}: ${removeKeys(readMessage(error))}` };
}

async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    return { error };
  }
}

function attemptNow<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

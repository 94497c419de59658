import { ConfigError, readMessage } from "@rostrum/core/support";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import { HttpError } from "../http-error.ts";
import type { Log } from "../log.ts";
import type { ReloadableOptions, ServerOptions } from "../options.ts";
import { combineEntries } from "../users/tokens.ts";
import { listSettingsWarnings } from "./settings-warnings.ts";
import { hasUsers, RELOADABLE, type LoadedSettings } from "./load-settings.ts";
import { combineFiles, readFiles, type FileFailure, type SettingsFile } from "./settings-files.ts";

/** Outcome of the last reload. */
export interface ReloadOutcome {
  /** In milliseconds since 1970. */
  at: number;
  /** What is wrong, and what therefore stays as it was; null if all new settings are used. */
  error: string | null;
  /** The options that differ from before, and what else `ServerOptions.load` reports. */
  changed: string[];
  /** Possible mistakes, such as panels that can't answer because a key is missing. */
  warnings: string[];
}

export interface Reloader {
  /** Settings in effect. */
  readonly current: LoadedSettings;
  /**
   * Takes new options, or those that `ServerOptions.load` and `loadTokens` read, and rejects if something is wrong.
   * Wrong options change nothing. Of files, what is right is applied.
   */
  reload(newOptions?: ReloadableOptions): Promise<ReloadOutcome>;
  /**
   * Calls back with the names of the options that changed, the earlier options, and what else has changed, such as
   * variables with keys. A reload waits for it.
   */
  onChange(listener: ChangeListener): void;
  /** `null`: nothing was reloaded yet. */
  last(): ReloadOutcome | null;
  /** For each file, whether changes of it are held back: 1 or 0. */
  failed(): Partial<Record<SettingsFile, number>>;
}

type ChangeListener = (
  names: readonly string[],
  before: ReloadableOptions,
  alsoChanged: readonly string[],
) => Promise<void>;

export interface ReloaderOptions {
  options: ServerOptions;
  /** `mayBeOpen`: without users, everyone may call. */
  load(options: ServerOptions, mayBeOpen: boolean): LoadedSettings;
  log: Log;
}

export function createReloader({ options, load, log }: ReloaderOptions): Reloader {
  const fixed = omitKeys(options, RELOADABLE);
  // A server whose users are in a file is never open, and no reload opens one that wasn't.
  let current = load(options, options.loadTokens === undefined);
  let last: ReloadOutcome | null = null;
  const listeners: ChangeListener[] = [];
  let failedFiles: readonly SettingsFile[] = [];
  /** Last pending reload: they run one at a time, in the order of the requests. */
  let pending: Promise<unknown> = Promise.resolve();

  function check(newOptions: ReloadableOptions): LoadedSettings {
    const next = load({ ...fixed, ...newOptions }, current.users.open);
    if (!current.users.open && !hasUsers(next.options)) throw noUsersLeft();
    return next;
  }

  /**
   * Checks what was read from files. Users may be removed from the tokens file until nobody is left: a leaked token is
   * worse. A config without the identity provider that it had is refused if nobody would be left.
   */
  function checkFiles(newOptions: ReloadableOptions): LoadedSettings {
    const { auth } = current.options;
    if (options.loadTokens === undefined || auth?.oidc !== undefined) return check(newOptions);
    return load({ ...fixed, ...newOptions }, current.users.open);
  }

  async function applyOptions(newOptions: ReloadableOptions): Promise<ReloadOutcome> {
    const at = Date.now();
    try {
      return await apply(at, check(newOptions), [], []);
    } catch (error) {
      const reason = removeKeys(readMessage(error));
      last = { at, error: reason, changed: [], warnings: [] };
      log(`reload failed, the previous settings stay in effect: ${reason}`, { level: "error" });
      throw error;
    }
  }

  async function applyFiles(): Promise<ReloadOutcome> {
    const at = Date.now();
    const { load: loadConfig, loadTokens, files = {} } = options;
    if (!loadConfig) {
      const message = "expected a server that was started from files, such as by rostrum serve";
      throw new HttpError(409, "nothing_to_reload", message);
    }
    const readings = await readFiles(loadConfig, loadTokens);
    const { next, failures, alsoChanged } = combineFiles(
      readings,
      current.options,
      checkFiles,
      files,
    );
    failedFiles = failures.map(({ file }) => file);
    const outcome = await apply(at, next, alsoChanged, failures);
    if (outcome.error === null) return outcome;
    throw new Error(outcome.error);
  }

  /** Puts settings into effect; `null`: there are none. */
  async function apply(
    at: number,
    next: LoadedSettings | null,
    alsoChanged: readonly string[],
    failures: readonly FileFailure[],
  ): Promise<ReloadOutcome> {
    const before = current;
    const names = RELOADABLE.filter(
      (name) => next !== null && !isSame(next.options[name], before.options[name]),
    );
    current = next ?? before;
    for (const { message } of failures) log(message, { level: "error" });
    const changed = [...names, ...alsoChanged];
    if (failures.length === 0 || changed.length > 0)
      log(`reloaded: ${changed.join(", ") || "nothing changed"}`);
    for (const listener of listeners) await listener(names, before.options, alsoChanged);
    const warnings = [
      ...(hasAdmin(before) && !hasAdmin(current) && hasUsers(current.options)
        ? [NO_ADMIN_LEFT]
        : []),
      ...(await listSettingsWarnings(current)),
    ];
    for (const warning of warnings) log(warning, { level: "warn" });
    const error = failures.length === 0 ? null : failures.map(({ message }) => message).join("; ");
    last = { at, error, changed, warnings };
    return last;
  }

  return {
    get current() {
      return current;
    },
    async reload(newOptions) {
      const done = pending.then(() => (newOptions ? applyOptions(newOptions) : applyFiles()));
      pending = done.catch(() => undefined);
      return done;
    },
    onChange: (listener) => void listeners.push(listener),
    last: () => last,
    failed() {
      if (options.load === undefined) return {};
      const isFailed = (file: SettingsFile): number => (failedFiles.includes(file) ? 1 : 0);
      return {
        config: isFailed("config"),
        ...(options.loadTokens && { tokens: isFailed("tokens") }),
      };
    },
  };
}

/** Drops reloadable options before a reload, so that options removed from a file are removed here too. */
function omitKeys<T extends object, K extends keyof T>(all: T, keys: readonly K[]): Omit<T, K> {
  const entries = Object.entries(all).filter(([key]) => !(keys as readonly string[]).includes(key));
  return Object.fromEntries(entries) as Omit<T, K>;
}

/** Some servers have no admin on purpose, so only the loss of the last one is reported. */
const NO_ADMIN_LEFT =
  'nobody is an admin any more: no token has "role": "admin", and no group of an identity provider does';

function hasAdmin({ users, options: { auth } }: LoadedSettings): boolean {
  const { tokens = [], oidc } = auth ?? {};
  const grants = [
    ...Object.values(oidc?.groups ?? {}),
    ...(oidc?.everybody ? [oidc.everybody] : []),
  ];
  return users.open || [combineEntries(tokens), ...grants].some(({ role }) => role === "admin");
}

/** Error for settings without users, of a server that has some. */
function noUsersLeft(): ConfigError {
  const message = "expected at least one token or an identity provider, got neither";
  return new ConfigError("auth", message);
}

/** Functions are compared by identity: another import of the same file is another panel. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

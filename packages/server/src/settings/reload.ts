import { ConfigError, readMessage } from "@rostrum/core/support";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import { describeMissing } from "../health/readiness.ts";
import { HttpError } from "../http-error.ts";
import type { LoadedOptions, ReloadableOptions, ServerOptions } from "../options.ts";
import { combineEntries } from "../users/tokens.ts";
import { RELOADABLE, type LoadedSettings } from "./load-settings.ts";

/** Outcome of the last reload. */
export interface ReloadOutcome {
  /** In milliseconds since 1970. */
  at: number;
  /** Reason why the previous settings stay in effect; null if the new ones are used. */
  error: string | null;
  /** The options that differ from before, and what else `ServerOptions.load` reports. */
  changed: string[];
  /** What may be unintended, such as panels that can't answer for want of a key. */
  warnings: string[];
}

export interface Reloader {
  /** Settings in effect. */
  readonly current: LoadedSettings;
  /** Takes new options, or those that `ServerOptions.load` reads. If they are wrong, it rejects and changes nothing. */
  reload(newOptions?: ReloadableOptions): Promise<ReloadOutcome>;
  /** Calls back with the names of the options that changed. A reload waits for it. */
  onChange(listener: (names: readonly string[]) => Promise<void>): void;
  /** `null`: nothing was reloaded yet. */
  last(): ReloadOutcome | null;
}

export interface ReloaderOptions {
  options: ServerOptions;
  load(options: ServerOptions): LoadedSettings;
  log(line: string): void;
}

export function createReloader({ options, load, log }: ReloaderOptions): Reloader {
  const fixed = omitKeys(options, RELOADABLE);
  let current = load(options);
  let last: ReloadOutcome | null = null;
  const listeners: ((names: readonly string[]) => Promise<void>)[] = [];
  /** Last pending reload: they run one at a time, in the order of the requests. */
  let before: Promise<unknown> = Promise.resolve();

  async function applySettings(read: () => Promise<LoadedOptions>): Promise<ReloadOutcome> {
    const at = Date.now();
    try {
      const { alsoChanged = [], ...reloaded } = await read();
      const next = load({ ...fixed, ...reloaded });
      if (next.users.open && !current.users.open) throw noUsersLeft();
      const hadAdmin = hasAdmin(current);
      const names = RELOADABLE.filter((name) => !isSame(next.options[name], current.options[name]));
      current = next;
      const changed = [...names, ...alsoChanged];
      log(`reloaded: ${changed.join(", ") || "nothing changed"}`);
      for (const listener of listeners) await listener(names);
      const warnings = [
        ...(hadAdmin && !hasAdmin(next) ? [NO_ADMIN_LEFT] : []),
        ...(await describeMissing(next.options.panels)),
      ];
      for (const warning of warnings) log(warning);
      last = { at, error: null, changed, warnings };
      return last;
    } catch (error) {
      const reason = removeKeys(readMessage(error));
      last = { at, error: reason, changed: [], warnings: [] };
      log(`reload failed, the previous settings stay in effect: ${reason}`);
      throw error;
    }
  }

  return {
    get current() {
      return current;
    },
    async reload(newOptions) {
      const read = newOptions ? async () => newOptions : options.load;
      if (!read) {
        const message = "expected a server that was started from files, such as by rostrum serve";
        throw new HttpError(409, "nothing_to_reload", message);
      }
      const done = before.then(() => applySettings(read));
      before = done.catch(() => undefined);
      return done;
    },
    onChange: (listener) => void listeners.push(listener),
    last: () => last,
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

/** Error for settings without users: an empty or truncated file must not open the server to everybody. */
function noUsersLeft(): ConfigError {
  const message = "expected at least one token or an identity provider, got neither";
  return new ConfigError("auth", message);
}

/** Functions are compared by identity: another import of the same file is another panel. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

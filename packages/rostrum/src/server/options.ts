import { ConfigError } from "../errors.ts";
import type { RunStore } from "../protocol/journal.ts";
import type { PanelConfig } from "./panels/panel-config.ts";
import type { Ledger } from "./users/ledger.ts";
import type { TokenEntry } from "./users/tokens.ts";

/** What a server lets its clients do. Each must be above 0. */
export interface ServerLimits {
  /** Largest body of a request in bytes. Default 1 MiB. */
  bodyBytes?: number;
  /** Requests a minute, for each user, or each address where nobody has a token. Default 600. */
  requestsPerMinute?: number;
  /** Debates running at once; those that wait for a person don't count. Default 32. */
  debates?: number;
  /** The same for one user. Default 8. */
  debatesPerUser?: number;
  /** Readers of event streams at once. Default 5,000. */
  watchers?: number;
  /** Debaters that a request may seat. Default 12. */
  seats?: number;
  /** Revision rounds that a request may ask for. Default 10. */
  rounds?: number;
  /** Milliseconds of silence after which a stream says that it is still there. Default 15,000. */
  keepAliveMs?: number;
  /** Milliseconds after which a reader that takes nothing is cut off. Default 60,000. */
  stallMs?: number;
}

export interface ServerOptions {
  /** Panels by name. At least one. */
  panels: Record<string, PanelConfig>;
  /** The panel that is asked when a request names none. Default: the first. */
  defaultPanel?: string;
  /** Model ids that requests may name beside those of the panels. Never addresses. Default: none. */
  models?: string[];
  /** Where debates are kept. Default: SQLite, at `defaultJournalPath()`. */
  journal?: RunStore;
  /** Who may call. Default: anybody who reaches it, so keep it on loopback. */
  auth?: { tokens: TokenEntry[] };
  /** Remembers what users have spent. Default: until the server ends. */
  ledger?: Ledger;
  limits?: ServerLimits;
  /** Names by which the server is called, beside localhost, without a port. Default: none. */
  hosts?: string[];
  /** Any address in figures is the server's own, as when it listens off loopback. Default false. */
  anyAddress?: boolean;
  /** Origins of other pages that may call, such as `https://tools.example.com`. Default: none. */
  cors?: string[];
  /** Where the page's files are. Default: those of the package. */
  page?: URL;
  /** Gets a line when something goes wrong here. Default: nothing is said. */
  log?(line: string): void;
}

const KEYS: readonly (keyof ServerOptions)[] = [
  "panels",
  "defaultPanel",
  "models",
  "journal",
  "auth",
  "ledger",
  "limits",
  "hosts",
  "anyAddress",
  "cors",
  "page",
  "log",
];

const LIMITS: Required<ServerLimits> = {
  bodyBytes: 1024 * 1024,
  requestsPerMinute: 600,
  debates: 32,
  debatesPerUser: 8,
  watchers: 5000,
  seats: 12,
  rounds: 10,
  keepAliveMs: 15_000,
  stallMs: 60_000,
};

/** Refuses options that don't exist: a typo must not leave a server open. */
export function checkOptions(options: ServerOptions): void {
  for (const key of Object.keys(options)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    throw new ConfigError(key, `there is no such option, only ${KEYS.join(", ")}`);
  }
  for (const [index, origin] of (options.cors ?? []).entries()) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new ConfigError(
      `cors[${index}]`,
      `expected an origin such as https://tools.example.com, got "${origin}"`,
    );
  }
}

export function limitsOf(limits: ServerLimits = {}): Required<ServerLimits> {
  for (const [key, value] of Object.entries(limits)) {
    if (!Object.hasOwn(LIMITS, key)) {
      throw new ConfigError(
        `limits.${key}`,
        `there is no such limit, only ${Object.keys(LIMITS).join(", ")}`,
      );
    }
    if (typeof value !== "number" || !(value > 0)) {
      throw new ConfigError(`limits.${key}`, `expected a number above 0, got ${String(value)}`);
    }
  }
  return { ...LIMITS, ...limits };
}

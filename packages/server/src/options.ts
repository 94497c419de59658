import { ConfigError } from "@rostrum/core/support";
import type { ClusterClient } from "./restate/client.ts";
import type { DebateConfig } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { checkKeys } from "@rostrum/core/options";
import type { AccessPolicy } from "./access/policy.ts";
import type { OidcOptions } from "./oidc/options.ts";
import type { Log } from "./log.ts";
import type { KeepOptions } from "./retention/retention.ts";
import type { WebhookOptions } from "./webhooks/options.ts";
import type { TokenEntry } from "./users/tokens.ts";

/** One request, for an access log. It has no query, because a query may contain a question. */
export interface AccessEntry {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** Milliseconds until the headers of the response. */
  ms: number;
  user: string | null;
  /** The client's address; behind a trusted proxy, the address that the proxy saw. */
  address: string;
  /** The debate that the request is about, if it is about one. */
  debateId?: string;
}

/** A panel of the server: any config without a journal, because the server has its own. */
export type PanelConfig = Omit<DebateConfig<unknown>, "journal">;

/** Limits on a server's clients. Each must be above 0, except `queue` and `leaveMs`. */
export interface ServerLimits {
  /** Largest body of a request in bytes. Default 1 MiB. */
  bodyBytes?: number;
  /**
   * Largest body of a request with a question's files, in bytes. Without the files, `bodyBytes` applies. Default 28
   * MiB, or `bodyBytes` if that is set.
   */
  uploadBytes?: number;
  /** Requests per minute and user, or per address if there are no tokens. Default 600. */
  requestsPerMinute?: number;
  /** Debates running at once; those that wait for a person don't count. Default 32. */
  debates?: number;
  /** Debates that run at once for one user. Default 8. */
  debatesPerUser?: number;
  /** Debates that wait until others are over, before more are refused; 0 for none. Default 100. */
  queue?: number;
  /** Debates of this server that wait for a person, before new ones are refused. Default 1,000. */
  waiting?: number;
  /** Waiting debates of one user. Default 100. */
  waitingPerUser?: number;
  /** Readers of event streams at once. Default 5,000. */
  watchers?: number;
  /** Maximum number of debaters that a request may ask for. Default 12. */
  seats?: number;
  /** Maximum number of revision rounds that a request may ask for. Default 10. */
  rounds?: number;
  /** Milliseconds without an event after which a stream sends a heartbeat. Default 15,000. */
  keepAliveMs?: number;
  /** Milliseconds after which a reader that reads nothing is disconnected. Default 60,000. */
  stallMs?: number;
  /**
   * Milliseconds for which a chat debate without a key goes on after its client left, so that the client's own retry
   * finds it. Default 30,000.
   */
  leaveMs?: number;
}

/** Options of `createServer()`. */
export interface ServerOptions {
  /** Panels by name. At least one. */
  panels: Record<string, PanelConfig>;
  /** The panel that is used if a request names none. Default: the first. */
  defaultPanel?: string;
  /** Model ids that requests may name in addition to those of the panels. Never addresses. Default: none. */
  models?: string[];
  /** Store of the debates. Default: SQLite, at `defaultJournalPath()`. */
  journal?: RunStore;
  /**
   * Runs the debates on a Restate cluster, whose workers have the same panels and the same journal. Default:
   * they run in this process.
   */
  restate?: ClusterClient;
  /** Authentication. Default: anybody who can reach the server may call, so keep it on loopback. */
  auth?: {
    /** Users who have a token of this server. */
    tokens?: TokenEntry[];
    /** Users who sign in with an identity provider. */
    oidc?: OidcOptions;
  };
  /** Visibility and spending limits. Default: users see their own debates, and have no limits. */
  policy?: AccessPolicy;
  /** Addresses that are notified when a debate ends or waits. Default: none. */
  webhooks?: WebhookOptions[];
  /** How long debates and the audit log are kept. Default: forever. */
  keep?: KeepOptions;
  /**
   * Admins may save panels over HTTP or on the page. They are kept in the journal, for all servers on it, name models
   * of the config only, and never replace a panel of the config. Default false.
   */
  savedPanels?: boolean;
  limits?: ServerLimits;
  /** Host names of the server in addition to localhost and that of `publicUrl`, without a port. Default: none. */
  hosts?: string[];
  /**
   * Path under which clients find the server, such as `/rostrum`. A proxy may pass it on or strip
   * it. Default: the root.
   */
  basePath?: string;
  /**
   * Addresses of proxies, such as `127.0.0.1` or `10.0.0.0/8`, whose `X-Forwarded-Host`, `-For` and `-Prefix`
   * say what the client asked for. Default: none.
   */
  proxies?: string[];
  /** Accept any numeric address as the server's own, as when it listens off loopback. Default false. */
  anyAddress?: boolean;
  /** Origins of other pages that may call, such as `https://tools.example.com`. Default: none. */
  cors?: string[];
  /** Answer `GET /metrics` without a token too. Default false. */
  metricsPublic?: boolean;
  /**
   * The server's address for people, such as `https://panel.example.com`. Messages to webhooks link to it, and its host
   * name is accepted. Default: they have no links.
   */
  publicUrl?: string;
  /**
   * Reads the options that can change while the server runs, for `POST /admin/reload`. Options that it leaves out are
   * removed. Default: only `reload(options)` of the server changes them.
   */
  load?(): Promise<LoadedOptions>;
  /**
   * Reads `auth.tokens` from a file of their own, in place of those that `load` returns. They are applied even if `load`
   * rejects, so that an error in the config doesn't keep a removed token in use. With it, a server without users is
   * closed to everybody. Default: `load` returns them.
   */
  loadTokens?(): Promise<TokenEntry[]>;
  /** Names that messages use for what `load` and `loadTokens` read. Default: "the config", "the tokens file". */
  files?: { config?: string; tokens?: string };
  /** Folder of the page's files. Default: those of the package. */
  page?: URL;
  /** Gets a line when a debate fails or something goes wrong in the server. Default: nothing is logged. */
  log?: Log;
  /** Gets every request after it was answered. Default: none is logged. */
  access?(entry: AccessEntry): void;
}

/** Options that can be replaced while a server runs: panels, models, users, sign-in, spending limits and webhooks. */
export type ReloadableOptions = Pick<
  ServerOptions,
  "panels" | "defaultPanel" | "models" | "auth" | "policy" | "webhooks"
>;

/** Options that `ServerOptions.load` reads. */
export interface LoadedOptions extends ReloadableOptions {
  /** Names of other things that it found changed, such as keys or settings that need a restart, for the log. Default: none. */
  alsoChanged?: string[];
}

/** Limits of a server that sets none. */
export const DEFAULT_LIMITS: Required<ServerLimits> = {
  bodyBytes: 1024 * 1024,
  // The files of a question have at most 20 MB, and base64 turns three bytes into four.
  uploadBytes: 28 * 1024 * 1024,
  requestsPerMinute: 600,
  debates: 32,
  debatesPerUser: 8,
  queue: 100,
  waiting: 1000,
  waitingPerUser: 100,
  watchers: 5000,
  seats: 12,
  rounds: 10,
  keepAliveMs: 15_000,
  stallMs: 60_000,
  leaveMs: 30_000,
};

export function fillLimits(limits: ServerLimits = {}): Required<ServerLimits> {
  checkKeys(limits, Object.keys(DEFAULT_LIMITS), "limits");
  for (const [key, value] of Object.entries(limits)) {
    if ((key === "queue" || key === "leaveMs") && value === 0) continue;
    if (typeof value !== "number" || !(value > 0)) {
      throw new ConfigError(`limits.${key}`, `expected a number above 0, got ${String(value)}`);
    }
  }
  const { bodyBytes, uploadBytes = bodyBytes ?? DEFAULT_LIMITS.uploadBytes } = limits;
  return { ...DEFAULT_LIMITS, ...limits, uploadBytes };
}

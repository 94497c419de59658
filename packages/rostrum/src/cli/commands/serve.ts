import { readFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import type { ClusterClient } from "../../integrations/restate/index.ts";
import { oneLine } from "../../export/index.ts";
import { EXIT } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { openJournal } from "../run/journal.ts";
import { type Context, newCommand } from "./new-command.ts";
import { settingsIn } from "../serving/settings.ts";
import { readPort, readWhole } from "../options/read-flag.ts";
import {
  type ServerOptions,
  type ServerLimits,
  hashToken,
  newToken,
  type TokenEntry,
} from "../../server/index.ts";
import { fileTrouble, UserError } from "../user-error.ts";

interface Flags {
  port?: number;
  host: string;
  config?: string;
  token?: string;
  tokens?: string;
  newToken?: string;
  allowHost?: string[];
  allowOrigin?: string[];
  basePath?: string;
  trustProxy?: string[];
  journal?: string;
  restate?: string;
  metricsPublic?: boolean;
  log: "text" | "json";
  drain?: number;
  keepDays?: number;
  keepAuditDays?: number;
  savePanels?: boolean;
}

/** `rostrum serve` */
export function command(context: Context): Command {
  const serve = newCommand(
    "serve",
    "Serve the panels over HTTP: page, REST, OpenAI's API and MCP.",
    context,
  )
    .option("--port <n>", "port to listen on (4717); 0 for any free one", (text) =>
      readPort("--port", text),
    )
    .option(
      "--host <address>",
      "address to listen on; any other than 127.0.0.1 requires a token or oidc in the config",
      "127.0.0.1",
    )
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option("--journal <place>", "file or postgres:// address for debates (~/.rostrum/rostrum.db)")
    .option(
      "--restate <url>",
      "run debates on this Restate cluster, whose workers share the journal",
    )
    .option("--save-panels", "let admins save panels in the journal")
    .addOption(
      new Option("--log <form>", "log as text, or as JSON with every request")
        .choices(["text", "json"])
        .default("text"),
    )
    .option("--drain <seconds>", "when stopped, let running debates end for so long (0)", (text) =>
      readWhole("--drain", text, 0),
    )
    .optionsGroup("Behind a proxy:")
    .option("--base-path <path>", "path under which clients find the server, such as /rostrum (/)")
    .option(
      "--trust-proxy <address...>",
      "proxies whose X-Forwarded-Host, -For and -Prefix are trusted (none)",
    )
    .option("--keep-days <n>", "delete finished debates after n days (never)", (text) =>
      readWhole("--keep-days", text, 1),
    )
    .option("--keep-audit-days <n>", "delete rows of the audit log after n days (never)", (text) =>
      readWhole("--keep-audit-days", text, 1),
    )
    .optionsGroup("Who may call:")
    .option(
      "--token <token>",
      "one token for all; better as ROSTRUM_TOKEN, which no process list shows",
    )
    .option("--tokens <file>", 'JSON with [{ "user", "hash", "budget": { "usd" } }]')
    .option("--new-token <user>", "print a token and its entry for that file, and exit")
    .option("--allow-host <name...>", "host names of the server in addition to localhost")
    .option("--allow-origin <origin...>", "origins of other pages that may call (none)")
    .option("--metrics-public", "answer /metrics without a token too");
  addLimitFlags(serve);
  return serve.action(async () => run(serve.opts<Flags>(), context));
}

async function run(flags: Flags, { output, exit }: Context): Promise<void> {
  const { serve } = await import("../../server/index.ts");
  const { tokensFrom, tokenFor } = await import("../serving/tokens.ts");
  if (flags.newToken !== undefined) {
    const { token, entry } = tokenFor(flags.newToken);
    output.print(`${JSON.stringify(entry)}\n`);
    output.say(`the token, which is not stored anywhere: ${token}`);
    return;
  }
  const { panelsToServe } = await import("../serving/settings.ts");
  const { panels, defaultPanel, file, server } = await panelsToServe(flags.config);
  const { oidc, ...settings } = settingsIn(server);
  const tokens = await tokensFrom(flags);
  const journal = await openJournal(flags.journal);
  const restate = flags.restate === undefined ? null : await clusterAt(flags.restate);
  const logs =
    flags.log === "json"
      ? jsonLog((line) => output.say(line))
      : { log: (line: string) => output.say(oneLine(line)) };
  const interrupts = catchInterrupts(output.io.signals, () =>
    logs.log("stopping; running debates will continue at the next start"),
  );
  try {
    const serving = await serve({
      panels,
      defaultPanel,
      journal,
      ...(restate ? { restate } : {}),
      auth: { tokens, ...(oidc === undefined ? {} : { oidc }) },
      ...settings,
      keep: {
        ...settings.keep,
        ...(flags.keepDays === undefined ? {} : { days: flags.keepDays }),
        ...(flags.keepAuditDays === undefined ? {} : { auditDays: flags.keepAuditDays }),
      },
      savedPanels: flags.savePanels === true,
      host: flags.host,
      ...(flags.port === undefined ? {} : { port: flags.port }),
      hosts: flags.allowHost ?? [],
      cors: flags.allowOrigin ?? [],
      basePath: flags.basePath ?? "",
      proxies: flags.trustProxy ?? [],
      limits: limitsFrom({ ...flags }),
      metricsPublic: flags.metricsPublic === true,
      ...logs,
    });
    output.print(`${serving.url}\n`);
    logs.log(
      `panels: ${Object.keys(panels).map(oneLine).join(", ")}${file === null ? " (no config here)" : ""}`,
    );
    await aborted(interrupts.signal);
    await serving.server.drain((flags.drain ?? 0) * 1000);
    await serving.close();
    exit(EXIT.answered);
  } finally {
    interrupts.dispose();
    await journal.close();
  }
}

async function clusterAt(url: string): Promise<ClusterClient> {
  const { connectCluster } = await import("../../integrations/restate/index.ts");
  return connectCluster(url);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}

/** A log with one JSON object per line: what happens in the server, and every request. */
export function jsonLog(
  write: (line: string) => void,
): Required<Pick<ServerOptions, "log" | "access">> {
  const entry = (message: string, fields: object): void =>
    write(JSON.stringify({ time: new Date().toISOString(), message, ...fields }));
  return {
    log: (line, fields = {}) => entry(line, fields),
    access: (request) => entry("request", request),
  };
}

/** The flag of every limit that a server has on its clients. */
const FLAGS: readonly [flag: string, limit: keyof ServerLimits, help: string][] = [
  ["--max-debates", "debates", "debates that run at once (32)"],
  ["--max-debates-per-user", "debatesPerUser", "the same for one user (8)"],
  ["--queue", "queue", "debates that wait for others to end before more are refused (100)"],
  ["--max-waiting", "waiting", "debates that may wait for a person; more are refused (1000)"],
  ["--max-waiting-per-user", "waitingPerUser", "the same for one user (100)"],
  ["--max-requests", "requestsPerMinute", "requests per minute and user (600)"],
  ["--max-body", "bodyBytes", "bytes of a request (1048576)"],
  ["--max-upload", "uploadBytes", "bytes of a request with files (29360128)"],
  ["--max-watchers", "watchers", "readers of event streams at once (5000)"],
  ["--max-debaters", "seats", "debaters that a request may ask for (12)"],
  ["--max-rounds", "rounds", "revision rounds that a request may ask for (10)"],
];

export function addLimitFlags(serve: Command): void {
  serve.optionsGroup("Limits:");
  for (const [flag, limit, help] of FLAGS) {
    serve.option(`${flag} <n>`, help, (text) => readWhole(flag, text, limit === "queue" ? 0 : 1));
  }
}

export function limitsFrom(flags: Readonly<Record<string, unknown>>): ServerLimits {
  const given = FLAGS.flatMap(([flag, limit]) => {
    const value =
      flags[flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === "number" ? [[limit, value] as const] : [];
  });
  return Object.fromEntries(given);
}

export interface TokenFlags {
  token?: string;
  tokens?: string;
}

/** Who may call: the owner of the one token given, and everybody in the file. */
export async function tokensFrom({
  token = process.env["ROSTRUM_TOKEN"],
  tokens,
}: TokenFlags): Promise<TokenEntry[]> {
  const own =
    token === undefined || token === ""
      ? []
      : [{ user: "owner", hash: hashToken(token), admin: true }];
  return [...own, ...(tokens === undefined ? [] : await entriesIn(tokens))];
}

async function entriesIn(path: string): Promise<TokenEntry[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The parser's message may quote the file's content, so it isn't shown.
    const unread = (error as NodeJS.ErrnoException).code !== undefined;
    throw new UserError(
      `--tokens: ${unread ? fileTrouble(error, path) : `${path} can't be read as JSON`}`,
    );
  }
  if (Array.isArray(value)) return value as TokenEntry[];
  throw new UserError(`${path}: expected a list such as [{ "user": "ada", "hash": "sha256:…" }]`);
}

/** A new token for a user, and its entry for the file. */
export function tokenFor(user: string): { token: string; entry: TokenEntry } {
  const token = newToken();
  return { token, entry: { user, hash: hashToken(token), budget: { usd: 5 } } };
}

import { homedir } from "node:os";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Option, type Command } from "commander";
import { omitUndefined, toOneLine, ConfigError } from "@rostrum/core/support";
import {
  DEFAULT_LIMITS,
  serve,
  type LogFields,
  type ReloadableOptions,
  type ServerLimits,
  type ServerOptions,
} from "@rostrum/server";
import { isPostgresUrl } from "@rostrum/server/postgres-url";
import { formatCount } from "@rostrum/core/export";
import { packageVersion } from "@rostrum/runtime/package";
import { defaultJournalPath } from "@rostrum/runtime/journal";
import { findConfigPath, type ConfigFlags } from "../config/load.ts";
import { findEnvPath, readEnvFile } from "../env-file.ts";
import { chooseErrorExitCode, EXIT } from "../exit-code.ts";
import { catchInterrupts, onSignal } from "../io.ts";
import { camelCase } from "../options/flags.ts";
import { portOption, wholeOption } from "../options/read-flag.ts";
import { readErrorMessage } from "../report/error.ts";
import { formatLocation, withJournal } from "../run/journal.ts";
import { checkSettings, type ServerSettings } from "../config/server-settings.ts";
import { findPanelsForOthers } from "../serving/settings.ts";
import { describeIgnoredVariables, refuseIgnoredVariables } from "../serving/ignored-variables.ts";
import { listStartWarnings } from "../serving/start-warnings.ts";
import { makeToken, type NewTokenFlags } from "../serving/new-token.ts";
import { readTokens } from "../serving/read-tokens.ts";
import { watchFiles } from "../serving/watch-files.ts";
import { TrustError } from "../trust/require-trust.ts";
import { formatPath, UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags extends ConfigFlags {
  port?: number;
  host: string;
  token?: string;
  tokens?: string;
  newToken?: string;
  role?: NewTokenFlags["role"];
  sees?: NewTokenFlags["sees"];
  allowHost?: string[];
  allowOrigin?: string[];
  basePath?: string;
  trustProxy?: string[];
  journal?: string;
  restate?: string;
  metricsPublic?: boolean;
  publicUrl?: string;
  log: "text" | "json";
  drain?: number;
  keepDays?: number;
  keepAuditDays?: number;
  savePanels?: boolean;
}

export function command(context: Context): Command {
  const cmd = newCommand("serve", context)
    .description("Serve the panels over HTTP: page, REST, OpenAI's API and MCP.")
    .addOption(portOption("port to listen on; 0 for any free one (default: 4717)"))
    .option(
      "--host <address>",
      "address to listen on; any other than 127.0.0.1 requires a token or oidc in the config",
      "127.0.0.1",
    )
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option(...JOURNAL_FLAG)
    .option(
      "--restate <url>",
      "run debates on this Restate cluster, whose workers share the journal",
    )
    .option("--save-panels", "let admins save panels in the journal")
    .addOption(
      new Option("--log <format>", "log format; json also logs every request")
        .choices(["text", "json"])
        .default("text"),
    )
    .addOption(
      wholeOption(
        "--drain <seconds>",
        "how long to wait for running debates before stopping (default: 0)",
        0,
      ),
    )
    .option(
      "--public-url <address>",
      "public address of the server, for links to it; its host name is accepted",
    )
    .optionsGroup("Retention:")
    .addOption(
      wholeOption("--keep-days <n>", "delete finished debates after n days (default: never)", 1),
    )
    .addOption(
      wholeOption(
        "--keep-audit-days <n>",
        "delete rows of the audit log after n days (default: never)",
        1,
      ),
    )
    .optionsGroup("Behind a proxy (requires a token or oidc in the config):")
    .option(
      "--base-path <path>",
      "path under which clients find the server, such as /rostrum (default: /)",
    )
    .option(
      "--trust-proxy <address...>",
      "proxies whose X-Forwarded-Host, -For and -Prefix are trusted (default: none)",
    )
    .optionsGroup("Access:")
    .option(
      "--token <token>",
      "one token for all users; prefer the variable ROSTRUM_TOKEN, which process lists do not show",
    )
    .option(
      "--tokens <file>",
      'JSON file with the users: [{ "user", "hash", "perMonth": { "usd" } }]',
    )
    .option(
      "--new-token <user>",
      "create a user's token, add its entry to the --tokens file or print it, and exit",
    )
    .addOption(
      new Option(
        "--role <role>",
        "with --new-token: what the user may do (default: as in the user's earlier entries, or reviewer)",
      ).choices(["viewer", "asker", "reviewer", "admin"]),
    )
    .addOption(
      new Option(
        "--sees <debates>",
        "with --new-token: whose debates the user sees (default: as in the user's earlier entries, or policy.sees of the config, or own)",
      ).choices(["own", "team", "all"]),
    )
    .option(
      "--allow-host <name...>",
      "host names of the server besides localhost and that of --public-url; requires a token or oidc in the config",
    )
    .option(
      "--allow-origin <origin...>",
      "origins of other web pages that may call the server (default: none)",
    )
    .option("--metrics-public", "serve /metrics without a token");
  cmd.optionsGroup("Limits:");
  for (const [flag, limit, help] of LIMIT_FLAGS) {
    const withDefault = `${help} (default: ${DEFAULT_LIMITS[limit]})`;
    cmd.addOption(wholeOption(`${flag} <n>`, withDefault, ZERO_ALLOWED.has(limit) ? 0 : 1));
  }
  return cmd.action((flags: Flags) =>
    serveOrMakeToken(flags, context).catch((thrown: unknown) => {
      const error = nameServeFlags(thrown);
      if (flags.log !== "json") throw error;
      logErrorAsJson(error, context.output.say);
      context.exit(chooseErrorExitCode(error));
    }),
  );
}

/** Flags of server options whose names differ. */
const OPTION_FLAGS: Readonly<Record<string, string>> = {
  host: "--host",
  hosts: "--allow-host",
  cors: "--allow-origin",
  publicUrl: "--public-url",
  basePath: "--base-path",
  proxies: "--trust-proxy",
  token: "--token",
  loadTokens: "--tokens",
};

function nameServeFlags(error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  const flag = OPTION_FLAGS[/^\w*/.exec(error.field)?.[0] ?? ""];
  if (flag === undefined) return error;
  return new UserError(`${flag}: ${error.problem}`, [], { cause: error });
}

async function serveOrMakeToken(flags: Flags, { output, exit }: Context): Promise<void> {
  const { newToken: user } = flags;
  if (user !== undefined) return makeToken({ ...flags, newToken: user }, output);
  refuseIgnoredVariables(flags);
  let isStale = false;
  let reload = (): void => void (isStale = true);
  // Begins before the files are read, so that no change during the start is missed.
  using _watching = watchFiles([findConfigPath(flags), flags.tokens, findEnvPath()], () =>
    reload(),
  );
  const logs =
    flags.log === "json"
      ? makeJsonLog((line) => output.say(line))
      : { log: (line: string) => output.say(toOneLine(line)) };
  const { file, leftOut, fixed, reloadable } = await readFiles(flags, logs.log);
  await withJournal(flags.journal, async (journal) => {
    const { restate: url } = flags;
    const cluster = url === undefined ? null : await import("@rostrum/server/restate");
    const restate = await cluster?.connectCluster(url ?? "");
    const { signals } = output.io;
    using interrupts = catchInterrupts(
      signals,
      () => logs.log(`stopping; ${describeStop(flags.drain ?? 0)}`),
      ["SIGHUP"],
    );
    const { port } = flags;
    const serving = await serve({
      journal,
      ...reloadable,
      // Read apart, so that an error in the config doesn't keep a removed token in use.
      ...(flags.tokens === undefined ? {} : { loadTokens: () => readTokens(flags, logs.log) }),
      files: omitUndefined({ config: file ?? undefined, tokens: flags.tokens }),
      load: async () => {
        const read = flags.tokens === undefined ? readFiles(flags, logs.log) : readConfig(flags);
        const next = await read.catch(explainTrustToServer);
        if (file !== null && next.file === null) throw configMissing(file);
        const newKeys = await readEnvFile(flags.trust, false);
        const ignored = describeIgnoredVariables(flags);
        if (ignored !== null) logs.log(ignored, { level: "warn" });
        return {
          ...next.reloadable,
          alsoChanged: [...newKeys, ...listForNextStart(fixed, next.fixed)],
        };
      },
      ...fixed,
      savedPanels: flags.savePanels === true,
      host: flags.host,
      ...omitUndefined({ port, restate }),
      hosts: flags.allowHost ?? [],
      cors: flags.allowOrigin ?? [],
      basePath: flags.basePath ?? "",
      proxies: flags.trustProxy ?? [],
      limits: readLimits({ ...flags }),
      metricsPublic: flags.metricsPublic === true,
      ...logs,
    });
    output.print(`${serving.url}\n`);
    const start = describeStart(flags, reloadable, serving.url, file);
    logs.log(start.line, start.fields);
    for (const name of leftOut)
      logs.log(`panel ${toOneLine(name)} is not served: it uses the subscriptions of one person`, {
        level: "warn",
      });
    for (const warning of await listStartWarnings(flags, reloadable, serving.url))
      logs.log(warning, { level: "warn" });
    // The server logs the reason and keeps its settings.
    reload = () => void serving.server.reload().catch(() => undefined);
    if (isStale) reload();
    using _hangup = onSignal(signals, "SIGHUP", () => reload());
    await interrupts.wait();
    await serving.server.drain((flags.drain ?? 0) * 1000);
    await serving.close();
    exit(EXIT.answered);
  });
}

/** Says what happens to running debates when the server stops. */
function describeStop(drainSeconds: number): string {
  return drainSeconds === 0
    ? "running debates will continue at the next start"
    : `running debates have ${drainSeconds} s to end; those that don't will continue at the next start`;
}

/** The line that says which server was started, and its facts for the JSON log. */
function describeStart(
  flags: Flags,
  { panels, auth }: ReloadableOptions,
  url: string,
  file: string | null,
): { line: string; fields: object } {
  const version = packageVersion();
  const location = flags.journal ?? defaultJournalPath();
  const journal = isPostgresUrl(location)
    ? formatLocation(location)
    : resolve(location).replace(homedir(), "~");
  const users = new Set(auth?.tokens?.map(({ user }) => user)).size;
  const signIn = auth?.oidc === undefined ? "" : " and those of the identity provider";
  const names = Object.keys(panels).map(toOneLine);
  const facts = [
    `rostrum ${version} at ${url}`,
    `journal ${toOneLine(journal)}`,
    `${formatCount(users, "user")}${signIn}`,
    `panels: ${names.join(", ")}${file === null ? " (no config here)" : ""}`,
  ];
  return { line: facts.join("; "), fields: { version, url, journal, users, panels: names } };
}

/** A changed config that needs approval again, which the next reload then finds. */
function explainTrustToServer(error: unknown): never {
  if (!(error instanceof TrustError)) throw error;
  throw new UserError(
    `${error.message} Run "rostrum trust" in its folder, then "rostrum reload"; or start the server with --config and the file, which needs no approval`,
    [],
    { cause: error },
  );
}

/** Without its config, a server would lose its panels, sign-in and limits. */
function configMissing(path: string): UserError {
  return new UserError(
    `${formatPath(path)} is missing: to serve without it, start the server again`,
  );
}

/** Settings read from the config, the tokens file and the flags. */
interface ReadSettings {
  /** Path of the config. */
  file: string | null;
  /** Panels that aren't served. */
  leftOut: string[];
  reloadable: ReloadableOptions;
  /** Settings that apply until the server ends. */
  fixed: Pick<ServerSettings, "keep" | "publicUrl">;
}

async function readFiles(flags: Flags, log: Log): Promise<ReadSettings> {
  const { reloadable, ...config } = await readConfig(flags);
  const auth = { ...reloadable.auth, tokens: await readTokens(flags, log) };
  return { ...config, reloadable: { ...reloadable, auth } };
}

/** Reads everything but the tokens. */
async function readConfig(flags: Flags): Promise<ReadSettings> {
  const { server, file, leftOut, ...servedPanels } = await findPanelsForOthers(flags);
  const { oidc, keep, publicUrl, ...settings } = checkSettings(server, file);
  const { keepDays: days, keepAuditDays: auditDays } = flags;
  return {
    ...{ file, leftOut },
    reloadable: { ...servedPanels, ...settings, auth: omitUndefined({ oidc }) },
    fixed: {
      keep: { ...keep, ...omitUndefined({ days, auditDays }) },
      ...omitUndefined({ publicUrl: flags.publicUrl ?? publicUrl }),
    },
  };
}

/** Names the settings that differ from those in effect. */
function listForNextStart(fixed: ReadSettings["fixed"], next: ReadSettings["fixed"]): string[] {
  return (["keep", "publicUrl"] as const)
    .filter((name) => !isDeepStrictEqual(fixed[name], next[name]))
    .map((name) => `${name} (takes effect at the next start)`);
}

type Log = NonNullable<ServerOptions["log"]>;

/** Logs messages and every request as JSON, one object per line. */
function makeJsonLog(
  write: (line: string) => void,
): Required<Pick<ServerOptions, "log" | "access">> {
  const entry = (message: string, { level = "info", ...fields }: LogFields): void =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
  return {
    log: (line, fields = {}) => entry(line, fields),
    access: ({ ...request }) =>
      entry("request", { ...(request.status >= 500 ? { level: "error" } : {}), ...request }),
  };
}

/** Logs why the server couldn't start, so that a collector of its log can read that too. */
function logErrorAsJson(error: unknown, write: (line: string) => void): void {
  const hints = error instanceof UserError && error.hints.length > 0 ? { hints: error.hints } : {};
  const fields: LogFields & { hints?: readonly string[] } = { level: "error", ...hints };
  makeJsonLog(write).log(readErrorMessage(error), fields);
}

/** Flag and help text of each server limit. */
const LIMIT_FLAGS: readonly [flag: string, limit: keyof ServerLimits, help: string][] = [
  ["--max-debates", "debates", "debates that run at once"],
  ["--max-debates-per-user", "debatesPerUser", "debates of one user that run at once"],
  ["--queue", "queue", "debates that may wait for others to end; more are refused"],
  ["--max-waiting", "waiting", "debates that may wait for a person; more are refused"],
  ["--max-waiting-per-user", "waitingPerUser", "debates of one user that may wait for a person"],
  ["--max-requests", "requestsPerMinute", "requests per minute and user"],
  ["--max-body", "bodyBytes", "bytes of a request"],
  ["--max-upload", "uploadBytes", "bytes of a request with files"],
  ["--max-watchers", "watchers", "open event streams"],
  ["--max-debaters", "seats", "members that a request may ask for"],
  [
    "--leave-ms",
    "leaveMs",
    "milliseconds that a chat client may be gone before its debate ends, which charges calls in flight at their worst case",
  ],
  ["--max-rounds", "rounds", "revision rounds that a request may ask for"],
];

const ZERO_ALLOWED: ReadonlySet<keyof ServerLimits> = new Set(["queue", "leaveMs"]);

function readLimits(flags: Readonly<Record<string, unknown>>): ServerLimits {
  const entries = LIMIT_FLAGS.map(([flag, limit]) => [limit, flags[camelCase(flag)]]);
  return omitUndefined(Object.fromEntries(entries) as ServerLimits);
}

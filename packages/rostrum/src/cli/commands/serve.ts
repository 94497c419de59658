import { Option, type Command } from "commander";
import type { ClusterClient } from "../../integrations/restate/index.ts";
import { oneLine } from "../../export/index.ts";
import { EXIT } from "../exit-code.ts";
import { catchInterrupts } from "../interrupts.ts";
import { openJournal } from "../run/journal.ts";
import type { Context } from "./context.ts";
import { newCommand } from "./new-command.ts";
import { jsonLog } from "../serving/json-log.ts";
import { settingsIn } from "../serving/settings.ts";
import { addLimitFlags, limitsFrom } from "../serving/limits.ts";
import { readPort, readWhole } from "../options/read-flag.ts";

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
  const { panelsToServe } = await import("../serving/panels.ts");
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

import type { Command } from "commander";
import { limitBody } from "@rostrum/runtime/models";
import { omitUndefined, toOneLine } from "@rostrum/core/support";
import type { ConfigFlags } from "../config/load.ts";
import { EXIT } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { portOption, wholeOption } from "../options/read-flag.ts";
import { openJournal } from "../run/journal.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";

interface Flags extends ConfigFlags {
  restate: string;
  port: number;
  host?: string;
  http11?: boolean;
  limit?: string[];
  retentionDays: number;
  journal?: string;
  register?: string;
  address?: string;
}

export function command(context: Context): Command {
  return newCommand("worker", context)
    .description("Run debates for a Restate cluster, with the panels of the config.")
    .requiredOption("--restate <url>", "the cluster's ingress, such as http://localhost:8080")
    .addOption(
      portOption("port on which the cluster reaches this worker; 0 for any free one").default(9080),
    )
    .option("--host <address>", "interface to listen on (default: all)")
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option("--http11", "speak HTTP/1.1, so that a plain TCP balancer spreads the calls")
    .option("--limit <provider=n...>", "calls in flight for a provider, over all workers")
    .addOption(wholeOption("--retention-days <n>", "how long results are kept", 1).default(7))
    .option(
      "--journal <place>",
      "file or postgres:// address that all workers share, for answers and events",
    )
    .option("--register <url>", "the cluster's admin address: register this worker there")
    .option("--address <url>", "address at which the cluster reaches this worker or its balancer")
    .action((flags: Flags) => runWorker(flags, context));
}

async function runWorker(flags: Flags, { output, exit }: Context): Promise<void> {
  const { findPanelsForOthers } = await import("../serving/settings.ts");
  const { serveWorker } = await import("@rostrum/server/restate");
  const { panels } = await findPanelsForOthers(flags);
  const journal = flags.journal === undefined ? null : await openJournal(flags.journal);
  using interrupts = catchInterrupts(output.io.signals, () =>
    output.say("stopping; the cluster passes open work to other workers"),
  );
  try {
    const worker = await serveWorker({
      panels,
      ...(journal ? { journal } : {}),
      ingress: flags.restate,
      port: flags.port,
      limits: parseLimits(flags.limit ?? []),
      retentionMs: flags.retentionDays * 86_400_000,
      ...omitUndefined({ host: flags.host, http11: flags.http11 }),
    });
    const address = flags.address ?? `http://localhost:${worker.port}`;
    if (flags.register !== undefined) await register(flags.register, address, flags.http11);
    output.print(`${address}\n`);
    output.say(`panels: ${Object.keys(panels).map(toOneLine).join(", ")}`);
    await interrupts.wait();
    await worker.close();
    exit(EXIT.answered);
  } finally {
    await journal?.close();
  }
}

function parseLimits(entries: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [, provider = "", count = ""] = /^([\w-]+)=([1-9]\d*)$/.exec(entry) ?? [];
      if (provider === "") {
        const message = `--limit: expected provider=n such as openai=20, got "${toOneLine(entry)}"`;
        throw new UserError(message);
      }
      return [provider, Number(count)];
    }),
  );
}

const MAX_ANSWER_BYTES = 100_000;

async function register(admin: string, uri: string, http11 = false): Promise<void> {
  const response = await fetch(`${admin.replace(/\/+$/, "")}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri, use_http_11: http11, force: true }),
  }).catch((cause: unknown) => {
    throw new UserError(`--register: no server answers at ${toOneLine(admin)} (${String(cause)})`);
  });
  if (response.ok) return;
  const words = toOneLine(await limitBody(response, MAX_ANSWER_BYTES).text());
  throw new UserError(`--register: ${toOneLine(admin)} said ${response.status}: ${words}`);
}

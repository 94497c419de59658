import type { Command } from "commander";
import { oneLine } from "../../export/index.ts";
import { openJournal } from "../run/journal.ts";
import { type Context, newCommand } from "./new-command.ts";

interface Flags {
  config?: string;
  journal?: string;
}

/** `rostrum mcp` */
export function command(context: Context): Command {
  const mcp = newCommand(
    "mcp",
    "Serve the panels to an MCP client over standard input and output.",
    context,
  )
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option("--journal <place>", "file or postgres:// address for debates (~/.rostrum/rostrum.db)");
  return mcp.action(async () => run(mcp.opts<Flags>(), context));
}

/** Standard output belongs to the protocol, so everything else goes to stderr. */
async function run(flags: Flags, { output }: Context): Promise<void> {
  const { localHost, serveMcpStdio } = await import("../../integrations/mcp/index.ts");
  const { panelsToServe } = await import("../serving/settings.ts");
  const { panels, defaultPanel } = await panelsToServe(flags.config);
  const { [defaultPanel]: first, ...others } = panels;
  const journal = await openJournal(flags.journal);
  try {
    const host = localHost({
      panels: { ...(first ? { [defaultPanel]: first } : {}), ...others },
      journal,
    });
    await serveMcpStdio(host, (error) => output.say(oneLine(error.message)), output.io);
    await host.settled();
  } finally {
    await journal.close();
  }
}

import type { Command } from "commander";
import { localHost, serveMcpStdio } from "../../integrations/mcp/index.ts";
import { toOneLine } from "../../visible.ts";
import { withJournal } from "../run/journal.ts";
import { findPanelsToServe } from "../serving/settings.ts";
import { type Context, newCommand } from "./new-command.ts";

interface Flags {
  config?: string;
  journal?: string;
}

export function command(context: Context): Command {
  return newCommand("mcp", context)
    .description("Serve the panels to an MCP client over standard input and output.")
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option("--journal <place>", "file or postgres:// address for debates (~/.rostrum/rostrum.db)")
    .action((flags: Flags) => serveMcp(flags, context));
}

/** Standard output belongs to the protocol, so everything else goes to stderr. */
async function serveMcp(flags: Flags, { output }: Context): Promise<void> {
  const { panels, defaultPanel } = await findPanelsToServe(flags.config);
  const { [defaultPanel]: first, ...others } = panels;
  await withJournal(flags.journal, async (journal) => {
    const host = localHost({
      panels: { ...(first ? { [defaultPanel]: first } : {}), ...others },
      journal,
    });
    await serveMcpStdio(host, (error) => output.say(toOneLine(error.message)), output.io);
    await host.settled();
  });
}

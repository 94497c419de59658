import type { Command } from "commander";
import type { McpFlags } from "../serving/serve-mcp.ts";
import { isDetached, runDetached } from "../serving/run-detached.ts";
import { type Context, newCommand } from "./new-command.ts";

export function command(context: Context): Command {
  return newCommand("mcp", context)
    .description(
      "Serve the panels to an MCP client, such as a coding agent, over standard input and output.",
    )
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option(
      "--journal <place>",
      "file or postgres:// address of the journal (default: ~/.rostrum/rostrum.db)",
    )
    .action(async (flags: McpFlags) => {
      const { output, exit } = context;
      if (!isDetached(output.io)) return exit(await runDetached(output.io));
      const { serveMcp } = await import("../serving/serve-mcp.ts");
      await serveMcp(flags, output);
    });
}

import type { Command } from "commander";
import type { McpFlags } from "../serving/serve-mcp.ts";
import { type Context, newCommand } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

export function command(context: Context): Command {
  return newCommand("mcp", context)
    .description(
      "Serve the panels to an MCP client, such as a coding agent, over standard input and output.",
    )
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option(...JOURNAL_FLAG)
    .action(async (flags: McpFlags) => {
      const { serveMcp } = await import("../serving/serve-mcp.ts");
      await serveMcp(flags, context.output);
    });
}

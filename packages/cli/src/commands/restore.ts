import type { Command } from "commander";
import { restoreSqlite } from "@rostrum/core/sql-journal";
import { formatCount } from "@rostrum/core/export";
import { findJournalFile } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";

export function command(context: Context): Command {
  return newCommand("restore", context)
    .description(
      "Put a backup in the place of a journal that no process uses. The journal that was there is kept under another name.",
    )
    .argument("<file>", "what rostrum backup wrote")
    .option("--journal <place>", "the journal's file (~/.rostrum/rostrum.db)")
    .action((file: string, flags: { journal?: string }) => {
      const path = findJournalFile(
        flags.journal,
        "pg_restore --clean --if-exists --dbname=<address> <file>, while no server runs",
      );
      const { runs, kept } = restoreSqlite(file, path, Date.now());
      context.output.say(`${path}: ${formatCount(runs, "run")} of ${file}`);
      if (kept !== null) context.output.say(`what was there before is now ${kept}`);
    });
}

import type { Command } from "commander";
import { restoreSqlite } from "@rostrum/runtime/sql-journal";
import { formatCount } from "@rostrum/core/export";
import { findJournalFile } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FILE_FLAG } from "../options/journal-flag.ts";

export function command(context: Context): Command {
  return newCommand("restore", context)
    .description(
      "Replace a journal with a backup. No process may be using the journal. It is kept under another name.",
    )
    .argument("<file>", "file that rostrum backup wrote")
    .option(...JOURNAL_FILE_FLAG)
    .action((file: string, flags: { journal?: string }) => {
      const path = findJournalFile(
        flags.journal,
        "pg_restore --clean --if-exists --dbname=<address> <file>, while no server runs",
      );
      const { runs, kept } = restoreSqlite(file, path, Date.now());
      context.output.say(`${path}: restored ${formatCount(runs, "run")} from ${file}`);
      if (kept !== null) context.output.say(`the previous journal is now ${kept}`);
    });
}

import type { Command } from "commander";
import { backupSqlite } from "@rostrum/runtime/sql-journal";
import { formatCount } from "@rostrum/core/export";
import { findJournalFile } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FILE_FLAG } from "../options/journal-flag.ts";

export function command(context: Context): Command {
  return newCommand("backup", context)
    .description("Back up a journal to a new file, even while servers use it, and check the copy.")
    .argument("<file>", "the new file")
    .option(...JOURNAL_FILE_FLAG)
    .action((file: string, flags: { journal?: string }) => {
      const path = findJournalFile(
        flags.journal,
        "pg_dump --schema=rostrum --format=custom --file=<file> <address>",
      );
      const { runs, bytes } = backupSqlite(path, file);
      const size = `${bytes.toLocaleString("en-US")} bytes`;
      context.output.say(`${file}: ${formatCount(runs, "run")}, ${size}, checked`);
    });
}

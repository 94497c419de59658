import type { Command } from "commander";
import { chainWords } from "../../api/index.ts";
import { oneLine, visibleJson } from "../../export/index.ts";
import { fold } from "../../record/index.ts";
import { transcript } from "../report/transcript.ts";
import { findRunId, openJournal } from "../run/journal.ts";
import { newCommand } from "./new-command.ts";
import type { Context } from "./context.ts";
import { terminalColumns } from "../terminal/columns.ts";

interface Flags {
  json?: boolean;
  events?: boolean;
  journal?: string;
}

/** `rostrum show [id]` */
export function command(context: Context): Command {
  const show = newCommand("show", "Show a past debate, from question to answer.", context)
    .argument("[id]", "id of the run, or its beginning (the latest run)")
    .option("--json", "the result as JSON")
    .option("--events", "the events as lines of JSON")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)");
  return show.action(async (wanted: string | undefined) => {
    const { journal: path, json, events } = show.opts<Flags>();
    const { print, stdoutStyle, io } = context.output;
    const journal = await openJournal(path);
    try {
      const run = await journal.read(await findRunId(journal, wanted));
      const stored = run?.events ?? [];
      const record = fold(stored);
      const chain = run === undefined || json || events ? null : chainWords(run);
      if (chain !== null) print(`${oneLine(chain)}\n`);
      else if (events) print(stored.map((event) => `${visibleJson(event)}\n`).join(""));
      else if (json) print(`${visibleJson(record.result, 2)}\n`);
      else {
        const columns = terminalColumns(io.stdout) ?? 100;
        print(`${transcript(record, stdoutStyle, columns).join("\n")}\n`);
      }
    } finally {
      await journal.close();
    }
  });
}

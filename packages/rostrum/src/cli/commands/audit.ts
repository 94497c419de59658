import type { Command } from "commander";
import { oneLine, visibleJson } from "../../export/index.ts";
import type { ActOutcome, AuditedAct } from "../../protocol/service-store.ts";
import { readWhole } from "../options/read-flag.ts";
import { openJournal, serviceIn } from "../run/journal.ts";
import { columnsOf, padTo } from "../terminal/width.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags {
  user?: string;
  act?: string;
  debate?: string;
  outcome?: ActOutcome;
  limit?: number;
  before?: string;
  json?: boolean;
  journal?: string;
}

/** `rostrum audit` */
export function command(context: Context): Command {
  const audit = newCommand(
    "audit",
    "List the audit log of a server: who did, or tried to do, what, newest first.",
    context,
  )
    .option("--user <name>", "only actions of this user")
    .option("--act <act>", "only this action, such as review or sign_in")
    .option("--debate <id>", "only actions on this debate")
    .option("--outcome <outcome>", "done, refused or failed")
    .option("-n, --limit <n>", "most actions to list (50)", (text) => readWhole("--limit", text, 1))
    .option(
      "--before <mark>",
      "continue with older actions, from the mark at the end of the previous page",
    )
    .option("--json", "as JSON")
    .option("--journal <place>", "file or postgres:// address of the server's journal");
  return audit.action(async () => list(audit.opts<Flags>(), context));
}

async function list({ journal: path, json, ...query }: Flags, { output }: Context): Promise<void> {
  const journal = await openJournal(path);
  try {
    const page = await serviceIn(journal).listActs({ limit: 50, ...query });
    if (json) output.print(`${visibleJson(page, 2)}\n`);
    else if (page.acts.length === 0) output.say("no acts");
    else {
      output.print(table(page.acts));
      if (page.next !== null) output.say(`older actions: rostrum audit --before ${page.next}`);
    }
  } finally {
    await journal.close();
  }
}

function table(acts: readonly AuditedAct[]): string {
  const rows = acts.map(({ at, user, act, outcome, status, code, debate, address }) => [
    new Date(at).toISOString(),
    oneLine(user ?? "-"),
    oneLine(act),
    outcome,
    `${status}${code === null ? "" : ` ${oneLine(code)}`}`,
    oneLine(debate ?? "-"),
    oneLine(address ?? "-"),
  ]);
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))),
  );
  return rows
    .map((row) => `${row.map((cell, column) => padTo(cell, widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}

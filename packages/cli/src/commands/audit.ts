import type { Command } from "commander";
import type { ActOutcome, AuditedAct } from "@rostrum/runtime/journal";
import { stringifyVisible, toOneLine } from "@rostrum/core/support";
import { wholeOption } from "../options/read-flag.ts";
import { getService, withJournal } from "../run/journal.ts";
import { formatTable } from "../terminal/width.ts";
import { newCommand, type Context } from "./new-command.ts";
import { SERVER_JOURNAL_FLAG } from "../options/journal-flag.ts";

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

export function command(context: Context): Command {
  return newCommand("audit", context)
    .description("Show the audit log of a server: who did what, or tried to, newest first.")
    .option("--user <name>", "only actions of this user")
    .option("--act <act>", "only this action, such as review or sign_in")
    .option("--debate <id>", "only actions on this debate")
    .option("--outcome <outcome>", "done, refused or failed")
    .addOption(wholeOption("-n, --limit <n>", "maximum number of actions (default: 50)", 1))
    .option("--before <mark>", "show older actions: the mark that the previous page ended with")
    .option("--json", "as JSON")
    .option(...SERVER_JOURNAL_FLAG)
    .action((flags: Flags) => listActions(flags, context));
}

async function listActions(
  { journal: path, json, ...query }: Flags,
  { output }: Context,
): Promise<void> {
  const page = await withJournal(path, (journal) =>
    getService(journal).listActs({ limit: 50, ...query }),
  );
  if (json) output.print(`${stringifyVisible(page, 2)}\n`);
  else if (page.acts.length === 0) output.say("no actions");
  else {
    for (const line of formatTable(page.acts.map(formatAct))) output.print(`${line}\n`);
    if (page.next !== null) output.say(`older actions: rostrum audit --before ${page.next}`);
  }
}

function formatAct(audited: AuditedAct): string[] {
  const { at, user, act, outcome, status, code, debate, address } = audited;
  return [
    new Date(at).toISOString(),
    toOneLine(user ?? "-"),
    toOneLine(act),
    outcome,
    `${status}${code === null ? "" : ` ${toOneLine(code)}`}`,
    toOneLine(debate ?? "-"),
    toOneLine(address ?? "-"),
  ];
}

import type { Command } from "commander";
import { describedChains, reviewCompleted } from "../../api/index.ts";
import { clipped, money, oneLine, visibleJson, reviewWords } from "../../export/index.ts";
import type { RunState, RunSummary, RunStore } from "../../protocol/journal.ts";
import { readWhole } from "../options/read-flag.ts";
import { findRunId, openJournal } from "../run/journal.ts";
import { columnsOf, fit, padTo, terminalColumns } from "../terminal/width.ts";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { ConfigError } from "../../errors.ts";
import type { Review } from "../../protocol/settings.ts";
import { fold } from "../../record/index.ts";
import type { Output } from "../terminal/output.ts";
import { askReview } from "../run/ask-people.ts";

interface Flags extends ReviewRunFlags {
  search?: string;
  status?: RunState;
  limit?: number;
  before?: string;
  json?: boolean;
  remove?: string;
  review?: string;
  journal?: string;
}

/** `rostrum runs` */
export function command(context: Context): Command {
  const runs = newCommand("runs", "List past debates, newest first.", context)
    .option("-s, --search <text>", "part of the id, question or answer")
    .option("--status <status>", "running, waiting, completed or failed")
    .option("-n, --limit <n>", "most runs to list (20)", (text) => readWhole("--limit", text, 1))
    .option("--before <mark>", "older runs: the mark that the previous page ended with")
    .option("--json", "as JSON")
    .option("--remove <id>", "forget a run")
    .option("--review <id>", "say what is right about a debate that is over")
    .option("--confirm", "with --review: its answer is right")
    .option("--correct <answer>", "with --review: this is the right answer")
    .option("--reject", "with --review: there is no right answer")
    .option("--reason <text>", "with --review: why")
    .option("--reviewer <name>", "with --review: who says so")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)");
  return runs.action(async () => list(runs.opts<Flags>(), context));
}

async function list(
  { journal: path, json, remove, review, ...more }: Flags,
  { output }: Context,
): Promise<void> {
  const { confirm, correct, reject, reason, reviewer, ...query } = more;
  const verdict = { confirm, correct, reject, reason, reviewer };
  const stray = Object.values(verdict).some((value) => value !== undefined);
  if (stray && review === undefined) {
    throw new UserError("expected --review <id> next to what the review says");
  }
  const journal = await openJournal(path);
  try {
    if (review !== undefined) {
      const { reviewRun } = await import("../run/review-run.ts");
      return await reviewRun(journal, await findRunId(journal, review), verdict, output);
    }
    if (remove !== undefined) {
      const id = await findRunId(journal, remove);
      await journal.remove(id);
      output.say(`removed ${oneLine(id)}`);
      return;
    }
    const found = await journal.list({ limit: 20, ...query });
    const page = { ...found, runs: await describedChains(journal, found.runs) };
    if (json) output.print(`${visibleJson(page, 2)}\n`);
    else if (page.runs.length === 0) output.say("no runs");
    else {
      const columns = terminalColumns(output.io.stdout) ?? 120;
      output.print(table(page.runs, columns));
      if (page.next !== null) output.say(`older runs: rostrum runs --before ${oneLine(page.next)}`);
    }
  } finally {
    await journal.close();
  }
}

/** Columns as wide as their widest entry; the question and answer get the rest. */
function table(runs: readonly RunSummary[], columns: number): string {
  const rows = runs.map(cells);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))),
  );
  return rows
    .map((row) => {
      const head = widths.map((width, column) => padTo(row[column] ?? "", width)).join("  ");
      return `${head}  ${fit(row[4] ?? "", Math.max(20, columns - columnsOf(head) - 2))}\n`;
    })
    .join("");
}

function cells(run: RunSummary): string[] {
  const { id, status, createdAt, question, answer, costUsd } = run;
  const when = new Date(createdAt).toISOString().slice(0, 16).replace("T", " ");
  const doubts = [
    run.degraded ? "degraded" : "",
    run.escalated ? "escalated" : "",
    run.stopReason === "budget" ? "budget" : "",
  ];
  const state = [run.stopped ? "stopped" : status, ...doubts]
    .filter((word) => word !== "")
    .join(", ");
  const text =
    answer === null ? oneLine(question) : `${clipped(question, 60)} → ${oneLine(answer)}`;
  return [oneLine(id), when, state, costUsd === null ? "price unknown" : money(costUsd), text];
}

export interface ReviewRunFlags {
  confirm?: boolean | undefined;
  correct?: string | undefined;
  reject?: boolean | undefined;
  reason?: string | undefined;
  reviewer?: string | undefined;
}

/** `rostrum runs --review <id>`: a person's verdict on a debate that is over. Without one, it asks for it. */
export async function reviewRun(
  journal: RunStore,
  id: string,
  flags: ReviewRunFlags,
  output: Output,
): Promise<void> {
  const given = verdictIn(flags);
  const record = fold((await journal.eventsFrom(id, 0)) ?? []);
  if (record.result.review) {
    throw new UserError(`expected a debate without a review, but ${oneLine(id)} has one`, [
      reviewWords(record.result.review, record.reviewed),
    ]);
  }
  if (record.status !== "completed") {
    throw new UserError(`expected a debate that is over, but ${oneLine(id)} is ${record.status}`, [
      record.status === "waiting"
        ? "review it where it waits: on the page of rostrum serve, or in the terminal that asked"
        : "rostrum runs --status completed",
    ]);
  }
  const { reason, reviewer } = flags;
  const said: Review = {
    ...(given ?? (await askReview(record, output))),
    ...(reason === undefined ? {} : { reason }),
    ...(reviewer === undefined ? {} : { reviewer }),
  };
  try {
    await reviewCompleted(journal, id, said, { patienceMs: 2000 });
  } catch (error) {
    if (error instanceof ConfigError) throw new UserError(error.message);
    throw error;
  }
  output.say(reviewWords(said));
}

function verdictIn({ confirm, correct, reject }: ReviewRunFlags): Review | null {
  const given: Review[] = [
    ...(confirm ? [{ verdict: "confirm" } as const] : []),
    ...(correct === undefined ? [] : [{ verdict: "correct", answer: correct } as const]),
    ...(reject ? [{ verdict: "reject" } as const] : []),
  ];
  if (given.length > 1) {
    throw new UserError("expected one of --confirm, --correct and --reject, got several");
  }
  return given[0] ?? null;
}

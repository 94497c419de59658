import type { Command } from "commander";
import { omitUndefined, ConfigError, stringifyVisible, toOneLine } from "@rostrum/core/support";
import { summarizeChains } from "@rostrum/eval/chain";
import { reviewCompleted } from "@rostrum/runtime/api";
import {
  formatCost,
  formatCount,
  describeReview,
  titleReviews,
  titleRun,
} from "@rostrum/core/export";
import type { RunState, RunSummary, Review } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { wholeOption } from "../options/read-flag.ts";
import { findRunId, withJournal } from "../run/journal.ts";
import { formatTable, getTerminalColumns } from "../terminal/width.ts";
import { refuseReviews } from "../run/refuse-reviews.ts";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { fold } from "@rostrum/core/record";
import type { Output } from "../terminal/output.ts";
import { askReview } from "../run/ask-people.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags {
  search?: string;
  status?: RunState;
  limit?: number;
  before?: string;
  json?: boolean;
  remove?: string;
  review?: string;
  confirm?: boolean;
  correct?: string;
  reject?: boolean;
  reason?: string;
  reviewer?: string;
  journal?: string;
}

const REVIEW_FLAGS = ["confirm", "correct", "reject", "reason", "reviewer"] as const;

export function command(context: Context): Command {
  return newCommand("runs", context)
    .description("List past debates, newest first.")
    .option("-s, --search <text>", "part of the id, question or answer")
    .option("--status <status>", "running, waiting, completed or failed")
    .addOption(wholeOption("-n, --limit <n>", "maximum number of runs (default: 20)", 1))
    .option("--before <mark>", "show older runs: the mark that the previous page ended with")
    .option("--json", "as JSON")
    .option("--remove <id>", "delete a run")
    .option("--review <id>", "review a finished debate")
    .option("--confirm", "with --review: its answer is right")
    .option("--correct <answer>", "with --review: this is the right answer")
    .option("--reject", "with --review: there is no right answer")
    .option("--reason <text>", "with --review: why")
    .option("--reviewer <name>", "with --review: name of the reviewer")
    .option(...JOURNAL_FLAG)
    .action((flags: Flags) => listReviewOrRemove(flags, context));
}

async function listReviewOrRemove(flags: Flags, { output }: Context): Promise<void> {
  const { remove, review } = flags;
  const hasReviewFlags = REVIEW_FLAGS.some((name) => flags[name] !== undefined);
  if (hasReviewFlags && review === undefined) {
    throw new UserError(
      "--confirm, --correct, --reject, --reason and --reviewer need --review <id>",
    );
  }
  await withJournal(flags.journal, async (journal) => {
    if (review !== undefined) {
      return reviewRun(journal, await findRunId(journal, review), flags, output);
    }
    if (remove === undefined) return listRuns(journal, flags, output);
    const id = await findRunId(journal, remove);
    await journal.remove(id);
    output.say(`removed ${toOneLine(id)}`);
  });
}

async function listRuns(journal: RunStore, flags: Flags, output: Output): Promise<void> {
  const { search, status, limit = 20, before } = flags;
  const runPage = await journal.list({ limit, ...omitUndefined({ search, status, before }) });
  const listedRuns = await markInterrupted(journal, runPage.runs);
  const page = { ...runPage, runs: await summarizeChains(journal, listedRuns) };
  if (flags.json) output.print(`${stringifyVisible(page, 2)}\n`);
  else if (page.runs.length === 0) output.say("no runs");
  else {
    const titles = await titleReviews(journal, page.runs);
    const lines = formatTable(
      page.runs.map((run) => formatRun(run, titles.get(run.id))),
      getTerminalColumns(output.io.stdout) ?? 120,
    );
    for (const line of lines) output.print(`${line}\n`);
    output.say(sumCosts(page.next === null ? page.runs : await listAll(journal, flags)));
    if (page.next !== null) output.say(`older runs: rostrum runs --before ${toOneLine(page.next)}`);
  }
}

/** Runs per page when all of them are added up. */
const PAGE_RUNS = 200;

async function listAll(
  journal: RunStore,
  { search, status }: Pick<Flags, "search" | "status">,
): Promise<RunSummary[]> {
  const all: RunSummary[] = [];
  let before: string | undefined;
  do {
    const query = omitUndefined({ search, status, before });
    const { runs, next } = await journal.list({ limit: PAGE_RUNS, ...query });
    all.push(...runs);
    before = next ?? undefined;
  } while (before !== undefined);
  return markInterrupted(journal, all);
}

interface ListedRun extends RunSummary {
  /** No process works on the run any more, though it isn't finished. */
  interrupted?: true;
}

/** Nobody knows what the calls cost that were under way when a run was interrupted. */
async function markInterrupted(
  journal: RunStore,
  runs: readonly RunSummary[],
): Promise<ListedRun[]> {
  const isAnyOpen = runs.some(({ status }) => status === "running");
  const unownedIds = new Set(isAnyOpen ? await journal.listUnowned() : []);
  return runs.map((run) =>
    run.status === "running" && unownedIds.has(run.id)
      ? { ...run, interrupted: true, costUsd: null }
      : run,
  );
}

/** "4 runs: $0.12". A cost that isn't known makes the sum a lower bound. */
function sumCosts(runs: readonly RunSummary[]): string {
  const sum = runs.reduce((usd, run) => usd + (run.costUsd ?? run.atLeastUsd ?? 0), 0);
  const isKnown = runs.every(({ costUsd }) => costUsd !== null);
  const cost = formatCost(isKnown ? sum : null, sum, "cost unknown");
  return `${formatCount(runs.length, "run")}: ${cost}`;
}

/** `title`: shown instead of the question and the answer. */
function formatRun(run: ListedRun, title?: string): string[] {
  const { id, status, createdAt } = run;
  const startedAt = new Date(createdAt).toISOString().slice(0, 16).replace("T", " ");
  const states = [
    run.stopped ? "stopped" : run.interrupted ? "interrupted" : status,
    run.degraded ? "degraded" : "",
    run.escalated ? "escalated" : "",
    // Of money, tokens, calls or time.
    run.stopReason === "budget" ? "limit reached" : "",
  ];
  const state = states.filter((word) => word !== "").join(", ");
  const cost = formatCost(run.costUsd, run.atLeastUsd, "cost unknown");
  return [toOneLine(id), startedAt, state, cost, titleRun(run, title)];
}

/** Stores a person's verdict on a finished debate. Asks for it if no flag has one. */
async function reviewRun(
  journal: RunStore,
  id: string,
  flags: Flags,
  output: Output,
): Promise<void> {
  const flagReview = readVerdict(flags);
  const record = fold((await journal.eventsFrom(id, 0)) ?? []);
  refuseReviews(record);
  if (record.result.review) {
    throw new UserError(`expected a debate without a review, but ${toOneLine(id)} has one`, [
      describeReview(record.result.review, record.reviewed),
    ]);
  }
  if (record.status !== "completed") {
    throw new UserError(`expected a finished debate, but ${toOneLine(id)} is ${record.status}`, [
      record.status === "waiting"
        ? "review it where it waits: on the page of rostrum serve, or in the terminal that asked"
        : "rostrum runs --status completed",
    ]);
  }
  const { reason, reviewer } = flags;
  const review: Review = {
    ...(flagReview ?? (await askReview(record, output))),
    ...omitUndefined({ reason, reviewer }),
  };
  try {
    await reviewCompleted(journal, id, review, { patienceMs: 2000 });
  } catch (error) {
    if (error instanceof ConfigError) throw new UserError(error.message);
    throw error;
  }
  output.say(describeReview(review));
}

function readVerdict({ confirm, correct, reject }: Flags): Review | null {
  const reviews: Review[] = [
    ...(confirm ? [{ verdict: "confirm" } as const] : []),
    ...(correct === undefined ? [] : [{ verdict: "correct", answer: correct } as const]),
    ...(reject ? [{ verdict: "reject" } as const] : []),
  ];
  if (reviews.length > 1) {
    throw new UserError("expected one of --confirm, --correct and --reject, got several");
  }
  return reviews[0] ?? null;
}

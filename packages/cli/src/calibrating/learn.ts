import {
  calibrate,
  haveSameMembers,
  learnableRows,
  readRuns,
  readSnapshot,
  rowFrom,
  toRow,
  type EvalItem,
  type LabelledDebate,
  type PanelReplies,
} from "@rostrum/eval";
import { formatCount } from "@rostrum/core/export";
import type { AnswerKind, Calibration, ShiftReport } from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import type { EvalFlags } from "../evaluating/plan.ts";
import { askEachOnce } from "../evaluating/run.ts";
import { readTextFile } from "../files.ts";
import { withJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";

export interface CalibrateFlags extends EvalFlags {
  /** Learn from past runs with a review or an outcome, instead of a data set. */
  reviewed?: boolean;
  /** Like `reviewed`, but falls back to all past runs, without labels, where too few have a known answer. */
  fromRuns?: boolean;
}

export interface LearnedCalibration {
  calibration: Calibration;
  /** True if the budget ran out before every question was asked. */
  stopped: boolean;
  /** Questions of the data set. Empty when learning from past runs. */
  items: readonly EvalItem[];
}

/**
 * Learns a calibration from a data set, or from reviewed runs without one. `members` restricts past runs to debates
 * among exactly these members.
 */
export async function learnCalibration(
  dataset: string | undefined,
  flags: CalibrateFlags,
  output: Output,
  members?: readonly string[],
): Promise<LearnedCalibration> {
  if (dataset === undefined) {
    const place = typeof flags.journal === "string" ? flags.journal : undefined;
    const runs = await withJournal(place, (journal) => readRuns(journal, members));
    const rows = flags.fromRuns
      ? learnableRows(runs)
      : runs.flatMap(({ labelled }) => (labelled && toRow(labelled)) ?? []);
    const source = flags.fromRuns ? "runs of the journal" : "reviewed runs of the journal";
    const calibration = makeCalibration(rows, source, flags.answer, output.say);
    return { calibration, stopped: false, items: [] };
  }
  const { report, panel, plan, items } = await askEachOnce({ ...flags, dataset }, output);
  if (report.stopped !== null) output.say(`stopped early: ${toOneLine(report.stopped)}`);
  const debates = report.rows.map(({ item: { gold }, independent: result }) => ({ gold, result }));
  const answer = plan.answer ?? panel.config["answer"];
  const source = `${dataset}, panel ${panel.name}`;
  const rows = debates.flatMap((debate) => rowFrom(debate) ?? []);
  const calibration = makeCalibration(rows, source, answer, output.say);
  return { calibration, stopped: report.stopped !== null, items };
}

function makeCalibration(
  rows: readonly PanelReplies[],
  source: string,
  answer: unknown,
  say: (line: string) => void,
): Calibration {
  if (rows.length === 0) {
    const message = "there is nothing to calibrate on: no question has a reply and a known answer";
    throw new UserError(message);
  }
  const calibration = calibrate(rows, {
    source,
    ...(answer === undefined ? {} : { answer: answer as AnswerKind }),
  });
  const unread = rows.length - (calibration.about?.rows ?? 0);
  if (unread === rows.length) {
    throw new UserError(
      `there is nothing to calibrate on: no known answer can be read, such as ${JSON.stringify(toOneLine(rows[0]?.gold ?? rows[0]?.wrong ?? ""))}`,
      ["set the kind of the answers with --answer, or the field of the known answer with --layout"],
    );
  }
  if (unread > 0) {
    say(`left out: ${formatCount(unread, "question")} whose known answer can't be read`);
  }
  return calibration;
}

/**
 * Reads the debates of a report that `rostrum eval --out` wrote: `independent` has the panel's independent answers,
 * `all` also the debates of a calibrated arm.
 */
export async function readReportDebates(
  path: string,
): Promise<{ independent: LabelledDebate[]; all: LabelledDebate[] }> {
  const text = await readTextFile(path, "report");
  const rows = readSnapshot(text, path).rows.map(({ item: { gold }, debates }) =>
    debates.map((result) => ({ gold, result })),
  );
  return { independent: rows.flatMap(([first]) => first ?? []), all: rows.flat() };
}

/**
 * Debates of a journal whose right answer is known, oldest first. `members` restricts them to debates among exactly
 * these members.
 */
export async function listReviewedDebates(
  journalLocation: string | undefined,
  members: readonly string[] | undefined,
): Promise<LabelledDebate[]> {
  const runs = await withJournal(journalLocation, (journal) => readRuns(journal, members));
  return runs.flatMap(({ labelled }) => labelled ?? []);
}

/** How many past runs are searched for the panel's last calibrated debate. */
const MAX_RUNS_SEARCHED = 200;

/**
 * Returns how the panel's agreement compares with its calibration rows, as of its last calibrated debate in the
 * journal. Null when there is none.
 */
export function findLastShift(
  journalLocation: string | undefined,
  members: readonly string[] | undefined,
): Promise<ShiftReport | null> {
  return withJournal(journalLocation, async (journal) => {
    const { runs } = await journal.list({ limit: MAX_RUNS_SEARCHED, status: "completed" });
    for (const { id, panel } of runs) {
      if (members !== undefined && !haveSameMembers(panel, members)) continue;
      const events = (await journal.eventsFrom(id, 0)) ?? [];
      const decided = events.findLast((event) => event.type === "debate.synthesized");
      if (decided?.shift) return decided.shift;
    }
    return null;
  });
}

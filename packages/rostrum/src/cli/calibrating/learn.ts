import {
  calibrate,
  readSnapshot,
  rowFrom,
  type EvalItem,
  type LabelledDebate,
} from "../../eval/index.ts";
import { formatAnswer, formatCount } from "../../export/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import { fold } from "../../record/index.ts";
import { toOneLine } from "../../visible.ts";
import type { EvalFlags } from "../evaluating/plan.ts";
import { askEachOnce } from "../evaluating/run.ts";
import { readTextFile } from "../files.ts";
import { withJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";

export interface CalibrateFlags extends EvalFlags {
  /** Learn from past runs with a review instead of from a data set. */
  reviewed?: boolean;
}

export interface Learned {
  calibration: Calibration;
  /** A budget ended the questions early. */
  stopped: boolean;
  /** The questions of the data set; none with reviewed runs. */
  items: readonly EvalItem[];
}

/**
 * Learns a calibration from a data set, or else from reviewed runs; only from debates among these members,
 * if any are named.
 */
export async function learnCalibration(
  dataset: string | undefined,
  flags: CalibrateFlags,
  output: Output,
  members?: readonly string[],
): Promise<Learned> {
  if (dataset === undefined) {
    const place = typeof flags.journal === "string" ? flags.journal : undefined;
    const debates = await listReviewedDebates(place, members);
    const source = "reviewed runs of the journal";
    const calibration = makeCalibration(debates, source, flags.answer, output.say);
    return { calibration, stopped: false, items: [] };
  }
  const { report, panel, plan, items } = await askEachOnce({ ...flags, dataset }, output);
  if (report.stopped !== null) output.say(`stopped early: ${toOneLine(report.stopped)}`);
  const debates = report.rows.map(({ item: { gold }, independent: result }) => ({ gold, result }));
  const answer = plan.answer ?? panel.config["answer"];
  const source = `${dataset}, panel ${panel.name}`;
  const calibration = makeCalibration(debates, source, answer, output.say);
  return { calibration, stopped: report.stopped !== null, items };
}

function makeCalibration(
  debates: readonly LabelledDebate[],
  source: string,
  answer: unknown,
  say: (line: string) => void,
): Calibration {
  const rows = debates.flatMap((debate) => rowFrom(debate) ?? []);
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
      `there is nothing to calibrate on: no known answer can be read, such as ${JSON.stringify(toOneLine(rows[0]?.gold ?? ""))}`,
      ["set the kind of the answers with --answer, or the field of the known answer with --layout"],
    );
  }
  if (unread > 0) {
    say(`left out: ${formatCount(unread, "question")} whose known answer can't be read`);
  }
  return calibration;
}

/**
 * Reads the debates of a report that `rostrum eval --out` wrote: the panel's independent answers, and all
 * debates, including those of a calibrated arm.
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

/** Lists the reviewed debates of a journal; only those among these members, if any are named. */
export function listReviewedDebates(
  place: string | undefined,
  members: readonly string[] | undefined,
): Promise<LabelledDebate[]> {
  return withJournal(place, async (journal) => {
    const found: LabelledDebate[] = [];
    let before: string | undefined;
    do {
      const page = await journal.list({ limit: 1000, status: "completed", before });
      for (const { id, panel } of page.runs) {
        if (members !== undefined && !haveSameMembers(panel, members)) continue;
        const debate = await readReviewedDebate(journal, id);
        if (debate !== null) found.push(debate);
      }
      before = page.next ?? undefined;
    } while (before !== undefined);
    return found;
  });
}

/**
 * A debate that a person has reviewed, as the panel decided it: after a correction, a result has the person's
 * answer, and would make the panel look right.
 */
async function readReviewedDebate(journal: RunStore, id: string): Promise<LabelledDebate | null> {
  const events = (await journal.eventsFrom(id, 0)) ?? [];
  const { review } = fold(events).result;
  if (review === undefined) return null;
  const { result } = fold(events.filter(({ type }) => type !== "debate.reviewed"));
  const gold = findRightAnswer(review, result);
  return gold === "" ? null : { gold, result };
}

/** The answer that is right, as the person said; `null` after a rejection. */
function findRightAnswer(
  { verdict, answer = "" }: Review,
  decided: { answer: unknown; unit: string | null },
): string | null {
  if (verdict === "reject") return null;
  return verdict === "correct" ? answer : formatAnswer(decided.answer, decided.unit);
}

/** Whether two panels have the same members, in any order. */
export function haveSameMembers(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && others.every((name) => names.includes(name));
}

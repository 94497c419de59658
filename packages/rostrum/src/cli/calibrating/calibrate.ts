import { writeFile } from "node:fs/promises";
import { calibrate, rowFrom, type LabelledDebate } from "../../eval/index.ts";
import { counted, oneLine } from "../../export/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { EvalFlags } from "../evaluating/plan.ts";
import { askedOnce } from "../evaluating/run.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { fileTrouble, UserError } from "../user-error.ts";
import { openJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { debatesOf, reviewedDebates, sameMembers } from "./labelled-debates.ts";

export interface CalibrateFlags extends EvalFlags {
  /** Learn from past runs with a review instead of from a data set. */
  reviewed?: boolean;
}

/** `rostrum calibrate`: from questions with known answers, or from reviewed runs, to a file. */
export async function runCalibrate(
  dataset: string | undefined,
  flags: CalibrateFlags,
  output: Output,
): Promise<ExitCode> {
  if ((dataset === undefined) !== (flags.reviewed === true)) {
    throw new UserError("expected a data set or --reviewed", [
      "rostrum calibrate questions.jsonl, or rostrum calibrate --reviewed",
    ]);
  }
  const { calibration, stopped } = await learned(dataset, flags, output);
  await deliver(calibration, flags, output);
  return stopped ? EXIT.budget : EXIT.answered;
}

/**
 * A calibration from a data set, or else from reviewed runs; only from debates among these members,
 * if any are named.
 */
export async function learned(
  dataset: string | undefined,
  flags: CalibrateFlags,
  output: Output,
  members?: readonly string[],
): Promise<{ calibration: Calibration; stopped: boolean }> {
  const { debates, source, stopped, answer } =
    dataset === undefined
      ? await fromReviews(flags, members)
      : await fromData(dataset, flags, output);
  return { calibration: calibrationFrom(debates, source, answer, output.say), stopped };
}

interface Collected {
  debates: LabelledDebate[];
  source: string;
  stopped: boolean;
  answer: unknown;
}

async function fromData(
  dataset: string,
  flags: CalibrateFlags,
  output: Output,
): Promise<Collected> {
  const { report, panel, plan } = await askedOnce({ ...flags, dataset }, output);
  if (report.stopped !== null) output.say(`stopped early: ${oneLine(report.stopped)}`);
  const answer = plan.answer ?? panel.config["answer"];
  return {
    debates: debatesOf(report),
    source: `${dataset}, panel ${panel.name}`,
    stopped: report.stopped !== null,
    answer,
  };
}

async function fromReviews(
  { journal: kept, answer }: CalibrateFlags,
  members: readonly string[] | undefined,
): Promise<Collected> {
  const journal = await openJournal(typeof kept === "string" ? kept : undefined);
  try {
    const debates = await reviewedDebates(
      journal,
      (names) => members === undefined || sameMembers(names, members),
    );
    return { debates, source: "reviewed runs of the journal", stopped: false, answer };
  } finally {
    await journal.close();
  }
}

export function calibrationFrom(
  debates: readonly LabelledDebate[],
  source: string,
  answer: unknown,
  say: (line: string) => void,
): Calibration {
  const rows = debates.flatMap((debate) => rowFrom(debate) ?? []);
  if (rows.length === 0) {
    throw new UserError(
      "there is nothing to calibrate on: no question has a reply and a known answer",
    );
  }
  const made = calibrate(rows, {
    source,
    ...(answer === undefined ? {} : { answer: answer as AnswerKind }),
  });
  const unread = rows.length - (made.about?.rows ?? 0);
  if (unread === rows.length) {
    throw new UserError(
      `there is nothing to calibrate on: no known answer can be read, such as ${JSON.stringify(oneLine(rows[0]?.gold ?? ""))}`,
      ["set the kind of the answers with --answer, or the field of the known answer with --layout"],
    );
  }
  if (unread > 0) {
    say(`left out: ${counted(unread, "question")} whose known answer can't be read`);
  }
  return made;
}

async function deliver(
  calibration: Calibration,
  { out, json }: CalibrateFlags,
  output: Output,
): Promise<void> {
  const text = `${JSON.stringify(calibration)}\n`;
  if (json || out === undefined) output.print(text);
  if (out !== undefined) await written(out, text);
  for (const line of summaryOf(calibration)) output.say(line);
  if (out !== undefined) output.say(`written to ${out}`);
}

export async function written(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new UserError(`--out: ${fileTrouble(error, path)}`);
  });
}

/** What a calibration was made from, in words. */
function summaryOf({ kinds, about }: Calibration): string[] {
  const parts = Object.entries(kinds).map(([kind, { rows }]) => `${rows} of kind ${kind}`);
  const different = Object.values(kinds).reduce((sum, { rows }) => sum + rows, 0);
  const repeated = (about?.rows ?? 0) - different;
  const few = different < 100;
  return [
    `calibrated on ${counted(different, "question")} (${parts.join(", ")})`,
    ...(repeated > 0 ? [`${counted(repeated, "more row")} ask one of them again`] : []),
    ...(few ? ["few rows claim little: 100 or more make a poll sure more often"] : []),
  ];
}

import type { Command } from "commander";
import {
  adviseMembers,
  calibrate,
  driftOf,
  panelHealth,
  rowFrom,
  type Drift,
  type LabelledDebate,
  type MemberAdvice,
  type PanelHealth,
} from "@rostrum/eval";
import { formatCount, formatPercent } from "@rostrum/core/export";
import type { AnswerKind, ShiftReport } from "@rostrum/core/protocol";
import { describeShift } from "@rostrum/core/record";
import { stringifyVisible, toOneLine } from "@rostrum/core/support";
import { findLastShift, listReviewedDebates, readReportDebates } from "../calibrating/learn.ts";
import { describeAdvice } from "../report/member-advice.ts";
import { UserError } from "../user-error.ts";
import { answerOption } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags {
  members?: string;
  answer?: unknown;
  json?: boolean;
  journal?: string;
}

export function command(context: Context): Command {
  return newCommand("panel", context)
    .description("Show what each member of a panel adds, and whether its calibration still holds.")
    .argument(
      "[report]",
      "a report.json of rostrum eval --out (default: the reviewed runs of the journal)",
    )
    .option("--members <a,b,c>", "only runs of exactly these members")
    .addOption(answerOption())
    .option("--json", "as JSON")
    .option(...JOURNAL_FLAG)
    .action((report: string | undefined, flags: Flags) => showHealth(report, flags, context));
}

/** Prints the health of a panel, from a report or from reviewed runs. */
async function showHealth(
  report: string | undefined,
  { members, answer = "auto", json, journal }: Flags,
  { output }: Context,
): Promise<void> {
  const memberNames = members?.split(",").map((name) => name.trim());
  const reviewed = report === undefined ? await listReviewedDebates(journal, memberNames) : [];
  const shift = report === undefined ? await findLastShift(journal, memberNames) : null;
  const { independent, all } =
    report === undefined
      ? { independent: reviewed, all: reviewed }
      : await readReportDebates(report);
  if (all.length === 0 && shift === null) {
    throw new UserError("there is no debate with a known answer", [
      "review debates on the page or with rostrum runs --review, or give a report.json of rostrum eval --out",
    ]);
  }
  const kind = answer as AnswerKind;
  const health = panelHealth(independent, kind);
  const drift = driftOf(all, kind);
  const advice = adviseOn(independent, kind, memberNames);
  if (json) return output.print(`${stringifyVisible({ ...health, advice, drift, shift }, 2)}\n`);
  const lines = [
    ...(all.length === 0 ? ["no debate has a known answer"] : describeHealth(health)),
    ...(advice.length === 0 ? [] : ["effect of adding or dropping one member, if all are asked:"]),
    ...advice.map(describeAdvice),
    ...describeDrift(drift),
    ...(shift === null ? [] : describeWatch(shift)),
  ];
  output.print(`${lines.join("\n")}\n`);
}

/**
 * Advises which member to add or drop. With a report, `--members` names the panel and the other members are
 * candidates.
 */
function adviseOn(
  debates: readonly LabelledDebate[],
  answer: AnswerKind,
  panel: readonly string[] | undefined,
): MemberAdvice[] {
  const rows = debates.flatMap((debate) => rowFrom(debate) ?? []);
  if (rows.length < MIN_ROWS) return [];
  const { kinds } = calibrate(rows, { answer });
  const [largestKind] = Object.values(kinds).toSorted((a, b) => b.rows - a.rows);
  return largestKind === undefined
    ? []
    : adviseMembers(largestKind, panel === undefined ? {} : { panel });
}

/** Minimum number of rows for advice about a single member. */
const MIN_ROWS = 30;

function describeHealth(health: PanelHealth): string[] {
  const { questions, members, vote, effectiveMembers, sharedErrors } = health;
  if (questions === 0)
    return ["no question has a known answer: all reviewed answers were rejected"];
  const lines = [
    `${formatCount(questions, "question")} with a known answer; a vote is right on ${formatPercent(vote)}`,
    "",
    ...members.map(
      ({ name, asked, right, adds }) =>
        `  ${toOneLine(name)}: right on ${formatPercent(right)} of ${asked}; ${adds >= 0 ? "adds" : "takes"} ${formatPoints(Math.abs(adds))} ${adds >= 0 ? "to" : "from"} the vote`,
    ),
    "",
    `the ${members.length} members are worth ${effectiveMembers.toFixed(1)} independent ones`,
  ];
  for (const { pair, bothWrong, same } of sharedErrors.slice(0, 3)) {
    lines.push(
      `when ${toOneLine(pair[0])} and ${toOneLine(pair[1])} are both wrong, they give the same answer in ${same} of ${formatCount(bothWrong, "case")}`,
    );
  }
  return [...lines, ...describeBestAlone(health), ...describeBias(health)];
}

/** Compares the panel's recent agreement with that on its calibration rows. */
function describeWatch({ debates, pair, since, before, alarm }: ShiftReport): string[] {
  if (alarm !== null) return [toOneLine(describeShift(alarm))];
  return [
    `the panel agrees as on its calibration rows, as far as ${formatCount(debates, "debate")} can tell: ${toOneLine(pair.join(" and "))} agreed in ${since.agreed} of ${since.both}, and in ${before.agreed} of ${before.both} rows`,
  ];
}

function formatPoints(share: number): string {
  return `${(share * 100).toFixed(1)} points`;
}

function describeBestAlone({ bestAlone, members }: PanelHealth): string[] {
  if (bestAlone === null || members.length < 2) return [];
  const { name, difference } = bestAlone;
  if (difference.differs && difference.value > 0) {
    return [
      `the vote is better than ${toOneLine(name)} alone by ${formatPoints(difference.value)}`,
    ];
  }
  return [
    `${toOneLine(name)} alone does as well as the vote, as far as these questions can tell (the vote's gain is between ${formatPoints(difference.low)} and ${formatPoints(difference.high)})`,
  ];
}

function describeBias({ positionFlips, longestWins }: PanelHealth): string[] {
  const lines: string[] = [];
  if (positionFlips !== null) {
    const { judged, flipped } = positionFlips;
    lines.push(
      `the judge contradicted itself when positions were reversed in ${flipped} of ${formatCount(judged, "debate")}`,
    );
  }
  if (longestWins !== null) {
    const { contested, won, byChance } = longestWins;
    lines.push(
      `where answers differed, the longest reply was on the winning side in ${won} of ${formatCount(contested, "debate")} (by chance ${byChance.toFixed(1)})`,
    );
  }
  return lines;
}

function describeDrift(drift: Drift): string[] {
  const { debates, decided, decidedWrong, promised, right, evidence, holds } = drift;
  if (debates === 0) return [];
  const figures = `${formatCount(debates, "calibrated debate")}: ${formatPercent(promised)} promised, ${formatPercent(right)} right; ${decidedWrong} of ${decided} decided answers wrong`;
  if (holds === null) return [`too few to tell whether the calibration holds. ${figures}`];
  return [
    holds
      ? `the calibration holds. ${figures}`
      : `the calibration doesn't hold any more: calibrate again. ${figures}; this is ${Math.floor(evidence)} times likelier if the promise is broken than by chance`,
  ];
}

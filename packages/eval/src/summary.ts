import type { AnswerKind } from "@rostrum/core/protocol";
import type { NamedArm } from "./arms.ts";
import { createRowGrade } from "./grade.ts";
import { scoreMember } from "./run-arm.ts";
import type { GradingSummary } from "./grading/summary.ts";
import type { ArmOutcome, EvalRow, Grade } from "./outcome.ts";
import { calibrationOf, type CalibrationStatistics } from "./statistics/calibration.ts";
import { countFlips, type Flip, type FlipCounts } from "./statistics/flips.ts";
import { correctForMany, pairedDifference, type PairedDifference } from "./statistics/paired.ts";
import { wilson, type Interval } from "./statistics/wilson.ts";

/** Results of one arm. */
export interface ArmSummary {
  name: string;
  type: string;
  accuracy: Interval;
  right: number;
  /** Means per question. `null`: unknown for some. */
  calls: number;
  tokens: number | null;
  usd: number | null;
  /** Share of replies without a readable answer, and of those cut off. */
  unread: number;
  truncated: number;
  /** Mean agreement on the questions it got wrong. A high value means that agreement proves little. */
  agreementWhenWrong: number | null;
  failed: number;
  calibration: CalibrationStatistics | null;
  /** Compared with the panel's vote of round 0. */
  againstVote: PairedDifference | null;
  fixed: number;
  broken: number;
  flips: { voteRight: FlipCounts; voteWrong: FlipCounts } | null;
}

/** Results of an evaluation. */
export interface EvalReport {
  id: string;
  questions: number;
  /** Number of questions that were to be asked. */
  asked: number;
  /** Questions left out of every arm because their first answers failed. */
  unanswered: number;
  /** Reason for an early end; `null` if it finished. */
  stopped: string | null;
  /** Calls made, with samples shared by arms counted once. */
  spent: { calls: number; usd: number | null };
  /** Absent if only the rules graded. */
  grading?: GradingSummary;
  arms: ArmSummary[];
  rows: EvalRow[];
}

/** Rows of an evaluation, and the settings behind them. */
export interface EvalRun extends Pick<
  EvalReport,
  "id" | "rows" | "asked" | "unanswered" | "stopped" | "spent"
> {
  arms: readonly NamedArm[];
  /** Kind of the answers. */
  answer: AnswerKind<unknown> | undefined;
  grading: GradingSummary | null;
}

/** Builds the report from rows, which several processes may have made. */
export function summarizeRows({ arms, answer, grading, ...run }: EvalRun): EvalReport {
  const { id, rows, asked, unanswered, stopped, spent } = run;
  const graded = rows.map((row) => ({ ...row, grade: createRowGrade(row, answer) }));
  chooseBestMember(arms, graded);
  const voted = graded.map(({ grade, independent }) => grade(independent.answer));
  return {
    ...{ id, questions: rows.length, asked, unanswered, stopped, spent },
    ...(grading ? { grading } : {}),
    arms: correctArms(arms.map((arm) => summarizeArm(arm, graded, voted))),
    rows,
  };
}

/** Corrects for the number of arms compared with the vote. */
function correctArms(arms: readonly ArmSummary[]): ArmSummary[] {
  const compared = arms.filter(({ againstVote }) => againstVote !== null);
  const differences = correctForMany(compared.flatMap(({ againstVote }) => againstVote ?? []));
  return arms.map((arm) => ({ ...arm, againstVote: differences[compared.indexOf(arm)] ?? null }));
}

type GradedRow = EvalRow & { grade: Grade };

function summarizeArm(
  arm: NamedArm,
  rows: readonly GradedRow[],
  voted: readonly boolean[],
): ArmSummary {
  const outcomes = rows.map((row) => row.outcomes[arm.name] as ArmOutcome);
  const right = outcomes.map((outcome) => outcome.right);
  const calls = sum(outcomes.map((outcome) => outcome.calls)) ?? 0;
  const wrongAgreement = outcomes.flatMap(({ right: ok, agreement }) =>
    ok || agreement === null ? [] : agreement,
  );
  const forecasts = outcomes.flatMap(({ confidence, right: ok }) =>
    confidence === null ? [] : { confidence, right: ok },
  );
  return {
    name: arm.name,
    type: arm.type,
    accuracy: wilson(right.filter(Boolean).length, rows.length),
    right: right.filter(Boolean).length,
    calls: calls / Math.max(1, rows.length),
    tokens: mean(outcomes.map(({ tokens }) => tokens)),
    usd: mean(outcomes.map(({ usd }) => usd)),
    unread: (sum(outcomes.map(({ unread }) => unread)) ?? 0) / Math.max(1, calls),
    truncated: (sum(outcomes.map(({ truncated }) => truncated)) ?? 0) / Math.max(1, calls),
    agreementWhenWrong: wrongAgreement.length === 0 ? null : mean(wrongAgreement),
    failed: outcomes.filter(({ error }) => error !== undefined).length,
    calibration: calibrationOf(forecasts),
    againstVote: arm.type === "vote" ? null : pairedDifference(right, voted),
    fixed: right.filter((ok, index) => ok && !voted[index]).length,
    broken: right.filter((ok, index) => !ok && voted[index]).length,
    flips: countArmFlips(rows, arm.name, voted),
  };
}

/** Compares every member's answer before and after the debate; `null` if nobody revised. */
function countArmFlips(
  rows: readonly GradedRow[],
  name: string,
  voted: readonly boolean[],
): ArmSummary["flips"] {
  const flips: Flip[] = rows.flatMap(({ grade, outcomes }, row) => {
    const rounds = outcomes[name]?.debate?.rounds ?? [];
    const last = rounds.at(-1);
    if (rounds.length < 2 || !last) return [];
    return last.positions.map((after, member) => {
      const before = rounds[0]?.positions[member];
      return {
        before: grade(before?.answer),
        after: grade(after.answer),
        changed: rounds.some(({ positions }) => positions[member]?.changed),
        voteRight: voted[row] ?? false,
      };
    });
  });
  return flips.length === 0 ? null : countFlips(flips);
}

/** Fills in the member with the most right answers. Chosen in hindsight, so these arms are an upper bound. */
function chooseBestMember(arms: readonly NamedArm[], rows: readonly GradedRow[]): void {
  const bestMemberArms = arms.filter(({ type }) => type === "best_member");
  const size = rows[0]?.independent.rounds[0]?.positions.length ?? 0;
  const scores = Array.from(
    { length: size },
    (_, member) =>
      rows.filter(({ grade, independent }) =>
        grade(independent.rounds[0]?.positions[member]?.answer),
      ).length,
  );
  const member = scores.indexOf(Math.max(...scores));
  for (const { grade, independent, outcomes } of rows) {
    const position = independent.rounds[0]?.positions[member];
    if (position === undefined) continue;
    for (const { name } of bestMemberArms) outcomes[name] = scoreMember(position, grade);
  }
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((a, b) => (a === null || b === null ? null : a + b), 0);
}

function mean(values: readonly (number | null)[]): number | null {
  const total = sum(values);
  return total === null || values.length === 0 ? null : total / values.length;
}

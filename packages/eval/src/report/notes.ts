import { formatCount, formatMoney } from "@rostrum/core/export";
import type { GradingSummary } from "../grading/summary.ts";
import type { EvalReport } from "../summary.ts";

/** Caveats to read before comparing figures. */
export function writeNotes(report: EvalReport): string[] {
  const { questions, asked, unanswered, spent, stopped, arms } = report;
  const ofTotal = questions === asked ? "" : ` of ${asked.toLocaleString("en-US")}`;
  const failed = arms.filter((arm) => arm.failed > 0);
  const failures = failed.map(({ name, failed: count }) => `${name} ${count}`).join(", ");
  const notes: (string | false)[] = [
    `${formatCount(questions, "question")}${ofTotal}, the same for every arm; intervals are 95 %.`,
    `Arms share samples: ${formatCount(spent.calls, "call")} were made, for ${formatMoney(spent.usd)}. Calls, tokens and ` +
      `$ are what each arm alone would use per question.`,
    arms.some(({ againstVote }) => againstVote !== null) &&
      "p is McNemar's exact test with Holm's correction for the arms compared. An arm is called better or " +
        "worse only if p < 0.05 and its interval excludes zero.",
    arms.some(({ type }) => HINDSIGHT.has(type)) &&
      "oracle and best_member use the right answers: they are bounds, not methods.",
    unanswered > 0 &&
      `${formatCount(unanswered, "question")} left out of every arm, because the first answers failed: with ` +
        "failures counted as wrong, accuracy would be lower.",
    failed.length > 0 && `Failed debates count as wrong: ${failures}.`,
    ...(report.grading ? writeGradingNotes(report.grading) : []),
    stopped !== null && `Stopped early: ${stopped}. The report has the finished questions.`,
  ];
  return notes.filter((note) => note !== false);
}

/** Arms that need the right answer, so they can't be used on new questions. */
export const HINDSIGHT: ReadonlySet<string> = new Set(["oracle", "best_member"]);

/** Explains how answers were graded, and how far graders agree. */
function writeGradingNotes(grading: GradingSummary): string[] {
  const { by, model, spent, answers, failed, rules, orders } = grading;
  const method = by === "rubric" ? "graded by a rubric" : "compared with the known answers";
  const modelNote =
    `${model} ${method} ${formatCount(answers, "wording")}` +
    `${by === "rubric" ? "" : " that the rules were not certain of"}: ` +
    `${formatCount(spent.calls, "call")}, ${formatMoney(spent.usd)}.`;
  const orderNote =
    orders.compared === 0
      ? ""
      : ` With the answers in the opposite order it contradicted itself on ${orders.differ} of ${orders.compared}${orders.differ > 0 ? "; there the rules decided" : ""}.`;
  const unusableNote =
    failed === 0 ? "" : ` On ${failed} it said nothing usable; the rules graded them.`;
  return [
    modelNote,
    `Rules and model differ on ${rules.differ} of ${rules.compared}; the model's word counts.${orderNote}${unusableNote}`,
  ];
}

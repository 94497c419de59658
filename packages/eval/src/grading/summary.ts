import { listGolds } from "../datasets/item.ts";
import type { EvalRow, GradedAnswer } from "../outcome.ts";
import type { Grader } from "./grader.ts";

/** An answer on which graders differ. */
export interface GradingDisagreement extends GradedAnswer {
  id: string;
  question: string;
  golds: string[];
}

/** Grading by a model, and how far graders agree. */
export interface GradingSummary {
  by: "comparer" | "rubric";
  model: string;
  /** Calls made, and their cost; included in the evaluation's `spent`. */
  spent: { calls: number; usd: number | null };
  /** Distinct answers that the model graded. */
  answers: number;
  /** Answers graded by the rules because the model's reply was unusable. */
  failed: number;
  /** Answers that the model graded without contradicting itself, and on how many the rules differ. */
  rules: { compared: number; differ: number };
  /** Answers that the model graded in both orders, and on how many it contradicted itself. */
  orders: { compared: number; differ: number };
  disagreements: GradingDisagreement[];
}

export function summarizeGrading(
  { by, model, spent }: Pick<Grader, "by" | "model" | "spent">,
  rows: readonly EvalRow[],
): GradingSummary {
  const all = rows.flatMap(({ item, graded = [] }) =>
    graded.map((answer) => ({
      id: item.id,
      question: item.question,
      golds: listGolds(item),
      ...answer,
    })),
  );
  const usable = all.filter(({ model: words }) => words.every((word) => word !== null));
  const twice = usable.filter(({ model: words }) => words.length > 1);
  const contradictory = twice.filter(({ model: [one, other] }) => one !== other);
  const sure = usable.filter((answer) => !contradictory.includes(answer));
  const disputed = sure.filter(({ model: [word], rules }) => word !== rules);
  return {
    by,
    model,
    spent: { ...spent },
    answers: all.length,
    failed: all.length - usable.length,
    rules: { compared: sure.length, differ: disputed.length },
    orders: { compared: twice.length, differ: contradictory.length },
    disagreements: [...contradictory, ...disputed],
  };
}

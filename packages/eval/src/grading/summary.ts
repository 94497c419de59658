import { listGolds } from "../datasets/item.ts";
import type { EvalRow, GradedAnswer } from "../outcome.ts";
import type { Grader } from "./grader.ts";

/** An answer on which graders differ. */
export interface GradingDisagreement extends GradedAnswer {
  id: string;
  question: string;
  golds: string[];
}

/** How a model graded, and how far graders agree. */
export interface GradingSummary {
  by: "comparer" | "rubric";
  model: string;
  /** Calls really made, and what they cost; also part of the evaluation's `spent`. */
  spent: { calls: number; usd: number | null };
  /** Answers that the model was asked about: different wordings of each question. */
  answers: number;
  /** Answers on which its reply was unusable; the rules graded them. */
  failed: number;
  /** Answers that the model graded without contradicting itself, and on how many the rules differ. */
  rules: { compared: number; differ: number };
  /** Answers that the model graded in both orders, and on how many it contradicted itself. */
  orders: { compared: number; differ: number };
  disagreements: GradingDisagreement[];
}

export function summariseGrading(
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
  const torn = twice.filter(({ model: [one, other] }) => one !== other);
  const sure = usable.filter((answer) => !torn.includes(answer));
  const against = sure.filter(({ model: [word], rules }) => word !== rules);
  return {
    by,
    model,
    spent: { ...spent },
    answers: all.length,
    failed: all.length - usable.length,
    rules: { compared: sure.length, differ: against.length },
    orders: { compared: twice.length, differ: torn.length },
    disagreements: [...torn, ...against],
  };
}

/*
 * Intervals for panels that share questions: a panel that is drawn brings all its questions, and a question that is drawn
 * counts in all panels. Drawing questions alone says nothing about other panels, and the other way round.
 */
import { createRandom } from "../../packages/core/src/record/random.ts";

/** One question under one panel. */
export interface PanelCase {
  panel: number;
  question: number;
}

const DRAWS = 400;

/** How often each of so many was drawn, with replacement. */
function drawCounts(count: number, random: () => number): number[] {
  const counts = Array.from({ length: count }, () => 0);
  for (let draw = 0; draw < count; draw++) {
    const at = Math.floor(random() * count);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** The sum of one value over that of another, with the middle 95 % of what it is when panels and questions are drawn anew. */
export function estimateRatio<T extends PanelCase>(
  cases: readonly T[],
  top: (each: T) => number,
  bottom: (each: T) => number = () => 1,
): { value: number; low: number; high: number } {
  const random = createRandom("panels and questions");
  const count = (part: keyof PanelCase): number =>
    1 + cases.reduce((most, each) => Math.max(most, each[part]), 0);
  const [panels, questions] = [count("panel"), count("question")];
  const sums = cases.map((each) => ({ ...each, top: top(each), bottom: bottom(each) }));
  const ratioOf = (weigh: (each: PanelCase) => number): number => {
    let [above, below] = [0, 0];
    for (const each of sums) {
      const weight = weigh(each);
      above += weight * each.top;
      below += weight * each.bottom;
    }
    return above / below;
  };
  const drawn = Array.from({ length: DRAWS }, () => {
    const [ofPanel, ofQuestion] = [drawCounts(panels, random), drawCounts(questions, random)];
    return ratioOf(({ panel, question }) => (ofPanel[panel] ?? 0) * (ofQuestion[question] ?? 0));
  })
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const at = (part: number): number => drawn[Math.floor(part * drawn.length)] ?? Number.NaN;
  return { value: ratioOf(() => 1), low: at(0.025), high: at(0.975) };
}

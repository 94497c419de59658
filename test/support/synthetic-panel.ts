import { createRandom } from "../../packages/core/src/record/random.ts";
import type { LabelledReplies } from "../../packages/eval/src/index.ts";

/** Questions with two answers each, and members that are right this often, independently of each other. */
export function syntheticRows(
  right: Readonly<Record<string, number>>,
  count: number,
  seed: number | string,
): LabelledReplies[] {
  const random = createRandom(`rows ${seed}`);
  return Array.from({ length: count }, (_, row) => ({
    gold: String(row),
    replies: Object.fromEntries(
      Object.entries(right).map(([name, share]) => [
        name,
        `Answer: ${random() < share ? row : row + 5000}`,
      ]),
    ),
  }));
}

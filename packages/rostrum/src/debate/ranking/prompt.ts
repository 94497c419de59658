import type { BallotCount } from "../../decide/index.ts";
import { fenced, type FenceSource } from "../fence.ts";
import { QUOTED } from "../prompts/shared.ts";

export const RANKING: string =
  "You rank replies to a question by how well they answer it: whether they are right, complete and well " +
  "supported. Length, style and confidence don't count. You don't know whose they are. " +
  QUOTED;

export function rankingTask(count: BallotCount): string {
  if (count === "approval") {
    return (
      "Which of these replies would you stand behind? List the numbers of those, the best first, and leave " +
      'out the others. Reply with one JSON object: {"ranking": [2, 1]}. The list may be empty.'
    );
  }
  return (
    "Rank all of these replies by their numbers, the best first. Reply with one JSON object: " +
    '{"ranking": [2, 1]}.'
  );
}

/** The numbered replies, each in a fence, and what to do with them. */
export function rankingTurn(
  source: FenceSource,
  items: readonly string[],
  around: readonly string[],
  count: BallotCount,
): string {
  const quotes = items.map((text, index) => ({ label: `reply ${index + 1}`, text }));
  const blocks = fenced(source, quotes, [source.question, ...around]);
  return [...blocks, rankingTask(count)].join("\n\n");
}

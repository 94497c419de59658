import type { BallotCount } from "../../decide/ranking.ts";
import { fenceQuotes } from "./marks.ts";
import { listSchema, NUMBER, objectSchema, withDescription } from "./schemas.ts";
import { QUOTED } from "./prompt-sets.ts";

export const RANKING: string =
  "You rank replies to a question by how well they do what was asked: whether they are right, complete and " +
  "clear, and well supported where that matters. Length and confidence don't count. You don't know whose they are. " +
  QUOTED;

export function rankingTask(count: BallotCount): string {
  if (count === "approval") {
    return (
      "Which of these replies would you stand behind? List the numbers of those, the best first, and leave " +
      "out the others; the list may be empty."
    );
  }
  return (
    "Rank all of these replies by their numbers, the best first. Replies that say the same may be better or " +
    "worse in how well they say it."
  );
}

export const RANKING_SCHEMA: object = objectSchema({
  ranking: withDescription(listSchema(NUMBER), "numbers, the best first"),
});

/** The numbered replies, each in a fence, and the instructions for ranking them. */
export function rankingTurn(mark: string, items: readonly string[], count: BallotCount): string {
  const quotes = items.map((text, index) => ({ label: `reply ${index + 1}`, text }));
  return [...fenceQuotes(mark, quotes), rankingTask(count)].join("\n\n");
}

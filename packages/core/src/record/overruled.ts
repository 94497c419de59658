import type { PartialResult, TallyRow } from "../protocol/result.ts";
import { clipLine } from "../visible.ts";
import { formatCount } from "../words.ts";

/** Deciding authority, at the beginning of a sentence. Other methods are custom rules. */
const DECIDERS: Readonly<Record<string, string>> = {
  judged: "The judge",
  verified: "The checker",
  majority: "The checker",
  weighted: "The weighting",
  posterior: "The calibrated weighting",
  central: "The most central reply",
  ranked: "The ranking",
};

/** Keeps the whole sentence within a line of 200 characters. */
const MAX_ANSWER_CHARS = 45;
const MAX_RULE_CHARS = 24;

type Decided = Pick<
  PartialResult,
  "decision" | "winner" | "answer" | "agreement" | "scores" | "review"
>;

/** The largest group and the one behind the answer, if these differ. Null otherwise, and after a person's review. */
export function findOverruled(
  result: Decided,
): { largest: TallyRow; winning: TallyRow | null } | null {
  const { winner, answer, agreement, scores, review } = result;
  const { tally } = result.decision;
  if (review !== undefined) return null;
  // Without a comparison the supporters are unknown, and an average has none.
  if (answer === null || agreement === null || scores !== undefined || tally.length === 0)
    return null;
  const largest = tally.reduce((largestRow, row) =>
    row.votes > largestRow.votes ? row : largestRow,
  );
  const winning =
    agreement === 0
      ? undefined
      : tally.find(({ debaters }) => winner !== null && debaters.includes(winner));
  return largest.votes <= (winning?.votes ?? 0) ? null : { largest, winning: winning ?? null };
}

/** Warns if the answer is not that of the largest group. */
export function listOverruled(result: Decided): string[] {
  const overruled = findOverruled(result);
  if (!overruled) return [];
  const { method } = result.decision;
  const { largest, winning } = overruled;
  const decider = DECIDERS[method] ?? `The rule ${clipLine(method, MAX_RULE_CHARS)}`;
  const supporters =
    winning && winning.votes > 0
      ? `, ${formatCount(winning.votes, "member")} ${quoteRow(winning)}`
      : "";
  const noSupport = supporters === "" ? ", and no member gave this answer" : "";
  return [
    `${decider} decided against the largest group: ${formatCount(largest.votes, "member")} answered ` +
      `${quoteRow(largest)}${supporters}${noSupport}.`,
  ];
}

function quoteRow({ label, answer }: TallyRow): string {
  return `"${clipLine(label ?? answer, MAX_ANSWER_CHARS)}"`;
}

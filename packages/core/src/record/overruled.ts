import type { PartialResult, TallyRow } from "../protocol/result.ts";
import { clipLine } from "../visible.ts";
import { formatCount } from "../format.ts";

/** Deciding authority, at the beginning of a sentence. Other methods are custom rules. */
const DECIDERS: ReadonlyMap<string, string> = new Map([
  ["judged", "The judge"],
  ["verified", "The checker"],
  // A majority vote loses to a smaller group only if a check vetoed the largest one.
  ["majority", "The checker"],
  ["weighted", "The weighting"],
  ["posterior", "The calibrated weighting"],
  ["central", "The most central reply"],
  ["ranked", "The ranking"],
]);

/** Keeps the whole sentence within a line of 200 characters. */
const MAX_ANSWER_CHARS = 45;
const MAX_RULE_CHARS = 24;

type Decided = Pick<
  PartialResult,
  "decision" | "winner" | "answer" | "agreement" | "scores" | "review"
>;

/** A decision against the largest group. */
export interface Overruled {
  /** The decider, at the beginning of a sentence: "The judge". */
  decider: string;
  largest: TallyRow;
  /** Group of the answer. `null` if no member gave it. */
  winning: TallyRow | null;
}

/** Finds out who decided against the largest group. `null` if nobody did, and after a person's review. */
export function findOverruled(result: Decided): Overruled | null {
  const { winner, answer, agreement, scores, review } = result;
  const { tally, method } = result.decision;
  if (review !== undefined) return null;
  // Without a comparison the supporters are unknown, and an average has none.
  if (answer === null || agreement === null || scores !== undefined || tally.length === 0)
    return null;
  const largest = tally.reduce((largestRow, row) =>
    row.votes > largestRow.votes ? row : largestRow,
  );
  const winningRow = tally.find(({ debaters }) => winner !== null && debaters.includes(winner));
  const support = agreement === 0 ? 0 : (winningRow?.votes ?? 0);
  if (largest.votes <= support) return null;
  const decider = DECIDERS.get(method) ?? `The rule ${clipLine(method, MAX_RULE_CHARS)}`;
  return { decider, largest, winning: support > 0 ? (winningRow ?? null) : null };
}

/** Warns if the answer is not that of the largest group. */
export function listOverruled(result: Decided): string[] {
  const overruled = findOverruled(result);
  if (overruled === null) return [];
  const { decider, largest, winning } = overruled;
  const supporters =
    winning === null ? "" : `, ${formatCount(winning.votes, "member")} ${quoteRow(winning)}`;
  const noSupport = supporters === "" ? ", and no member gave this answer" : "";
  return [
    `${decider} decided against the largest group: ${formatCount(largest.votes, "member")} answered ` +
      `${quoteRow(largest)}${supporters}${noSupport}.`,
  ];
}

function quoteRow({ label, answer }: TallyRow): string {
  return `"${clipLine(label ?? answer, MAX_ANSWER_CHARS)}"`;
}

import type { PartialResult, TallyRow } from "../protocol/result.ts";
import { clipLine } from "../visible.ts";

/** Who decided, at the beginning of a sentence. Rules that aren't listed are the caller's own. */
const DECIDERS: Readonly<Record<string, string>> = {
  judged: "The judge",
  verified: "The checker",
  majority: "The checker",
  weighted: "The weighting",
  posterior: "The calibrated weighting",
  central: "The most central reply",
  ranked: "The ranking",
};

/** So that the whole sentence fits into a line of 200 characters. */
const MAX_ANSWER_CHARS = 45;
const MAX_RULE_CHARS = 24;

/** A warning if the answer is not that of the largest group of members; empty otherwise, and after a person's review. */
export function listOverruled(
  result: Pick<PartialResult, "decision" | "winner" | "answer" | "agreement" | "scores" | "review">,
): string[] {
  const { winner, answer, agreement, scores, review } = result;
  const { tally, method } = result.decision;
  if (review !== undefined) return [];
  // Without a comparison it isn't known whose answer it is, and an average is nobody's.
  if (answer === null || agreement === null || scores !== undefined || tally.length === 0)
    return [];
  const largest = tally.reduce((most, row) => (row.votes > most.votes ? row : most));
  const stated = tally.find(({ debaters }) => winner !== null && debaters.includes(winner));
  const support = agreement === 0 ? 0 : (stated?.votes ?? 0);
  if (largest.votes <= support) return [];
  const decider = DECIDERS[method] ?? `The rule ${clipLine(method, MAX_RULE_CHARS)}`;
  const others = stated && support > 0 ? `, ${countMembers(support)} ${quoteRow(stated)}` : "";
  const none = others === "" ? ", and nobody the answer given here" : "";
  return [
    `${decider} decided against the largest group: ${countMembers(largest.votes)} answered ` +
      `${quoteRow(largest)}${others}${none}.`,
  ];
}

function countMembers(count: number): string {
  return count === 1 ? "1 member" : `${count} members`;
}

function quoteRow({ label, answer }: TallyRow): string {
  return `"${clipLine(label ?? answer, MAX_ANSWER_CHARS)}"`;
}

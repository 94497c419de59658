import type { PartialResult } from "@rostrum/core/protocol";
import { numberAnswers, chooseAnswerText, formatCount, formatReasons } from "@rostrum/core/export";
import { findLatestVotes } from "@rostrum/core/decide";
import { findAnswerNumber } from "../record/find-answer-number.ts";
import { shorten } from "@rostrum/core/support";

const MAX_ARGUMENT_CHARS = 1500;

/** An answer that a person may choose, with the arguments for it. */
export interface AnswerOption {
  answer: string;
  /** The group's description of it. */
  label: string | null;
  debaters: string[];
  /** Number of the answer in the debate. Null if no debater gave it. */
  number: number | null;
  /** True for the panel's answer: choosing it confirms the panel. */
  isPanelAnswer: boolean;
  /** Number of votes, or the author of the answer. */
  support: string;
  arguments: { debater: string; text: string }[];
}

/** Answers with votes, the panel's own first. */
export function listAnswerOptions(result: PartialResult): AnswerOption[] {
  const { rounds, decision } = result;
  const numbers = numberAnswers(rounds);
  const decided = chooseAnswerText(result);
  const votes = findLatestVotes(rounds, rounds.at(-1)?.positions.length ?? 0);
  const listArguments = (debaters: readonly string[]): AnswerOption["arguments"] =>
    votes.flatMap((vote) =>
      vote && debaters.includes(vote.debater)
        ? [{ debater: vote.debater, text: shortenArgument(vote.reasoning || vote.text) }]
        : [],
    );
  const options = decision.tally.map((row) => ({
    answer: row.answer,
    label: row.label ?? null,
    debaters: row.debaters,
    number: findAnswerNumber(rounds, numbers, row.answer),
    isPanelAnswer: row.answer === decided,
    support: formatCount(row.votes, "vote"),
    arguments: listArguments(row.debaters),
  }));
  // A judge may have written an answer that no debater gave.
  const judgeOptions =
    decided === "" || options.some((option) => option.isPanelAnswer)
      ? []
      : [
          {
            answer: decided,
            label: null,
            debaters: [],
            number: null,
            isPanelAnswer: true,
            support: result.findings ? "checked one by one" : "the judge's own",
            arguments: [{ debater: "", text: shortenArgument(formatReasons(result.reasoning)) }],
          },
        ];
  return [...judgeOptions, ...options].sort(
    (a, b) => Number(b.isPanelAnswer) - Number(a.isPanelAnswer),
  );
}

/** Shortens an argument. Keeps its line breaks. */
function shortenArgument(text: string): string {
  return shorten(text, MAX_ARGUMENT_CHARS);
}

import { latestVotes } from "../../../../rostrum/src/decide/index.ts";
import { answerNumbers } from "../../../../rostrum/src/export/answer-numbers.ts";
import { answerWords } from "../../../../rostrum/src/export/phrases.ts";
import type { PartialResult } from "../../../../rostrum/src/protocol/result.ts";
import { numberOfAnswer } from "../../record/number-of-answer.ts";

/** An answer that a person may choose, with the arguments for it. */
export interface AnswerOption {
  answer: string;
  /** The number of the answer in the debate; `null` if no debater gave it. */
  number: number | null;
  /** Whether it is the panel's answer, so that choosing it confirms the panel. */
  decided: boolean;
  votes: number;
  arguments: { debater: string; text: string }[];
}

/** Every answer that got votes, the panel's own first. */
export function answerOptions(result: PartialResult): AnswerOption[] {
  const { rounds, decision } = result;
  const numbers = answerNumbers(rounds);
  const decided = answerWords(result.answer, result.unit);
  const votes = latestVotes(rounds, rounds.at(-1)?.positions.length ?? 0);
  const said = (debaters: readonly string[]): AnswerOption["arguments"] =>
    votes.flatMap((vote) =>
      vote && debaters.includes(vote.debater)
        ? [{ debater: vote.debater, text: vote.reasoning || vote.text }]
        : [],
    );
  const options = decision.tally.map((row) => ({
    answer: row.answer,
    number: numberOfAnswer(rounds, numbers, row.answer),
    decided: row.answer === decided,
    votes: row.votes,
    arguments: said(row.debaters),
  }));
  // A judge may have written an answer that no debater gave.
  const own =
    decided === "" || options.some((option) => option.decided)
      ? []
      : [
          {
            answer: decided,
            number: null,
            decided: true,
            votes: 0,
            arguments: [{ debater: "", text: result.reasoning }],
          },
        ];
  return [...own, ...options].sort((a, b) => Number(b.decided) - Number(a.decided));
}

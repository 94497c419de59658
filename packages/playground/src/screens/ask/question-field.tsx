import type { VNode } from "preact";
import { arithmetic } from "@rostrum/eval";
import { LIMITS_IN_WORDS, whyNotArithmetic } from "@rostrum/embedded/arithmetic";

interface QuestionFieldProps {
  value: string;
  change(question: string): void;
}

/** Returns a question on which the networks often disagree. */
export function createHardQuestion(seed: number): string {
  return arithmetic({ form: "two_triples", count: 1, seed })[0]?.question ?? "What is 97*74*78?";
}

/** Reason for which the networks can't answer a question. Null if they can. */
export function findProblem(question: string): string | null {
  if (question.trim() === "") return "Type a sum.";
  if (question.length > 500) return "Expected at most 500 characters. Shorten the question.";
  const reason = whyNotArithmetic(question);
  return reason === null
    ? null
    : `The networks can't answer this: ${reason}. They do ${LIMITS_IN_WORDS}.`;
}

/** Field for an arithmetic question that checks whether the networks can answer it. */
export function QuestionField({ value, change }: QuestionFieldProps): VNode {
  const problem = value.trim() === "" ? null : findProblem(value);
  return (
    <div class="play-question">
      <label>
        Question
        <input
          type="text"
          inputMode="text"
          autoComplete="off"
          spellcheck={false}
          maxLength={500}
          value={value}
          aria-describedby="question-help"
          aria-invalid={problem !== null}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </label>
      <p id="question-help" class={problem === null ? "dim small" : "small-problem"} role="status">
        {problem ?? `A sum of ${LIMITS_IN_WORDS}.`}
      </p>
    </div>
  );
}

import type { Reading } from "../../protocol/answer.ts";
import { readFrom, type Expected } from "./ask-readable.ts";
import { describeAnswerForm, shortenLine } from "../prompts/reply-form.ts";
import type { DebateState, ReadReply } from "../state/state.ts";

type AnswerState = Pick<DebateState, "config" | "reader">;

/** Describes the expected answer and what is wrong with the reply. */
export function expectAnswer(state: AnswerState): Expected {
  return (reply, call) => {
    const problem = explainUnread(state, readFrom(reply.text, call).reading);
    const form = describeAnswerForm(state.config.answer);
    return problem === null ? form : `${form} (${problem})`;
  };
}

/** Says what was expected instead of a reply that was not read. */
export function describeUnread(
  form: string,
  { reading, text, problem }: Pick<ReadReply, "reading" | "text" | "problem">,
): string {
  if (problem !== undefined) return `expected ${form} (${problem})`;
  const line = shortenLine(reading.answer ?? text, MAX_QUOTE_LENGTH);
  return `expected ${form}; got ${line === "" ? "an empty reply" : `"${line}"`}`;
}

const MAX_QUOTE_LENGTH = 100;
const MAX_PROBLEM_LENGTH = 600;

/** Reason why a reply has no answer of the debate's kind; `null` if the kind can't say more. */
export function explainUnread({ reader }: AnswerState, reading: Reading): string | null {
  const { isOpen, differ } = reading;
  if (isOpen) return "its answer section has no end line";
  if (differ !== undefined)
    return `it has ${differ} with different ${differ === "JSON fields of one name" ? "values" : "answers"}`;
  const problem = reader?.explain?.(reading) ?? null;
  return problem === null ? null : shortenLine(problem, MAX_PROBLEM_LENGTH);
}

import { EmbeddedRefusalError } from "./request.ts";
import { LIMITS_IN_WORDS } from "./words/limits.ts";

const WAYS_TO_A_MODEL =
  "For other questions use a general model: set a provider's key (such as ANTHROPIC_API_KEY, OPENAI_API_KEY " +
  "or GEMINI_API_KEY) and name one of its models, start a local server such as Ollama (ollama/<model>), or " +
  "pass any function as the model.";

const MAX_QUESTION_CHARS = 120;

/** Error that says what the debater can do, what it got, and what to use instead. */
export function refuseQuestion(
  question: string,
  reason: string,
  /** True if the question has context: an earlier debate, or documents. */
  hasContext: boolean,
): EmbeddedRefusalError {
  const contextHint = hasContext
    ? "It reads only the question and nothing that came before, so repeat the numbers in the question. "
    : "";
  return new EmbeddedRefusalError(
    `the embedded debater can't answer ${quoteQuestion(question)}: ${reason}. ${contextHint}` +
      `It does arithmetic with ${LIMITS_IN_WORDS}, such as "What is 12+15*21+0-3*27?". ${WAYS_TO_A_MODEL}`,
  );
}

export function refuseToJudge(): EmbeddedRefusalError {
  return new EmbeddedRefusalError(
    "the embedded debater can't be a judge: it does arithmetic and can't judge what others say. " +
      `Leave the judge out to decide by vote, or name another model as judge. ${WAYS_TO_A_MODEL}`,
  );
}

/** Shortens the question, and removes control characters that a terminal would interpret. */
function quoteQuestion(question: string): string {
  const plain = question.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  const characters = [...plain];
  return `"${characters.length > MAX_QUESTION_CHARS ? `${characters.slice(0, MAX_QUESTION_CHARS).join("")}…` : plain}"`;
}

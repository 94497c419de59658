import { EmbeddedRefusalError } from "./request.ts";
import { LIMITS_IN_WORDS } from "./words/limits.ts";

const WAYS_TO_A_MODEL =
  "For other questions use a general model: set a provider's key (such as ANTHROPIC_API_KEY, OPENAI_API_KEY " +
  "or GEMINI_API_KEY) and name one of its models, start a local server such as Ollama (ollama/<model>), or " +
  "pass any function as the model.";

const SHOWN = 120;

/** Says what the debater can do, what it got, and what to use instead. */
export function refuseQuestion(
  question: string,
  reason: string,
  /** Something came before the question: an earlier debate, or documents. */
  follows: boolean,
): EmbeddedRefusalError {
  const alone = follows
    ? "It reads only the question and nothing that came before, so repeat the numbers in the question. "
    : "";
  return new EmbeddedRefusalError(
    `the embedded debater can't answer ${quoteQuestion(question)}: ${reason}. ${alone}` +
      `It does arithmetic with ${LIMITS_IN_WORDS}, such as "What is 12+15*21+0-3*27?". ${WAYS_TO_A_MODEL}`,
  );
}

export function refuseToJudge(): EmbeddedRefusalError {
  return new EmbeddedRefusalError(
    "the embedded debater can't be a judge: it does arithmetic and can't judge what others say. " +
      `Leave the judge out to decide by vote, or name another model as judge. ${WAYS_TO_A_MODEL}`,
  );
}

/** The question, shortened and without anything a terminal would obey. */
function quoteQuestion(question: string): string {
  const plain = question.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  const characters = [...plain];
  return `"${characters.length > SHOWN ? `${characters.slice(0, SHOWN).join("")}…` : plain}"`;
}

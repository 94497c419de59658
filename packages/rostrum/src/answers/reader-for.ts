import type { AnswerKind, AnswerReader, JsonKind } from "../protocol/answer.ts";
import { choiceReader } from "./kinds/choice.ts";
import { customReader } from "./kinds/custom.ts";
import { exactReader } from "./kinds/exact.ts";
import { jsonReader } from "./kinds/json.ts";
import { mathReader } from "./kinds/math.ts";
import { numberReader } from "./kinds/number.ts";
import { draftReader } from "./drafting/read-critique.ts";
import { findingsReader } from "./findings/read-findings.ts";
import { proseReader } from "./kinds/text.ts";
import { AskedQuestion } from "./prose/asked-question.ts";
import { withoutEchoes } from "./unanswered.ts";

/** Every kind as a plain object, whatever its answer type. */
interface Described {
  type: "auto" | "text" | "exact" | "number" | "choice" | "math" | "json" | "findings" | "draft";
  similarity?: number;
  tolerance?: number;
  options?: readonly string[];
  by?: readonly string[];
}

function builtIn(
  kind: Described,
  question: string,
): AnswerReader<never> | AnswerReader<string> | AnswerReader<number> | null {
  const asked = new AskedQuestion(question);
  switch (kind.type) {
    case "auto":
      return null;
    case "text":
      return withoutEchoes(asked, proseReader(asked.understood(), kind.similarity));
    case "exact":
      return exactReader();
    case "number":
      return withoutEchoes(asked, numberReader(kind.tolerance));
    case "choice":
      return withoutEchoes(asked, choiceReader(kind.options, question));
    case "math":
      return withoutEchoes(asked, mathReader());
    case "draft":
      return draftReader();
    case "findings":
      return findingsReader() as AnswerReader<never>;
    case "json":
      return jsonReader((kind as unknown as JsonKind<never>).schema, kind.by);
  }
}

/**
 * Prepares a kind for one debate. `null` for `auto`, which needs round 0 first: see `autoReader`.
 * The kind must have been validated.
 */
export function readerFor<A>(kind: AnswerKind<A>, question: string): AnswerReader<A> | null {
  if (typeof kind === "object" && "read" in kind) return customReader(kind);
  const described = (typeof kind === "string" ? { type: kind } : kind) as Described;
  // The kind's type says what its reader returns, but the compiler can't see that from the switch.
  return builtIn(described, question) as unknown as AnswerReader<A> | null;
}

import type { AnswerKind, AnswerReader, JsonKind } from "../protocol/answer.ts";
import { draftReader } from "./drafting/read-critique.ts";
import { findingsReader } from "./findings/read-findings.ts";
import { choiceReader } from "./kinds/choice.ts";
import { customReader } from "./kinds/custom.ts";
import { exactReader } from "./kinds/exact.ts";
import { jsonReader } from "./kinds/json.ts";
import { mathReader } from "./kinds/math.ts";
import { numberReader } from "./kinds/number.ts";
import { textReader } from "./kinds/text.ts";

/** Every kind as a plain object, whatever its answer type. */
interface DescribedKind {
  type: "auto" | "text" | "exact" | "number" | "choice" | "math" | "json" | "findings" | "draft";
  similarity?: number;
  tolerance?: number;
  options?: readonly string[];
  by?: readonly string[];
}

function builtInReader(kind: DescribedKind, question: string): unknown {
  switch (kind.type) {
    case "auto":
      return null;
    case "text":
      return textReader(question, kind.similarity);
    case "exact":
      return exactReader();
    case "number":
      return numberReader(kind.tolerance, question);
    case "choice":
      return choiceReader(kind.options, question);
    case "math":
      return mathReader();
    case "draft":
      return draftReader();
    case "findings":
      return findingsReader();
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
  const described = (typeof kind === "string" ? { type: kind } : kind) as DescribedKind;
  // The kind's type says what its reader returns, but the compiler can't see that from the switch.
  return builtInReader(described, question) as AnswerReader<A> | null;
}

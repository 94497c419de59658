import type { AnswerKind, AnswerReader, JsonKind } from "../protocol/answer.ts";
import { choiceReader } from "./kinds/choice.ts";
import { customReader } from "./kinds/custom.ts";
import { exactReader } from "./kinds/exact.ts";
import { jsonReader } from "./kinds/json.ts";
import { mathReader } from "./kinds/math.ts";
import { numberReader } from "./kinds/number.ts";
import { textReader } from "./kinds/text.ts";

/** Every kind as a plain object, whatever its answer type. */
interface Described {
  type: "auto" | "text" | "exact" | "number" | "choice" | "math" | "json";
  similarity?: number;
  tolerance?: number;
  options?: readonly string[];
}

function builtIn(
  kind: Described,
  question: string,
): AnswerReader<never> | AnswerReader<string> | AnswerReader<number> | null {
  switch (kind.type) {
    case "auto":
      return null;
    case "text":
      return textReader(kind.similarity);
    case "exact":
      return exactReader();
    case "number":
      return numberReader(kind.tolerance);
    case "choice":
      return choiceReader(kind.options, question);
    case "math":
      return mathReader();
    case "json":
      return jsonReader((kind as unknown as JsonKind<never>).schema);
  }
}

/**
 * Makes a kind ready for one debate. `null` for `auto`, which needs round 0 first: see `autoReader`.
 * The kind must have been validated.
 */
export function readerFor<A>(kind: AnswerKind<A>, question: string): AnswerReader<A> | null {
  if (typeof kind === "object" && "read" in kind) return customReader(kind);
  const described = (typeof kind === "string" ? { type: kind } : kind) as Described;
  // The kind's type says what its reader gives; the switch can't show that to the compiler.
  return builtIn(described, question) as unknown as AnswerReader<A> | null;
}

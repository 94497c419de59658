import { quotable, type QuotableText } from "../../answers/index.ts";
import { quoteSources } from "../../record/index.ts";
import type { DebateState } from "../state.ts";

/** What findings may quote: the material, and the question where the text to review stands in it. */
export function findingSources({ task }: DebateState): QuotableText[] {
  const { context } = quoteSources([], task.material);
  return [...context(), quotable({ source: "context" }, task.question)];
}

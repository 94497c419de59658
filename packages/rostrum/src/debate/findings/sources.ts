import { quotable, type QuotableText } from "../../answers/index.ts";
import { quoteSources } from "../../record/index.ts";
import type { DebateState } from "../state.ts";

/**
 * What findings may quote: the material. Without any, the text to review stands in the question; next to
 * material, words of the question prove nothing.
 */
export function findingSources({ task }: DebateState): QuotableText[] {
  const context = quoteSources([], task.material).context();
  return context.length > 0 ? context : [quotable({ source: "context" }, task.question)];
}

import { formatFields, readFields } from "./read-fields.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";

/** Describes an answer in one line: named fields instead of JSON, and a refusal as such. May contain Markdown. */
export function describeAnswer(answer: string): string {
  if (readsAsRefusal(answer)) return "declined to answer";
  const fields = readFields(answer);
  return fields ? formatFields(fields) : answer;
}

import { formatFields, readFields } from "./read-fields.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";

/** An answer in words on one line: named fields instead of JSON, and a refusal as such. It may contain Markdown. */
export function describeAnswer(answer: string): string {
  if (readsAsRefusal(answer)) return "declined to answer";
  const fields = readFields(answer);
  return fields ? formatFields(fields) : answer;
}

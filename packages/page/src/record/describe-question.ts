import { classifyTask } from "@rostrum/core/export";
import { type DebateRecord, readOriginalText } from "@rostrum/core/record";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatTitle, stripMarkdown } from "../text/strip-markdown.ts";
import { joinVisibleNames } from "./join-visible-names.ts";

const MAX_PLAN_CHARS = 90;

/** The question as a title. A review is named after what it reviews instead of the instructions to the panel. */
export function describeQuestion({ result, started }: DebateRecord, maxChars: number): string {
  const isReview = started?.rules.answer === "findings";
  const isPlan = result.verdict !== undefined || classifyTask(result.question) === "plan";
  const context = started?.context ?? [];
  const documents = context.flatMap((item) => {
    const original = readOriginalText(item);
    return original ? [{ name: original.of.document ?? "", text: original.text }] : [];
  });
  const [first] = documents;
  if (!isReview || !first) return formatTitle(result.question, maxChars);
  const names = joinVisibleNames(documents.map(({ name }) => name).filter((name) => name !== ""));
  if (!isPlan) return `Review of ${names || "the changes"}`;
  const title = stripMarkdown(first.text.trim().split("\n", 1)[0] ?? "");
  return `Review of ${names || "the plan"}: “${clipLine(escapeInvisible(title), MAX_PLAN_CHARS)}”`;
}

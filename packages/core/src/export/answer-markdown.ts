import type { DebateRecord } from "../record/recorder.ts";
import { restoreFence, writeCode } from "./markdown/restore-fence.ts";

/** Kinds whose answers may be Markdown. In values of other kinds, nothing is. */
const MARKDOWN_KINDS: ReadonlySet<string> = new Set(["auto", "text", "draft"]);
/** Kinds of answers, by what tells them where only the result of a debate is known. */
const KINDS_BY_BASIS: Readonly<Record<string, string>> = {
  behavior: "code",
  judged: "auto",
  lexical: "auto",
};

/** The kind of a debate's answers. */
export function findAnswerKind({
  started,
  result,
}: Pick<DebateRecord, "started" | "result">): string {
  if (started) return started.rules.answer;
  const { basis } = result.decision;
  return typeof result.answer === "object" && result.answer !== null
    ? "json"
    : (KINDS_BY_BASIS[basis] ?? basis);
}

/** An answer to be shown: as Markdown, in which code and values of several lines are in a fence, or as it is. */
export function formatAnswerMarkdown(
  answer: string,
  /** The text that the answer was read from. */
  reply: string,
  kind: string,
): { text: string; isMarkdown: boolean } {
  const text = restoreFence(answer, reply);
  if (text !== answer || MARKDOWN_KINDS.has(kind)) return { text, isMarkdown: true };
  return (kind === "code" && answer !== "") || answer.includes("\n")
    ? { text: writeCode(answer, ""), isMarkdown: true }
    : { text: answer, isMarkdown: false };
}

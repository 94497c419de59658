import { ANSWER_LINE, ASIDE_LINE } from "@rostrum/core/export";
import type { DebateEvent } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";

/** Words that begin the final lines which debaters and judges are asked for. */
const LABELS = ["answer", "final answer", "confidence", "reason for change", "position"];

/** Returns true if an unfinished line may still become a label line, which is not part of the text. */
function mayBecomeLabel(line: string): boolean {
  const words = line
    .replace(/^[\s#>*_-]+/, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  // Only the end of a line about a position shows whether it is a label.
  if (words.startsWith("position")) return true;
  return LABELS.some((label) => label.startsWith(words) || label === words.replace(/[ :*_]+$/, ""));
}

/**
 * The judge's text while it is written, up to the point where it is certain to be part of the answer: everything that is
 * passed on is the beginning of what `formatVerdictText` returns. It is passed on only while the debate has no problems:
 * otherwise a notice must come before the text, and its wording isn't known yet.
 */
export class PartialVerdict {
  /** Everything that was passed on. */
  sent = "";
  /** True while the judge writes and its text is passed on. */
  open = false;
  #raw = "";
  #hasNoProblems = true;
  /** Set when the text was restarted: the rest of it is not passed on. */
  #isStopped = false;

  /** Returns the text that an event adds. */
  apply(event: DebateEvent): string {
    // An answer in JSON is shown without the text around it, and a person may have to release the verdict.
    if (event.type === "debate.started")
      this.#hasNoProblems = !event.rules.answer.startsWith("json") && event.onEscalate !== "wait";
    if (event.type === "debate.debater_failed") this.#hasNoProblems = false;
    if (event.type === "debate.round_completed") {
      const unread = event.standings.some(({ status }) => status === "unread");
      if (unread || (event.agreement ?? 0) < 0.5) this.#hasNoProblems = false;
    }
    if (event.type === "debate.judging") {
      this.open = this.#hasNoProblems && event.mode === "synthesize" && (event.times ?? 1) === 1;
      this.#raw = "";
    }
    if (event.type !== "debate.delta" || !this.open || event.source !== "judge") return "";
    // Sent text can't be taken back. The end of the stream adds what is missing.
    if (event.isNew) this.#isStopped = true;
    if (this.#isStopped) return "";
    this.#raw += event.text;
    return this.#takeCertainText();
  }

  #takeCertainText(): string {
    // A reply in JSON is read when it is complete.
    if (/^\s*[{`]/.test(this.#raw)) return "";
    const lines = this.#raw
      .replaceAll("\r\n", "\n")
      .replace(/[\ud800-\udbff]$/, "")
      .split("\n");
    const unfinishedLine = lines.pop() ?? "";
    const at = lines.findIndex((line) => ANSWER_LINE.test(line));
    const before = at < 0 ? lines : lines.slice(0, at);
    const isCertain =
      at < 0 && !ANSWER_LINE.test(unfinishedLine) && !mayBecomeLabel(unfinishedLine);
    const textLines = [...before, ...(isCertain ? [unfinishedLine] : [])].filter(
      (line) => !ASIDE_LINE.test(line),
    );
    const text = escapeInvisible(textLines.join("\n").trim());
    if (!text.startsWith(this.sent)) return "";
    const unsent = text.slice(this.sent.length);
    this.sent = text;
    return unsent;
  }
}

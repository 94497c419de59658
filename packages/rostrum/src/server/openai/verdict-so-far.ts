import { ANSWER_LINE, ASIDE_LINE, visible } from "../../export/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";

/** The judge's text while it is written, as far as it is certain to begin the answer. */
export interface VerdictSoFar {
  /** What there is to add after an event. */
  apply(event: DebateEvent): string;
  /** Everything so far. */
  readonly sent: string;
  /** The judge writes, and its text is passed on here. */
  readonly open: boolean;
}

/** A line that began with so many other characters is not a label. */
const LABEL_LENGTH = 40;

/**
 * Only the verdict of a debate that went well so far is passed on: a notice must come before the text of any
 * other, and nobody knows its words yet.
 */
export function verdictSoFar(): VerdictSoFar {
  let raw = "";
  let sent = "";
  let open = false;
  let well = true;

  function take(): string {
    // A reply in JSON is read when it is complete.
    if (/^\s*[{`]/.test(raw)) return "";
    const lines = raw
      .replaceAll("\r\n", "\n")
      .replace(/[\ud800-\udbff]$/, "")
      .split("\n");
    const begun = lines.pop() ?? "";
    const at = lines.findIndex((line) => ANSWER_LINE.test(line));
    const before = at < 0 ? lines : lines.slice(0, at);
    const certain = at < 0 && begun.length > LABEL_LENGTH && !ANSWER_LINE.test(begun);
    const kept = [...before, ...(certain ? [begun] : [])].filter((line) => !ASIDE_LINE.test(line));
    const text = visible(kept.join("\n").trim());
    if (!text.startsWith(sent)) return "";
    const more = text.slice(sent.length);
    sent = text;
    return more;
  }

  return {
    get sent() {
      return sent;
    },
    get open() {
      return open;
    },
    apply(event) {
      switch (event.type) {
        case "debate.debater_failed":
          well = false;
          return "";
        case "debate.round_completed":
          if (
            (event.agreement ?? 0) < 0.5 ||
            event.standings.some(({ status }) => status === "unread")
          )
            well = false;
          return "";
        case "debate.judging":
          open = well && event.mode === "synthesize" && (event.calls ?? 1) === 1;
          raw = "";
          return "";
        case "debate.delta":
          if (!open || event.source !== "judge") return "";
          raw += event.text;
          return take();
        default:
          return "";
      }
    },
  };
}

import { ANSWER_LINE, ASIDE_LINE, visible } from "../../export/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";

/**
 * The judge's text while it is written, up to the point where it is certain to be part of the
 * answer.
 */
export interface PartialVerdict {
  /** The text that an event adds. */
  apply(event: DebateEvent): string;
  /** Everything so far. */
  readonly sent: string;
  /** The judge is writing, and its text is passed on. */
  readonly open: boolean;
}

/** A line that starts with this many other characters is not a label. */
const LABEL_LENGTH = 40;

/**
 * The verdict is passed on only while the debate has no problems. Otherwise a notice must come
 * before the text, and its wording isn't known yet.
 */
export function createPartialVerdict(): PartialVerdict {
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
          open = well && event.mode === "synthesize" && (event.times ?? 1) === 1;
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

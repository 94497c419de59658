import { ANSWER_LINE, ASIDE_LINE } from "@rostrum/core/export";
import type { DebateEvent } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { createFrameStream } from "../events/frame-stream.ts";
import type { AskedDebate } from "./chat-debate.ts";
import { createTranscript } from "./transcript.ts";

export interface AnswerEncoding {
  /** Sent at once. */
  opening: readonly Uint8Array[];
  /** Encodes what the debaters said. */
  encodeTurns(text: string): Uint8Array;
  /** Encodes what the judge wrote; absent if its text may not be the answer. */
  encodeVerdict?(text: string): readonly Uint8Array[];
  /** Sent when the debate is over. `sent`: what `encodeVerdict` has encoded. */
  ending(sent: string): Promise<readonly Uint8Array[]>;
  /** Sent when the debate waits for a person, which ends the stream. */
  waiting(): readonly Uint8Array[];
}

/**
 * A debate as a streamed answer: the turns while they are spoken, then what the ending says. Unread text is
 * kept as one string, no longer than the debate itself.
 */
export function createAnswerStream(
  { debate, state, keepAliveMs, leave, settle }: AskedDebate,
  { opening, encodeTurns, encodeVerdict, ending, waiting }: AnswerEncoding,
): ReadableStream<Uint8Array> {
  const transcribe = createTranscript();
  const verdict = new PartialVerdict();
  let unsent = "";
  let unsentVerdict = "";
  let heard = 0;
  let ended = false;

  function hear(events: readonly DebateEvent[]): void {
    for (const event of events) {
      if (encodeVerdict) unsentVerdict += verdict.apply(event);
      if (!encodeVerdict || !isInVerdict(event)) unsent += transcribe(event);
    }
  }

  /** The judge's text is in the answer, so it is not repeated in the reasoning. */
  function isInVerdict(event: DebateEvent): boolean {
    if (event.type === "debate.delta") return verdict.open && event.source === "judge";
    return event.type === "debate.synthesized" && verdict.sent !== "";
  }

  function hearStored(): void {
    const news = debate.events.slice(heard);
    heard = debate.events.length;
    hear(news);
  }

  const { body } = createFrameStream(
    {
      follow(changed) {
        hearStored();
        hear(debate.inFlight());
        return debate.listen({
          changed() {
            hearStored();
            changed();
          },
          deltas(events) {
            hear(events);
            changed();
          },
        });
      },
      next() {
        const frames = [
          ...(unsent === "" ? [] : [encodeTurns(unsent)]),
          ...(encodeVerdict && unsentVerdict !== "" ? encodeVerdict(unsentVerdict) : []),
        ];
        unsent = "";
        unsentVerdict = "";
        return frames;
      },
      isDone: () => debate.over || state.paused(),
      async ending() {
        if (state.paused()) return waiting();
        ended = true;
        return ending(verdict.sent);
      },
    },
    {
      opening,
      keepAliveMs,
      onClose(clientLeft) {
        if (clientLeft) leave();
        else if (ended) settle();
      },
    },
  );
  return body;
}

/** A line that starts with this many other characters is not a label. */
const LABEL_LENGTH = 40;

/**
 * The judge's text while it is written, up to the point where it is certain to be part of the answer. It is passed on
 * only while the debate has no problems: otherwise a notice must come before the text, and its wording isn't known yet.
 */
class PartialVerdict {
  /** Everything that was passed on. */
  sent = "";
  /** The judge is writing, and its text is passed on. */
  open = false;
  #raw = "";
  #well = true;

  /** The text that an event adds. */
  apply(event: DebateEvent): string {
    if (event.type === "debate.debater_failed") this.#well = false;
    if (event.type === "debate.round_completed") {
      const unread = event.standings.some(({ status }) => status === "unread");
      if (unread || (event.agreement ?? 0) < 0.5) this.#well = false;
    }
    if (event.type === "debate.judging") {
      this.open = this.#well && event.mode === "synthesize" && (event.times ?? 1) === 1;
      this.#raw = "";
    }
    if (event.type !== "debate.delta" || !this.open || event.source !== "judge") return "";
    this.#raw += event.text;
    return this.#take();
  }

  #take(): string {
    // A reply in JSON is read when it is complete.
    if (/^\s*[{`]/.test(this.#raw)) return "";
    const lines = this.#raw
      .replaceAll("\r\n", "\n")
      .replace(/[\ud800-\udbff]$/, "")
      .split("\n");
    const begun = lines.pop() ?? "";
    const at = lines.findIndex((line) => ANSWER_LINE.test(line));
    const before = at < 0 ? lines : lines.slice(0, at);
    const certain = at < 0 && begun.length > LABEL_LENGTH && !ANSWER_LINE.test(begun);
    const kept = [...before, ...(certain ? [begun] : [])].filter((line) => !ASIDE_LINE.test(line));
    const text = escapeInvisible(kept.join("\n").trim());
    if (!text.startsWith(this.sent)) return "";
    const more = text.slice(this.sent.length);
    this.sent = text;
    return more;
  }
}

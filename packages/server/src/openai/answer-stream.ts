import type { DebateEvent } from "@rostrum/core/protocol";
import { createFrameStream } from "../events/frame-stream.ts";
import type { AskedDebate } from "./chat-debate.ts";
import { PartialVerdict } from "./partial-verdict.ts";
import { createTranscript } from "./transcript.ts";

export interface AnswerEncoding {
  /** Sent at once. */
  opening: readonly Uint8Array[];
  /** Encodes the debaters' turns. */
  encodeTurns(text: string): readonly Uint8Array[];
  /** Encodes the judge's text; absent if it may not be the answer. */
  encodeVerdict?(text: string): readonly Uint8Array[];
  /** Sent when the debate is over. `sent`: what `encodeVerdict` has encoded. */
  lastFrames(sent: string): Promise<readonly Uint8Array[]>;
  /** Sent when the debate waits for a person, which ends the stream. */
  waiting(): readonly Uint8Array[];
}

/**
 * Streams a debate as an answer: the turns while they are written, then the ending. Unread text is held as one
 * string, no longer than the debate itself.
 */
export function createAnswerStream(
  { debate, state, keepAliveMs, leave, settle }: AskedDebate,
  { opening, encodeTurns, encodeVerdict, lastFrames, waiting }: AnswerEncoding,
): ReadableStream<Uint8Array> {
  const transcribe = createTranscript();
  const verdict = new PartialVerdict();
  let unsent = "";
  let unsentVerdict = "";
  let readCount = 0;
  let ended = false;

  function readEvents(events: readonly DebateEvent[]): void {
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

  function readStored(): void {
    const news = debate.events.slice(readCount);
    readCount = debate.events.length;
    readEvents(news);
  }

  const { body } = createFrameStream(
    {
      follow(changed) {
        readStored();
        readEvents(debate.inFlight());
        return debate.listen({
          changed() {
            readStored();
            changed();
          },
          deltas(events) {
            readStored();
            readEvents(events);
            changed();
          },
        });
      },
      next() {
        // The debate is over before its last events are announced.
        readStored();
        const frames = [
          ...(unsent === "" ? [] : encodeTurns(unsent)),
          ...(encodeVerdict && unsentVerdict !== "" ? encodeVerdict(unsentVerdict) : []),
        ];
        unsent = "";
        unsentVerdict = "";
        return frames;
      },
      isDone: () => debate.over || state.paused(),
      async lastFrames() {
        if (state.paused()) return waiting();
        ended = true;
        return lastFrames(verdict.sent);
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

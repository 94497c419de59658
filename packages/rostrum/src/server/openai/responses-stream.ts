import type { Attended } from "../debates/attended.ts";
import { asHttpError } from "../http-error.ts";
import { contentOf, noticeText } from "./completion.ts";
import { openAiError } from "./errors.ts";
import {
  doneResponse,
  messageItem,
  openResponse,
  reasoningItem,
  textPart,
  type ResponseHead,
} from "./response-object.ts";
import { MESSAGE_ID, REASONING_ID } from "./responses-input.ts";
import { turnsStream, type TurnsStreamOptions } from "./turns-stream.ts";

export interface ResponsesStreamOptions extends Pick<TurnsStreamOptions, "keepAliveMs" | "leave"> {
  head: ResponseHead;
  /** The verdict is only JSON. */
  typed: boolean;
}

const encoder = new TextEncoder();

/** A debate as the events of a streamed response: the turns as a reasoning item, then the verdict as a message. */
export function responsesStream(
  live: Attended,
  { head, typed, ...options }: ResponsesStreamOptions,
): ReadableStream<Uint8Array> {
  let sequence = 0;
  let said = "";
  const event = (type: string, rest: object): Uint8Array => {
    const body = { type: `response.${type}`, sequence_number: sequence++, ...rest };
    return encoder.encode(`event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`);
  };
  const inSummary = { item_id: REASONING_ID + head.id, output_index: 0, summary_index: 0 };
  const inMessage = { item_id: MESSAGE_ID + head.id, output_index: 1, content_index: 0 };
  const response = openResponse(head);

  function saying(text: string): Uint8Array {
    said += text;
    return event("reasoning_summary_text.delta", { ...inSummary, delta: text });
  }

  return turnsStream(live, {
    ...options,
    opening: [
      event("created", { response }),
      event("in_progress", { response }),
      event("output_item.added", { output_index: 0, item: reasoningItem(head.id, null) }),
      event("reasoning_summary_part.added", {
        ...inSummary,
        part: { type: "summary_text", text: "" },
      }),
    ],
    said: saying,
    async ending() {
      try {
        const result = await live.result;
        const text = contentOf(result, typed);
        const notices = noticeText(result);
        return [
          ...(notices === "" ? [] : [saying(notices)]),
          event("reasoning_summary_text.done", { ...inSummary, text: said }),
          event("reasoning_summary_part.done", {
            ...inSummary,
            part: { type: "summary_text", text: said },
          }),
          event("output_item.done", { output_index: 0, item: reasoningItem(head.id, said) }),
          event("output_item.added", { output_index: 1, item: messageItem(head.id, null) }),
          event("content_part.added", { ...inMessage, part: textPart("") }),
          event("output_text.delta", { ...inMessage, delta: text, logprobs: [] }),
          event("output_text.done", { ...inMessage, text, logprobs: [] }),
          event("content_part.done", { ...inMessage, part: textPart(text) }),
          event("output_item.done", { output_index: 1, item: messageItem(head.id, text) }),
          event("completed", { response: doneResponse(head, result, said, typed) }),
        ];
      } catch (thrown) {
        const { code, message } = openAiError(asHttpError(thrown)).error;
        const failed = { ...response, status: "failed", error: { code, message } };
        return [event("failed", { response: failed })];
      }
    },
  });
}

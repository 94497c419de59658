import type { AwaitableDebate } from "../debates/live-debate.ts";
import { encodeData } from "../events/sse.ts";
import { asHttpError } from "../http-error.ts";
import { noticeText, restOf } from "./completion.ts";
import { openAiError } from "./errors.ts";
import {
  callItem,
  doneResponse,
  messageItem,
  openResponse,
  reasoningItem,
  textPart,
  type ResponseHead,
} from "./response-object.ts";
import { FUNCTION_ID, MESSAGE_ID, REASONING_ID } from "./responses-input.ts";
import type { ToolCall } from "./tool-calls.ts";
import { turnsStream, type TurnsStreamOptions } from "./turns-stream.ts";

export interface ResponsesStreamOptions extends Pick<TurnsStreamOptions, "keepAliveMs" | "leave"> {
  head: ResponseHead;
  /** The verdict is only JSON. */
  typed: boolean;
  /** The judge's text is the answer, so it is sent while it is written. */
  plain: boolean;
  /** The tools that the judge called instead of giving an answer. */
  calls(): Promise<ToolCall[]>;
}

/** A debate as the events of a streamed response: the turns as a reasoning item, then the verdict as a message. */
export function responsesStream(
  live: AwaitableDebate,
  { head, typed, plain, calls, ...options }: ResponsesStreamOptions,
): ReadableStream<Uint8Array> {
  let sequence = 0;
  let said = "";
  const event = (type: string, rest: object): Uint8Array => {
    const body = { type: `response.${type}`, sequence_number: sequence++, ...rest };
    return encodeData(body, body.type);
  };
  const inSummary = { item_id: REASONING_ID + head.id, output_index: 0, summary_index: 0 };
  const inMessage = { item_id: MESSAGE_ID + head.id, output_index: 1, content_index: 0 };
  const response = openResponse(head);

  function saying(text: string): Uint8Array {
    said += text;
    return event("reasoning_summary_text.delta", { ...inSummary, delta: text });
  }

  let begun = false;

  /** The reasoning is over, and the message begins. */
  function beginMessage(): Uint8Array[] {
    if (begun) return [];
    begun = true;
    return [
      ...endReasoning(),
      event("output_item.added", { output_index: 1, item: messageItem(head.id, null) }),
      event("content_part.added", { ...inMessage, part: textPart("") }),
    ];
  }

  function endReasoning(): Uint8Array[] {
    return [
      event("reasoning_summary_text.done", { ...inSummary, text: said }),
      event("reasoning_summary_part.done", {
        ...inSummary,
        part: { type: "summary_text", text: said },
      }),
      event("output_item.done", { output_index: 0, item: reasoningItem(head.id, said) }),
    ];
  }

  function writing(text: string): Uint8Array[] {
    return [
      ...beginMessage(),
      event("output_text.delta", { ...inMessage, delta: text, logprobs: [] }),
    ];
  }

  function calling(called: readonly ToolCall[]): Uint8Array[] {
    return called.flatMap((call, index) => {
      const at = { output_index: index + 1, item_id: FUNCTION_ID + call.id };
      const given = call.function.arguments;
      return [
        event("output_item.added", { output_index: index + 1, item: callItem(call, null) }),
        event("function_call_arguments.delta", { ...at, delta: given }),
        event("function_call_arguments.done", { ...at, arguments: given }),
        event("output_item.done", { output_index: index + 1, item: callItem(call, given) }),
      ];
    });
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
    ...(plain ? { decided: writing } : {}),
    async ending(sent) {
      try {
        const result = await live.result;
        const called = await calls();
        // Once the message has begun, its reasoning is closed.
        const notices = begun ? "" : noticeText(result);
        const noted = notices === "" ? [] : [saying(notices)];
        if (called.length > 0) {
          const done = doneResponse(head, result, said, typed, called);
          return [
            ...noted,
            ...endReasoning(),
            ...calling(called),
            event("completed", { response: done }),
          ];
        }
        const rest = restOf(result, typed, sent);
        const text = sent + rest;
        return [
          ...noted,
          ...(rest === "" ? beginMessage() : writing(rest)),
          event("output_text.done", { ...inMessage, text, logprobs: [] }),
          event("content_part.done", { ...inMessage, part: textPart(text) }),
          event("output_item.done", { output_index: 1, item: messageItem(head.id, text) }),
          event("completed", { response: doneResponse(head, result, said, typed, [], text) }),
        ];
      } catch (thrown) {
        const { code, message } = openAiError(asHttpError(thrown)).error;
        const failed = { ...response, status: "failed", error: { code, message } };
        return [event("failed", { response: failed })];
      }
    },
  });
}

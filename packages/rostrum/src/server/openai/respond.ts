import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { encodeData, STREAM_HEADERS } from "../events/sse.ts";
import { invalidRequest, toHttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { createAnswerStream } from "./answer-stream.ts";
import { askPanel, type AskedDebate, type AskOptions } from "./ask-panel.ts";
import { createReadEarlier } from "./chat-request.ts";
import { formatError, formatNotices, formatRest } from "./completion.ts";
import {
  formatCall,
  finishResponse,
  formatMessage,
  startResponse,
  formatReasoning,
  formatText,
  type ResponseHead,
} from "./response-object.ts";
import {
  findFollowed,
  FUNCTION_ID,
  MESSAGE_ID,
  readChat,
  REASONING_ID,
  type ResponsesRequest,
} from "./responses-input.ts";
import type { ToolCall } from "./tools.ts";
import { formatTranscript } from "./transcript.ts";

/** Runs a debate, or joins the one with the same key, and answers in the form of OpenAI's Responses API. */
export async function respond(
  c: Context<AppEnv>,
  user: User,
  body: ResponsesRequest,
  options: AskOptions,
): Promise<Response> {
  if (body.background) {
    const message = "expected false: POST /debates starts a debate in the background";
    throw invalidRequest("background", message);
  }
  if (body.conversation != null) {
    const message = "expected none: previous_response_id continues a conversation";
    throw invalidRequest("conversation", message);
  }
  const readEarlier = createReadEarlier(user, options);
  const asked = await askPanel(c, user, options, {
    chat: await readChat(body, readEarlier),
    field: "input",
    follow: await findFollowed(body, readEarlier),
  });
  const head = { id: asked.id, created: asked.created, request: body };
  if (body.stream) return c.body(createResponsesStream(asked, head), 200, STREAM_HEADERS);
  const result = await asked.untilOver();
  const said = formatTranscript(asked.debate.events) + formatNotices(result);
  return c.json(finishResponse(head, result, said, asked.typed, await asked.readToolCalls()));
}

/** A debate as the events of a streamed response: the turns as a reasoning item, then the verdict as a message. */
function createResponsesStream(asked: AskedDebate, head: ResponseHead): ReadableStream<Uint8Array> {
  const { debate, typed, plain, readToolCalls } = asked;
  let sequence = 0;
  let said = "";
  const event = (type: string, rest: object): Uint8Array => {
    const body = { type: `response.${type}`, sequence_number: sequence++, ...rest };
    return encodeData(body, body.type);
  };
  const inSummary = { item_id: REASONING_ID + head.id, output_index: 0, summary_index: 0 };
  const inMessage = { item_id: MESSAGE_ID + head.id, output_index: 1, content_index: 0 };
  const response = startResponse(head);

  function addReasoning(text: string): Uint8Array {
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
      event("output_item.added", { output_index: 1, item: formatMessage(head.id, null) }),
      event("content_part.added", { ...inMessage, part: formatText("") }),
    ];
  }

  function endReasoning(): Uint8Array[] {
    return [
      event("reasoning_summary_text.done", { ...inSummary, text: said }),
      event("reasoning_summary_part.done", {
        ...inSummary,
        part: { type: "summary_text", text: said },
      }),
      event("output_item.done", { output_index: 0, item: formatReasoning(head.id, said) }),
    ];
  }

  function addText(text: string): Uint8Array[] {
    return [
      ...beginMessage(),
      event("output_text.delta", { ...inMessage, delta: text, logprobs: [] }),
    ];
  }

  function addCalls(called: readonly ToolCall[]): Uint8Array[] {
    return called.flatMap((call, index) => {
      const at = { output_index: index + 1, item_id: FUNCTION_ID + call.id };
      const given = call.function.arguments;
      return [
        event("output_item.added", { output_index: index + 1, item: formatCall(call, null) }),
        event("function_call_arguments.delta", { ...at, delta: given }),
        event("function_call_arguments.done", { ...at, arguments: given }),
        event("output_item.done", { output_index: index + 1, item: formatCall(call, given) }),
      ];
    });
  }

  return createAnswerStream(asked, {
    opening: [
      event("created", { response }),
      event("in_progress", { response }),
      event("output_item.added", { output_index: 0, item: formatReasoning(head.id, null) }),
      event("reasoning_summary_part.added", {
        ...inSummary,
        part: { type: "summary_text", text: "" },
      }),
    ],
    encodeTurns: addReasoning,
    ...(plain ? { encodeVerdict: addText } : {}),
    async ending(sent) {
      try {
        const result = await debate.result;
        const called = await readToolCalls();
        // Once the message has begun, its reasoning is closed.
        const notices = begun ? "" : formatNotices(result);
        const noted = notices === "" ? [] : [addReasoning(notices)];
        if (called.length > 0) {
          const done = finishResponse(head, result, said, typed, called);
          return [
            ...noted,
            ...endReasoning(),
            ...addCalls(called),
            event("completed", { response: done }),
          ];
        }
        const rest = formatRest(result, typed, sent);
        const text = sent + rest;
        return [
          ...noted,
          ...(rest === "" ? beginMessage() : addText(rest)),
          event("output_text.done", { ...inMessage, text, logprobs: [] }),
          event("content_part.done", { ...inMessage, part: formatText(text) }),
          event("output_item.done", { output_index: 1, item: formatMessage(head.id, text) }),
          event("completed", { response: finishResponse(head, result, said, typed, [], text) }),
        ];
      } catch (thrown) {
        const { code, message } = formatError(toHttpError(thrown)).error;
        const failed = { ...response, status: "failed", error: { code, message } };
        return [event("failed", { response: failed })];
      }
    },
  });
}

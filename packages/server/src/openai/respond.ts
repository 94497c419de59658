import type { Context } from "hono";
import type { DebateResult } from "@rostrum/core/protocol";
import type { AppEnv } from "../app-env.ts";
import { encodeData, STREAM_HEADERS } from "../events/sse.ts";
import { invalidRequest, toHttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { createAnswerStream } from "./answer-stream.ts";
import { startChatDebate, type AskedDebate, type AskOptions } from "./chat-debate.ts";
import { deliverFailure } from "./complete.ts";
import { onDelivered } from "./repeats.ts";
import { createReadEarlier } from "./chat-request.ts";
import {
  formatContent,
  formatError,
  formatNoticeText,
  formatPanelNote,
  formatRest,
  formatUsage,
} from "./completion.ts";
import {
  findFollowed,
  FUNCTION_PREFIX,
  MESSAGE_PREFIX,
  readChat,
  REASONING_PREFIX,
  RESPONSE_PREFIX,
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
  const chat = await startChatDebate(c, user, options, {
    chat: await readChat(body, readEarlier),
    field: "input",
    schemaField: "text.format.schema",
    follow: await findFollowed(body, readEarlier),
  });
  const head = { id: chat.id, created: chat.created, request: body };
  if (body.stream) return c.body(createResponsesStream(chat, head), 200, STREAM_HEADERS);
  const result = await chat.waitUntilOver().catch(deliverFailure(c, chat));
  if (result === null) return c.json(describePaused(head, chat));
  onDelivered(c, chat.settle);
  const reasoning = formatTranscript(chat.debate.events) + formatNoticeText(result);
  return c.json(finishResponse(head, chat, result, reasoning, await chat.readToolCalls()));
}

/** A debate as the events of a streamed response: the turns as a reasoning item, then the verdict as a message. */
function createResponsesStream(chat: AskedDebate, head: ResponseHead): ReadableStream<Uint8Array> {
  const { debate, wantsJson, streamsVerdict, readToolCalls } = chat;
  let sequence = 0;
  let reasoningText = "";
  const event = (type: string, rest: object): Uint8Array => {
    const body = { type: `response.${type}`, sequence_number: sequence++, ...rest };
    return encodeData(body, body.type);
  };
  const inSummary = { item_id: REASONING_PREFIX + head.id, output_index: 0, summary_index: 0 };
  const inMessage = { item_id: MESSAGE_PREFIX + head.id, output_index: 1, content_index: 0 };
  const response = startResponse(head);

  function addReasoning(text: string): Uint8Array {
    reasoningText += text;
    return event("reasoning_summary_text.delta", { ...inSummary, delta: text });
  }

  let hasMessage = false;

  /** Closes the reasoning and opens the message. */
  function beginMessage(): Uint8Array[] {
    if (hasMessage) return [];
    hasMessage = true;
    return [
      ...endReasoning(),
      event("output_item.added", { output_index: 1, item: formatMessageItem(head.id, null) }),
      event("content_part.added", { ...inMessage, part: formatText("") }),
    ];
  }

  function endReasoning(): Uint8Array[] {
    return [
      event("reasoning_summary_text.done", { ...inSummary, text: reasoningText }),
      event("reasoning_summary_part.done", {
        ...inSummary,
        part: { type: "summary_text", text: reasoningText },
      }),
      event("output_item.done", { output_index: 0, item: formatReasoning(head.id, reasoningText) }),
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
      const at = { output_index: index + 1, item_id: FUNCTION_PREFIX + call.id };
      const callArguments = call.function.arguments;
      return [
        event("output_item.added", { output_index: index + 1, item: formatCall(call, null) }),
        event("function_call_arguments.delta", { ...at, delta: callArguments }),
        event("function_call_arguments.done", { ...at, arguments: callArguments }),
        event("output_item.done", {
          output_index: index + 1,
          item: formatCall(call, callArguments),
        }),
      ];
    });
  }

  return createAnswerStream(chat, {
    opening: [
      event("created", { response }),
      event("in_progress", { response }),
      event("output_item.added", { output_index: 0, item: formatReasoning(head.id, null) }),
      event("reasoning_summary_part.added", {
        ...inSummary,
        part: { type: "summary_text", text: "" },
      }),
    ],
    encodeTurns: (text) => [addReasoning(text)],
    ...(streamsVerdict ? { encodeVerdict: addText } : {}),
    waiting() {
      const { text } = chat.describeWaiting();
      const paused = describePaused(head, chat);
      if (wantsJson) return [...endReasoning(), event("incomplete", { response: paused })];
      return [
        ...addText(text),
        event("output_text.done", { ...inMessage, text, logprobs: [] }),
        event("content_part.done", { ...inMessage, part: formatText(text) }),
        event("output_item.done", { output_index: 1, item: formatMessageItem(head.id, text) }),
        event("incomplete", { response: paused }),
      ];
    },
    async lastFrames(sent) {
      try {
        const result = await debate.result;
        const called = await readToolCalls();
        // Once the message has begun, its reasoning is closed.
        const notices = hasMessage ? "" : formatNoticeText(result);
        const noted = notices === "" ? [] : [addReasoning(notices)];
        if (called.length > 0) {
          const done = finishResponse(head, chat, result, reasoningText, called);
          return [
            ...noted,
            ...endReasoning(),
            ...addCalls(called),
            event("completed", { response: done }),
          ];
        }
        const rest = formatRest(result, wantsJson, sent);
        const text = sent + rest;
        return [
          ...noted,
          ...(rest === "" ? beginMessage() : addText(rest)),
          event("output_text.done", { ...inMessage, text, logprobs: [] }),
          event("content_part.done", { ...inMessage, part: formatText(text) }),
          event("output_item.done", { output_index: 1, item: formatMessageItem(head.id, text) }),
          event("completed", {
            response: finishResponse(head, chat, result, reasoningText, [], text),
          }),
        ];
      } catch (thrown) {
        const { code, message } = formatError(toHttpError(thrown)).error;
        const failed = { ...response, status: "failed", error: { code, message } };
        return [event("failed", { response: failed })];
      }
    },
  });
}

interface ResponseHead {
  /** The debate's id. */
  id: string;
  created: number;
  request: ResponsesRequest;
}

function startResponse({ id, created, request }: ResponseHead): Record<string, unknown> {
  return {
    id: RESPONSE_PREFIX + id,
    object: "response",
    created_at: created,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: null,
    metadata: {},
    model: request.model,
    output: [],
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: null,
    text: { format: request.text?.format ?? { type: "text" } },
    tool_choice: "none",
    tools: [],
    top_p: null,
    truncation: "disabled",
    usage: null,
  };
}

/** A response without an answer yet, because the debate waits for a person. */
function describePaused(head: ResponseHead, chat: AskedDebate): Record<string, unknown> {
  const { text, note } = chat.describeWaiting();
  return {
    ...startResponse(head),
    status: "incomplete",
    incomplete_details: { reason: "waiting_for_person" },
    output: [
      formatReasoning(head.id, formatTranscript(chat.debate.events)),
      // A client that asked for JSON would take prose for its answer.
      ...(chat.wantsJson ? [] : [formatMessageItem(head.id, text)]),
    ],
    rostrum: note,
  };
}

function formatReasoning(id: string, text: string | null): Record<string, unknown> {
  return {
    id: REASONING_PREFIX + id,
    type: "reasoning",
    summary: text === null ? [] : [{ type: "summary_text", text: text }],
  };
}

function formatMessageItem(id: string, text: string | null): Record<string, unknown> {
  return {
    id: MESSAGE_PREFIX + id,
    type: "message",
    role: "assistant",
    status: text === null ? "in_progress" : "completed",
    content: text === null ? [] : [formatText(text)],
  };
}

/** A call of a client's tool; its arguments are missing while they are being written. */
function formatCall(
  { id, function: called }: ToolCall,
  callArguments: string | null,
): Record<string, unknown> {
  return {
    id: FUNCTION_PREFIX + id,
    type: "function_call",
    status: callArguments === null ? "in_progress" : "completed",
    call_id: id,
    name: called.name,
    arguments: callArguments ?? "",
  };
}

function formatText(text: string): Record<string, unknown> {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** A response with the verdict, and what the debaters said as the summary of its reasoning. */
function finishResponse(
  head: ResponseHead,
  { wantsJson, debate }: Pick<AskedDebate, "wantsJson" | "debate">,
  result: DebateResult<unknown>,
  reasoning: string,
  calls: readonly ToolCall[] = [],
  /** Content that was already streamed. */
  sent?: string,
): Record<string, unknown> {
  const answer =
    calls.length > 0
      ? calls.map((call) => formatCall(call, call.function.arguments))
      : [formatMessageItem(head.id, sent ?? formatContent(result, wantsJson))];
  return {
    ...startResponse(head),
    status: "completed",
    output: [formatReasoning(head.id, reasoning), ...answer],
    usage: formatResponsesUsage(result),
    rostrum: formatPanelNote(result, debate.events),
  };
}

/** `null` if any call's usage is unknown. */
function formatResponsesUsage(result: DebateResult<unknown>): object | null {
  const usage = formatUsage(result);
  if (!usage) return null;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details?.cached_tokens ?? 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: {
      reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    },
    total_tokens: usage.total_tokens,
  };
}

import type { Context } from "hono";
import type { DebateResult } from "@rostrum/core/protocol";
import { parseJson } from "@rostrum/core/support";
import type { AppEnv } from "../app-env.ts";
import { encodeData, STREAM_HEADERS } from "../events/sse.ts";
import { toHttpError, type HttpError } from "../http-error.ts";
import { createAnswerStream } from "../openai/answer-stream.ts";
import { startChatDebate, type AskedDebate, type AskOptions } from "../openai/chat-debate.ts";
import { deliverFailure } from "../openai/complete.ts";
import {
  formatContent,
  formatNoticeText,
  formatPanelNote,
  formatRest,
} from "../openai/completion.ts";
import { onDelivered } from "../openai/repeats.ts";
import type { ToolCall } from "../openai/tools.ts";
import { formatTranscript } from "../openai/transcript.ts";
import type { User } from "../users/users.ts";
import { toChatRequest, type MessagesRequest } from "./messages-request.ts";

interface MessageHead {
  id: string;
  model: string;
  /** True if the client wants the debaters' turns as thinking. */
  thinks: boolean;
}

/** Runs a debate, or joins the one with the same key, and answers in the form of Anthropic's Messages API. */
export async function answerMessage(
  c: Context<AppEnv>,
  user: User,
  body: MessagesRequest,
  options: AskOptions,
): Promise<Response> {
  const chat = await startChatDebate(c, user, options, {
    chat: toChatRequest(body),
    field: "messages",
    schemaField: "output_config.format.schema",
  });
  const thinks = body.thinking != null && body.thinking.type !== "disabled";
  const head: MessageHead = { id: `msg_${chat.id}`, model: body.model, thinks };
  if (body.stream) return c.body(createMessageStream(chat, head), 200, STREAM_HEADERS);
  const result = await chat.waitUntilOver().catch(deliverFailure(c, chat));
  if (result === null) {
    const { text, note } = chat.describeWaiting();
    const content = [...listThinking(head, formatTranscript(chat.debate.events)), textBlock(text)];
    return c.json({ ...startMessage(head), content, stop_reason: WAITING, rostrum: note });
  }
  onDelivered(c, chat.settle);
  const calls = await chat.readToolCalls();
  const reasoning = formatTranscript(chat.debate.events) + formatNoticeText(result);
  const answer =
    calls.length > 0 ? calls.map(callBlock) : [textBlock(formatContent(result, chat.wantsJson))];
  return c.json({
    ...startMessage(head),
    content: [...listThinking(head, reasoning), ...answer],
    ...formatEnd(calls),
    usage: formatMessageUsage(result),
    rostrum: formatPanelNote(result, chat.debate.events),
  });
}

/** Anthropic's stop reason for a paused turn, which the client continues by sending the same request later. */
const WAITING = "pause_turn";

function startMessage({ id, model }: MessageHead): Record<string, unknown> {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
}

function listThinking({ thinks }: MessageHead, thinking: string): object[] {
  return thinks && thinking !== "" ? [{ type: "thinking", thinking, signature: "" }] : [];
}

function textBlock(text: string): object {
  return { type: "text", text, citations: null };
}

function callBlock({ id, function: called }: ToolCall): object {
  return { type: "tool_use", id, name: called.name, input: readInput(called.arguments) };
}

/** A model may write arguments that aren't JSON, or are nested too deep to be written again. */
function readInput(text: string): unknown {
  return parseJson(text) ?? { arguments: text };
}

function formatEnd(calls: readonly ToolCall[]): { stop_reason: string; stop_sequence: null } {
  return { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
}

/** All calls together. Anthropic's figures can't be null, so unknown ones are 0; `rostrum` says what is known. */
function formatMessageUsage({ usage }: DebateResult<unknown>): object {
  const cached = usage.cachedInputTokens ?? 0;
  const cacheWriteTokens = usage.cacheWriteTokens ?? 0;
  return {
    // Excludes tokens read from or written to the cache, as Anthropic counts.
    input_tokens: Math.max(0, (usage.inputTokens ?? 0) - cached - cacheWriteTokens),
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens: usage.outputTokens ?? 0,
  };
}

/** A debate as the events of a streamed message: the turns as thinking, if wanted, then the verdict. */
function createMessageStream(chat: AskedDebate, head: MessageHead): ReadableStream<Uint8Array> {
  const { debate, wantsJson, streamsVerdict, readToolCalls } = chat;
  /** The block that is being written. */
  let open: "thinking" | "text" | null = null;
  let index = -1;

  const event = (type: string, rest: object): Uint8Array => encodeData({ type, ...rest }, type);

  function endBlock(): Uint8Array[] {
    if (open === null) return [];
    const isThinking = open === "thinking";
    open = null;
    const signature = { type: "signature_delta", signature: "" };
    return [
      ...(isThinking ? [event("content_block_delta", { index, delta: signature })] : []),
      event("content_block_stop", { index }),
    ];
  }

  function beginBlock(content_block: object): Uint8Array[] {
    const ended = endBlock();
    index += 1;
    return [...ended, event("content_block_start", { index, content_block })];
  }

  function addThinking(thinking: string): Uint8Array[] {
    // Once the answer has begun, its thinking is closed.
    if (!head.thinks || thinking === "" || open === "text") return [];
    const empty = { type: "thinking", thinking: "", signature: "" };
    const blockStart = open === "thinking" ? [] : beginBlock(empty);
    open = "thinking";
    const delta = { type: "thinking_delta", thinking };
    return [...blockStart, event("content_block_delta", { index, delta })];
  }

  function addText(text: string): Uint8Array[] {
    const blockStart = open === "text" ? [] : beginBlock(textBlock(""));
    open = "text";
    if (text === "") return blockStart;
    return [
      ...blockStart,
      event("content_block_delta", { index, delta: { type: "text_delta", text } }),
    ];
  }

  function addCall(call: ToolCall): Uint8Array[] {
    const block = { ...callBlock(call), input: {} };
    const json = JSON.stringify(readInput(call.function.arguments));
    const delta = { type: "input_json_delta", partial_json: json };
    return [
      ...beginBlock(block),
      event("content_block_delta", { index, delta }),
      event("content_block_stop", { index }),
    ];
  }

  function endMessage(delta: object, usage: object, note: object): Uint8Array[] {
    return [
      ...endBlock(),
      event("message_delta", { delta, usage, rostrum: note }),
      event("message_stop", {}),
    ];
  }

  return createAnswerStream(chat, {
    opening: [event("message_start", { message: startMessage(head) }), event("ping", {})],
    encodeTurns: addThinking,
    ...(streamsVerdict ? { encodeVerdict: addText } : {}),
    waiting() {
      const { text, note } = chat.describeWaiting();
      const delta = { stop_reason: WAITING, stop_sequence: null };
      return [...addText(text), ...endMessage(delta, { output_tokens: 0 }, note)];
    },
    async lastFrames(sent) {
      try {
        const result = await debate.result;
        const calls = await readToolCalls();
        return [
          ...addThinking(formatNoticeText(result)),
          ...(calls.length > 0
            ? [...endBlock(), ...calls.flatMap(addCall)]
            : addText(formatRest(result, wantsJson, sent))),
          ...endMessage(
            formatEnd(calls),
            formatMessageUsage(result),
            formatPanelNote(result, debate.events),
          ),
        ];
      } catch (error) {
        return [event("error", formatMessagesError(toHttpError(error)))];
      }
    },
  });
}

const ERROR_TYPES: Partial<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
};

/** An error in the form that Anthropic's clients read. */
export function formatMessagesError({ status, code, message, field }: HttpError): {
  type: "error";
  error: { type: string; message: string; code: string; field: string | null };
} {
  const type = ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return { type: "error", error: { type, message, code, field: field ?? null } };
}

import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { omitUndefined } from "@rostrum/core/support";
import { encodeData, STREAM_HEADERS } from "../events/sse.ts";
import { toHttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { createAnswerStream } from "./answer-stream.ts";
import { onDelivered } from "./repeats.ts";
import { startChatDebate, type AskedDebate, type AskOptions } from "./chat-debate.ts";
import type { ChatRequest } from "./chat-request.ts";
import {
  formatContent,
  formatError,
  formatNoticeText,
  formatPanelNote,
  formatRest,
  formatUsage,
} from "./completion.ts";
import { formatTranscript } from "./transcript.ts";

interface ChunkHead {
  id: string;
  created: number;
  model: string;
}

/** Runs a debate, or joins the one with the same key, and answers as a model would. */
export async function complete(
  c: Context<AppEnv>,
  user: User,
  body: ChatRequest,
  options: AskOptions,
): Promise<Response> {
  const chat = await startChatDebate(c, user, options, {
    chat: body,
    field: "messages",
    schemaField: "response_format.json_schema.schema",
  });
  const head = { id: `chatcmpl-${chat.id}`, created: chat.created, model: body.model };
  if (body.stream) {
    const includeUsage = body.stream_options?.include_usage === true;
    return c.body(createChatStream(chat, head, includeUsage), 200, STREAM_HEADERS);
  }
  const result = await chat.waitUntilOver().catch(deliverFailure(c, chat));
  if (result === null) {
    const { text, note } = chat.describeWaiting();
    const message = {
      role: "assistant",
      // A client that asked for JSON would take prose for its answer.
      content: chat.wantsJson ? null : text,
      refusal: chat.wantsJson ? text : null,
      reasoning_content: formatTranscript(chat.debate.events),
    };
    return c.json({
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: "stop" }],
      rostrum: note,
    });
  }
  onDelivered(c, chat.settle);
  const toolCalls = await chat.readToolCalls();
  const called = toolCalls.length > 0;
  const message = {
    role: "assistant",
    content: called ? null : formatContent(result, chat.wantsJson),
    ...(called ? { tool_calls: toolCalls } : {}),
    refusal: null,
    reasoning_content: formatTranscript(chat.debate.events) + formatNoticeText(result),
  };
  return c.json({
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: called ? "tool_calls" : "stop" }],
    ...omitUndefined({ usage: formatUsage(result) }),
    rostrum: formatPanelNote(result, chat.debate.events),
  });
}

/** Reports a failure once: the same request starts a new debate afterwards. */
export function deliverFailure(c: Context<AppEnv>, chat: AskedDebate): (error: unknown) => never {
  return (error) => {
    if (!c.req.raw.signal.aborted) onDelivered(c, chat.settle);
    throw error;
  };
}

const DONE: Uint8Array = new TextEncoder().encode("data: [DONE]\n\n");

/** A debate as a streamed completion: the turns as reasoning while they are spoken, then the verdict. */
function createChatStream(
  chat: AskedDebate,
  head: ChunkHead,
  includeUsage: boolean,
): ReadableStream<Uint8Array> {
  const { debate, wantsJson, streamsVerdict, readToolCalls } = chat;

  const encodeChunk = (rest: object): Uint8Array =>
    encodeData({ ...head, object: "chat.completion.chunk", ...rest });

  function chunk(delta: object, finish: string | null = null, extra?: object): Uint8Array {
    return encodeChunk({ choices: [{ index: 0, delta, finish_reason: finish }], ...extra });
  }

  return createAnswerStream(chat, {
    opening: [chunk({ role: "assistant", content: "" })],
    encodeTurns: (text) => [chunk({ reasoning_content: text })],
    ...(streamsVerdict ? { encodeVerdict: (text: string) => [chunk({ content: text })] } : {}),
    waiting() {
      const { text, note } = chat.describeWaiting();
      return [
        chunk(wantsJson ? { refusal: text } : { content: text }),
        chunk({}, "stop", { rostrum: note }),
        DONE,
      ];
    },
    async lastFrames(sent) {
      try {
        const result = await debate.result;
        const called = (await readToolCalls()).map((call, index) => ({ index, ...call }));
        const calls = called.length > 0;
        return [
          chunk({ reasoning_content: formatNoticeText(result) }),
          chunk(calls ? { tool_calls: called } : { content: formatRest(result, wantsJson, sent) }),
          chunk({}, calls ? "tool_calls" : "stop", {
            rostrum: formatPanelNote(result, debate.events),
          }),
          // The last chunk has no choices, only the total usage.
          ...(includeUsage
            ? [encodeChunk({ choices: [], usage: formatUsage(result) ?? null })]
            : []),
          DONE,
        ];
      } catch (error) {
        return [encodeData(formatError(toHttpError(error)))];
      }
    },
  });
}

import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { defined } from "../defined.ts";
import { STREAM_HEADERS } from "../events/sse.ts";
import type { User } from "../users/users.ts";
import { askPanel, type AskOptions } from "./ask-panel.ts";
import type { ChatRequest } from "./chat-request.ts";
import { createChatStream } from "./chat-stream.ts";
import { formatPanelNote, formatContent, formatNotices, formatUsage } from "./completion.ts";
import { formatTranscript } from "./transcript.ts";

/** Runs a debate, or joins the one with the same key, and answers as a model would. */
export async function complete(
  c: Context<AppEnv>,
  user: User,
  body: ChatRequest,
  options: AskOptions,
): Promise<Response> {
  const asked = await askPanel(c, user, options, { chat: body, field: "messages" });
  const head = { id: `chatcmpl-${asked.id}`, created: asked.created, model: body.model };
  if (body.stream) {
    const includeUsage = body.stream_options?.include_usage === true;
    return c.body(createChatStream(asked, head, includeUsage), 200, STREAM_HEADERS);
  }
  const result = await asked.untilOver();
  const toolCalls = await asked.readToolCalls();
  const called = toolCalls.length > 0;
  const message = {
    role: "assistant",
    content: called ? null : formatContent(result, asked.typed),
    ...(called ? { tool_calls: toolCalls } : {}),
    refusal: null,
    reasoning_content: formatTranscript(asked.debate.events) + formatNotices(result),
  };
  return c.json({
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: called ? "tool_calls" : "stop" }],
    ...defined({ usage: formatUsage(result) }),
    rostrum: formatPanelNote(result),
  });
}

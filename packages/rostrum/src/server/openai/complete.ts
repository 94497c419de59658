import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { STREAM_HEADERS } from "../events/sse.ts";
import type { User } from "../users/users.ts";
import { askPanel, type AskOptions } from "./ask-panel.ts";
import type { ChatRequest } from "./chat-request.ts";
import { contentOf, noteOf, noticeText, usageOf } from "./completion.ts";
import { isTyped, panelRequestOf } from "./panel-request.ts";
import { questionOf } from "./question-of.ts";
import type { EarlierDebate } from "./responses-input.ts";
import { completionStream } from "./stream.ts";
import { callsOf, toolsIn } from "./continued.ts";
import { toolsOf } from "./tools-request.ts";
import { turnsOf } from "./turns.ts";

/** Runs a debate, or joins the one with the same key, and answers as a model would. */
export async function complete(
  c: Context<AppEnv>,
  user: User,
  body: ChatRequest,
  { service, panels, gate, keepAliveMs }: AskOptions,
): Promise<Response> {
  const earlier: EarlierDebate = async (debateId, act) => {
    await gate.reach(user, act, debateId);
    return service.record(debateId);
  };
  const tooled = await toolsIn(body.messages, toolsOf(body.tools, body.tool_choice), earlier);
  const { id, debate, created, leave, untilOver } = await askPanel(c, service, {
    request: await panelRequestOf(body, panels),
    question: questionOf(body.messages),
    user,
    ...tooled,
    ...(body.user == null ? {} : { metadata: { user: body.user } }),
  });
  const head = { id: `chatcmpl-${id}`, created, model: body.model };
  const typed = isTyped(body);
  const calls = callsOf(service, id, tooled);
  if (body.stream) {
    const includeUsage = body.stream_options?.include_usage === true;
    const plain = !typed && body.tools == null;
    const options = { head, includeUsage, keepAliveMs, typed, plain, leave, calls };
    return c.body(completionStream(debate, options), 200, STREAM_HEADERS);
  }
  const result = await untilOver();
  const toolCalls = await calls();
  const called = toolCalls.length > 0;
  const message = {
    role: "assistant",
    content: called ? null : contentOf(result, typed),
    ...(called ? { tool_calls: toolCalls } : {}),
    refusal: null,
    reasoning_content: turnsOf(debate.events) + noticeText(result),
  };
  const usage = usageOf(result);
  return c.json({
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: called ? "tool_calls" : "stop" }],
    ...(usage ? { usage } : {}),
    rostrum: noteOf(result),
  });
}

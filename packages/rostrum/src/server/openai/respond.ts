import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { STREAM_HEADERS } from "../events/sse.ts";
import type { User } from "../users/users.ts";
import { askPanel, type AskOptions } from "./ask-panel.ts";
import { noticeText } from "./completion.ts";
import { isTyped, panelRequestOf } from "./panel-request.ts";
import { doneResponse } from "./response-object.ts";
import { callsOf, toolsIn } from "./continued.ts";
import { questionOf } from "./question-of.ts";
import { asChat, followedBy, invalid, messagesIn, type EarlierDebate } from "./responses-input.ts";
import type { ResponsesRequest } from "./responses-request.ts";
import { responsesStream } from "./responses-stream.ts";
import { toolsOf } from "./tools-request.ts";
import { turnsOf } from "./turns.ts";

/** Runs a debate, or joins the one with the same key, and answers in the form of OpenAI's Responses API. */
export async function respond(
  c: Context<AppEnv>,
  user: User,
  body: ResponsesRequest,
  { service, panels, gate, keepAliveMs }: AskOptions,
): Promise<Response> {
  if (body.background) {
    throw invalid("background", "expected false: POST /debates starts a debate in the background");
  }
  if (body.conversation != null) {
    throw invalid("conversation", "expected none: previous_response_id continues a conversation");
  }
  const earlier: EarlierDebate = async (id, act) => {
    await gate.reach(user, act, id);
    return service.record(id);
  };
  const chat = asChat(body);
  const typed = isTyped(chat);
  const messages = await messagesIn(body, earlier);
  const tooled = await toolsIn(messages, toolsOf(body.tools, body.tool_choice), earlier);
  const { id, debate, created, leave, untilOver } = await askPanel(c, service, {
    request: await panelRequestOf(chat, panels),
    question: questionOf(messages, "input"),
    user,
    ...tooled,
    ...(await followedBy(body, earlier)),
    ...(body.user == null ? {} : { metadata: { user: body.user } }),
  });
  const head = { id, created, request: body };
  const calls = callsOf(service, id, tooled);
  if (body.stream) {
    const plain = !typed && body.tools == null;
    const options = { head, typed, plain, keepAliveMs, leave, calls };
    return c.body(responsesStream(debate, options), 200, STREAM_HEADERS);
  }
  const result = await untilOver();
  const said = turnsOf(debate.events) + noticeText(result);
  return c.json(doneResponse(head, result, said, typed, await calls()));
}

import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { STREAM_HEADERS } from "../events/sse.ts";
import { invalidRequest } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { askPanel, type AskOptions } from "./ask-panel.ts";
import { createReadEarlier } from "./earlier-debates.ts";
import { formatNotices } from "./completion.ts";
import { finishResponse } from "./response-object.ts";
import { findFollowed, readChat } from "./responses-input.ts";
import type { ResponsesRequest } from "./responses-request.ts";
import { createResponsesStream } from "./responses-stream.ts";
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

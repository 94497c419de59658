import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Attended } from "../debates/attended.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError } from "../http-error.ts";
import type { PanelBook } from "../panels/panel-book.ts";
import { keyOf } from "../routes/idempotency-key.ts";
import type { User } from "../users/users.ts";
import type { ChatRequest } from "./chat-request.ts";
import { contentOf, noteOf, noticeText, usageOf } from "./completion.ts";
import { isTyped, panelRequestOf } from "./panel-request.ts";
import { questionOf } from "./question-of.ts";
import { completionStream } from "./stream.ts";
import { createTurns } from "./turns.ts";

export interface CompleteOptions {
  service: DebateService;
  book: PanelBook;
  keepAliveMs: number;
}

/** Runs a debate, or joins the one with the same key, and answers as a model would. */
export async function complete(
  c: Context<AppEnv>,
  user: User,
  body: ChatRequest,
  { service, book, keepAliveMs }: CompleteOptions,
): Promise<Response> {
  const keyed = keyOf(c);
  const { id, live } = await service.start({
    request: panelRequestOf(body, book),
    question: questionOf(body.messages),
    user,
    client: "chat",
    ...keyed,
    ...(body.user == null ? {} : { metadata: { user: body.user } }),
  });
  const debate = live ?? (await service.attend(id));
  const created = Math.floor((debate.events[0]?.at ?? Date.now()) / 1000);
  const head = { id: `chatcmpl-${id}`, created, model: body.model };
  const typed = isTyped(body);
  // With a key, the client can come back, and a review is needed in any case. Both debates continue.
  const leave = (): void => {
    if (keyed.key === undefined && !live?.waiting) live?.abort("the client left");
  };
  const { signal } = c.req.raw;
  // A stream that was never read is not cancelled when its reader leaves, but the request is.
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  if (body.stream) {
    const includeUsage = body.stream_options?.include_usage === true;
    const options = { head, includeUsage, keepAliveMs, typed, leave };
    return c.body(completionStream(debate, options), 200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  }
  const result = await untilOver(debate, signal);
  const turns = createTurns();
  const said = debate.events.map((event) => turns.apply(event)).join("");
  const message = {
    role: "assistant",
    content: contentOf(result, typed),
    refusal: null,
    reasoning_content: said + noticeText(result),
  };
  const usage = usageOf(result);
  return c.json({
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: "stop" }],
    ...(usage ? { usage } : {}),
    rostrum: noteOf(result),
  });
}

/** Waits for the result as long as the client is connected. */
async function untilOver(
  { result }: Attended,
  signal: AbortSignal,
): Promise<Awaited<Attended["result"]>> {
  const gone = Promise.withResolvers<never>();
  const left = (): void => gone.reject(new HttpError(409, "client_left", "the client left"));
  if (signal.aborted) left();
  signal.addEventListener("abort", left, { once: true });
  try {
    return await Promise.race([result, gone.promise]);
  } finally {
    signal.removeEventListener("abort", left);
  }
}

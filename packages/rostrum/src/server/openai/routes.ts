import { z } from "zod";
import type { Desk } from "../debates/desk.ts";
import { HttpError } from "../http-error.ts";
import type { PanelBook } from "../panels/panel-book.ts";
import { failures } from "../routes/failures.ts";
import { route, type Route } from "../routes/route.ts";
import { chatRequest } from "./chat-request.ts";
import { contentOf, noteOf, noticeText, usageOf } from "./completion.ts";
import { panelRequestOf } from "./panel-request.ts";
import { questionOf } from "./question-of.ts";
import { completionStream } from "./stream.ts";
import { createTurns } from "./turns.ts";

export interface OpenAiOptions {
  desk: Desk;
  book: PanelBook;
  keepAliveMs: number;
  /** When the panels were set up, in seconds since 1970. */
  since: number;
}

const anything = z.looseObject({ object: z.string() });

/** The panels as models, for any client that speaks OpenAI's language. */
export function openAiRoutes({ desk, book, keepAliveMs, since }: OpenAiOptions): Route[] {
  const model = (id: string): object => ({
    id,
    object: "model",
    created: since,
    owned_by: "rostrum",
  });
  const nameIn: z.ZodType<{ model: string }> = z.object({ model: z.string() });
  return [
    route({
      method: "get",
      path: "/v1/models",
      summary: "The panels, as OpenAI lists models.",
      responses: { 200: { description: "All of them.", schema: anything } },
      handle: ({ c }) => c.json({ object: "list", data: book.names.map(model) }),
    }),
    route({
      method: "get",
      path: "/v1/models/{model}",
      summary: "One panel, as OpenAI describes a model.",
      params: nameIn,
      responses: { 200: { description: "The panel.", schema: anything }, ...failures(404) },
      handle({ c, params }) {
        if (book.names.includes(params.model)) return c.json(model(params.model));
        throw new HttpError(404, "model_not_found", "there is no such panel", { field: "model" });
      },
    }),
    route({
      method: "post",
      path: "/v1/chat/completions",
      summary: "Ask a panel as if it were a model. Leaving ends the debate.",
      body: chatRequest,
      responses: {
        200: { description: "A completion, or chunks of one.", schema: anything },
        ...failures(400, 402, 404, 429, 503),
      },
      async handle({ c, user, body }) {
        const request = panelRequestOf(body, book);
        const question = questionOf(body.messages);
        const { signal } = c.req.raw;
        const metadata = body.user == null ? {} : { metadata: { user: body.user } };
        const { id, live } = await desk.start({
          request,
          question,
          user,
          client: "chat",
          ...metadata,
        });
        if (!live) throw new HttpError(409, "conflict", "it was asked before");
        const leave = (): void => live.abort("the client left");
        if (signal.aborted) leave();
        else signal.addEventListener("abort", leave, { once: true });
        const head = {
          id: `chatcmpl-${id}`,
          created: Math.floor(Date.now() / 1000),
          model: body.model,
        };
        if (body.stream) {
          const includeUsage = body.stream_options?.include_usage === true;
          return c.body(completionStream(live, { head, includeUsage, keepAliveMs }), 200, {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store, no-transform",
            "x-accel-buffering": "no",
          });
        }
        const result = await live.result;
        const turns = createTurns();
        const said = live.events.map((event) => turns.apply(event)).join("");
        const message = {
          role: "assistant",
          content: contentOf(result),
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
      },
    }),
  ];
}

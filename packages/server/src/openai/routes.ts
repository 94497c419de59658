import { z } from "zod";
import { HttpError } from "../http-error.ts";
import { keyHeader } from "../routes/idempotency-key.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import { chatRequest } from "./chat-request.ts";
import type { AskOptions } from "./chat-debate.ts";
import { complete } from "./complete.ts";
import { warnOfIgnored } from "./ignored-settings.ts";
import { respond } from "./respond.ts";
import { responsesRequest } from "./responses-input.ts";

export interface OpenAiOptions extends AskOptions {
  /** Time when the panels were set up, in seconds since 1970. */
  since: number;
}

const anything = z.looseObject({ object: z.string() });

/** The panels as models, for any client that speaks OpenAI's protocol. */
export function createOpenAiRoutes({ since, ...options }: OpenAiOptions): ApiRoute[] {
  const { panels } = options;
  const model = (id: string): object => ({
    id,
    object: "model",
    created: since,
    owned_by: "rostrum",
    // Anthropic's clients read these.
    type: "model",
    display_name: id,
    created_at: new Date(since * 1000).toISOString(),
  });
  const nameIn: z.ZodType<{ model: string }> = z.object({ model: z.string() });
  return [
    defineRoute("get", "/v1/models", {
      act: "look",
      summary: "The panels, as OpenAI lists models.",
      answers: { 200: { description: "All of them.", schema: anything } },
      async handle({ c }) {
        const names = await panels.names();
        const page = { has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
        return c.json({ object: "list", data: names.map(model), ...page });
      },
    }),
    defineRoute("get", "/v1/models/{model}", {
      act: "look",
      summary: "One panel, as OpenAI describes a model.",
      params: nameIn,
      answers: { 200: { description: "The panel.", schema: anything } },
      failures: [404],
      async handle({ c, params }) {
        if (await panels.offers(params.model)) return c.json(model(params.model));
        throw new HttpError(404, "model_not_found", "there is no such panel", { field: "model" });
      },
    }),
    defineRoute("post", "/v1/chat/completions", {
      act: "ask",
      summary:
        "Ask a panel as if it were a model. Disconnecting ends the debate, unless it has a key or waits for a person.",
      body: chatRequest,
      headers: keyHeader,
      answers: { 200: { description: "A completion, or chunks of one.", schema: anything } },
      failures: [402, 404, 422, 424, 429, 503],
      handle({ c, user, body }) {
        warnOfIgnored(c, body);
        return complete(c, user, body, options);
      },
    }),
    defineRoute("post", "/v1/responses", {
      act: "ask",
      summary:
        "Ask a panel through OpenAI's Responses API. `previous_response_id` follows up an earlier debate.",
      body: responsesRequest,
      headers: keyHeader,
      answers: { 200: { description: "A response, or events of one.", schema: anything } },
      failures: [402, 404, 422, 424, 429, 503],
      handle({ c, user, body }) {
        warnOfIgnored(c, body);
        return respond(c, user, body, options);
      },
    }),
  ];
}

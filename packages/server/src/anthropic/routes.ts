import { z } from "zod";
import type { AskOptions } from "../openai/chat-debate.ts";
import { warnOfIgnored } from "../openai/ignored-settings.ts";
import { keyHeader } from "../routes/idempotency-key.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import { answerMessage } from "./answer-message.ts";
import { messagesRequest } from "./messages-request.ts";

const message = z.looseObject({ type: z.string() });

/** The panels as models, for any client that speaks Anthropic's protocol. */
export function createAnthropicRoutes(options: AskOptions): ApiRoute[] {
  return [
    defineRoute("post", "/v1/messages", {
      act: "ask",
      summary: "Ask a panel through Anthropic's Messages API.",
      body: messagesRequest,
      headers: keyHeader,
      answers: { 200: { description: "A message, or events of one.", schema: message } },
      failures: [402, 404, 422, 424, 429, 503],
      handle({ c, user, body }) {
        warnOfIgnored(c, body);
        return answerMessage(c, user, body, options);
      },
    }),
  ];
}

import { z } from "zod";
import { callersOf, Debate, resolveConfig } from "../../api/index.ts";
import type { AllowedModels } from "../panels/model-ids.ts";
import { publicPlan, type PanelBook } from "../panels/panel-book.ts";
import { planWords } from "../panels/plan-words.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import { panels, plan } from "../schemas/answers.ts";
import { planRequest } from "../schemas/debate-request.ts";
import { failures } from "./failures.ts";
import { route, type Route } from "./route.ts";

/** The panels that can be asked, and what a debate would cost. */
export function panelRoutes(book: PanelBook, models: AllowedModels, configFor: ConfigFor): Route[] {
  return [
    route({
      method: "get",
      path: "/panels",
      act: "look",
      summary: "The configured panels, and the models that requests may name.",
      responses: { 200: { description: "All of them.", schema: panels } },
      handle: async ({ c }) => c.json({ panels: await book.summaries(), models: models.ids }),
    }),
    route({
      method: "post",
      path: "/plan",
      act: "look",
      summary: "The most that a debate may cost. Calls no model.",
      body: planRequest,
      responses: { 200: { description: "The plan.", schema: plan }, ...failures(400) },
      handle({ c, body: { question, context, ...request } }) {
        const config = configFor(request);
        const debate = new Debate(config);
        const planned = publicPlan(
          debate.plan(context === undefined ? question : { text: question, context }),
        );
        const resolved = resolveConfig(config);
        const roles = new Set(callersOf(resolved).map(({ role }) => role));
        const shape = { debaters: resolved.members.length, rounds: resolved.rounds, roles };
        return c.json({ ...planned, sentence: planWords(shape, planned) });
      },
    }),
  ];
}

/** `/health` is the same under its earlier name. */
export function healthRoutes(version: string): Route[] {
  return ["/healthz", "/health"].map((path) =>
    route({
      method: "get",
      path,
      act: "look",
      summary: "Whether the process answers. Uses neither the journal nor a model.",
      responses: {
        200: {
          description: "It does.",
          schema: z.object({ status: z.literal("ok"), version: z.string() }),
        },
      },
      handle: ({ c }) => c.json({ status: "ok", version }),
    }),
  );
}

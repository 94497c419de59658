import { z } from "zod";
import type { DebateService } from "../debates/debate-service.ts";
import { created, record } from "../schemas/answers.ts";
import { forkRequest, reviewRequest, runId } from "../schemas/debate-request.ts";
import { failures } from "./failures.ts";
import { route, type Route } from "./route.ts";

const idIn: z.ZodType<{ id: string }> = z.object({ id: runId });

/** Actions on a debate. */
export function actRoutes(service: DebateService): Route[] {
  return [
    route({
      method: "post",
      path: "/debates/{id}/cancel",
      summary: "End a debate now. What it has so far is kept.",
      params: idIn,
      responses: {
        200: { description: "The record it ended with.", schema: record },
        ...failures(404, 409),
      },
      handle: async ({ c, params: { id } }) => c.json({ id, ...(await service.cancel(id)) }),
    }),
    route({
      method: "post",
      path: "/debates/{id}/fork",
      summary: "Start a new debate from the rounds of this one, which are not paid for again.",
      params: idIn,
      body: forkRequest,
      responses: {
        201: { description: "It has begun.", schema: created },
        ...failures(400, 402, 404, 409, 429, 503),
      },
      async handle({ c, user, params: { id }, body }) {
        const fork = await service.fork(id, body, user);
        return c.json({ id: fork.id }, fork.created ? 201 : 200);
      },
    }),
    route({
      method: "post",
      path: "/debates/{id}/review",
      summary: "Settle a debate that waits for a person.",
      params: idIn,
      body: reviewRequest,
      responses: {
        200: {
          description: "The review was accepted; the debate completes with it.",
          schema: created,
        },
        ...failures(400, 404, 409),
      },
      async handle({ c, user, params: { id }, body }) {
        // With tokens, nobody can review in another user's name.
        await service.review(id, user.name === null ? body : { ...body, reviewer: user.name });
        return c.json({ id });
      },
    }),
  ];
}

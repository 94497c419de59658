import { createFollowOrder, createForkOrder } from "../debates/debate-order.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { created, record } from "../schemas/answers.ts";
import {
  debatePath,
  followRequest,
  forkRequest,
  outcomeRequest,
  reviewRequest,
  sayRequest,
  speakRequest,
} from "../schemas/debate-request.ts";
import { checkSpeaker } from "../users/check-speaker.ts";
import type { Users } from "../users/users.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

export function createActRoutes(service: DebateService, users: Users): ApiRoute[] {
  return [
    defineRoute("post", "/debates/{id}/cancel", {
      act: "cancel",
      summary: "End a debate now. Its replies so far are kept.",
      params: debatePath,
      answers: { 200: { description: "The record it ended with.", schema: record } },
      failures: [409],
      handle: async ({ c, params: { id } }) => c.json({ id, ...(await service.cancel(id)) }),
    }),
    defineRoute("post", "/debates/{id}/fork", {
      act: "fork",
      summary: "Start a new debate from the rounds of this one, which are not paid for again.",
      params: debatePath,
      body: forkRequest,
      answers: { 201: { description: "It has begun.", schema: created } },
      failures: [402, 409, 429, 503],
      async handle({ c, user, params: { id }, body }) {
        const order = createForkOrder(id, await service.record(id), body, user);
        const fork = await service.start(order);
        c.set("debateId", fork.id);
        return c.json({ id: fork.id }, fork.created ? 201 : 200);
      },
    }),
    defineRoute("post", "/debates/{id}/review", {
      act: "review",
      summary: "Settle a debate that waits for a person, or add a review to one that is over.",
      params: debatePath,
      body: reviewRequest,
      answers: {
        200: {
          description: "The review was accepted and is stored with the result.",
          schema: created,
        },
      },
      failures: [409],
      async handle({ c, user, params: { id }, body }) {
        // With tokens, nobody can review in another user's name.
        await service.review(id, user.name === null ? body : { ...body, reviewer: user.name });
        return c.json({ id });
      },
    }),
    defineRoute("post", "/debates/{id}/outcome", {
      act: "outcome",
      summary: "Record the outcome for the answer of a debate that is over.",
      params: debatePath,
      body: outcomeRequest,
      answers: {
        200: {
          description: "The outcome was stored with the result, which is unchanged.",
          schema: created,
        },
      },
      failures: [409],
      async handle({ c, user, params: { id }, body }) {
        await service.outcome(id, user.name === null ? body : { ...body, source: user.name });
        return c.json({ id });
      },
    }),
    defineRoute("post", "/debates/{id}/follow", {
      act: "follow",
      summary: "Ask a question that follows up this debate, which the panel reads about first.",
      params: debatePath,
      body: followRequest,
      answers: { 201: { description: "It has begun.", schema: created } },
      failures: [402, 409, 429, 503],
      async handle({ c, user, params: { id }, body }) {
        const order = createFollowOrder(id, await service.record(id), body, user);
        const next = await service.start(order);
        c.set("debateId", next.id);
        return c.json({ id: next.id }, next.created ? 201 : 200, {
          location: `../../debates/${encodeURIComponent(next.id)}`,
        });
      },
    }),
    defineRoute("post", "/debates/{id}/proceed", {
      act: "proceed",
      summary: "Continue a debate that is paused after a round.",
      params: debatePath,
      answers: { 200: { description: "It goes on.", schema: created } },
      failures: [409],
      async handle({ c, params: { id } }) {
        await service.converse(id, { act: "proceed" });
        return c.json({ id });
      },
    }),
    defineRoute("post", "/debates/{id}/say", {
      act: "say",
      summary: "Give every debater a moderator's note before the next round.",
      params: debatePath,
      body: sayRequest,
      answers: { 200: { description: "The note is stored for the next round.", schema: created } },
      failures: [409],
      async handle({ c, user, params: { id }, body }) {
        const message = user.name === null ? body : { ...body, from: user.name };
        await service.converse(id, { act: "say", said: message });
        return c.json({ id });
      },
    }),
    defineRoute("post", "/debates/{id}/speak", {
      act: "speak",
      summary: "Submit the reply of a person that the debate waits for.",
      params: debatePath,
      body: speakRequest,
      answers: {
        200: { description: "The reply is stored, and the debate continues.", schema: created },
      },
      failures: [409],
      async handle({ c, user, params: { id }, body }) {
        checkSpeaker(users, user, body.name);
        await service.converse(id, { act: "speak", said: body });
        return c.json({ id });
      },
    }),
  ];
}

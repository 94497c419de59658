import { z } from "zod";
import { summarizeChains } from "@rostrum/eval/chain";
import type { RunQuery } from "@rostrum/core/protocol";
import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";
import type { AccessGate } from "../debates/access-gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { created, record, runPage } from "../schemas/answers.ts";
import { debatePath, debateRequest, runId } from "../schemas/debate-request.ts";
import { pageMark } from "../schemas/query.ts";
import { keyHeader, readKey } from "./idempotency-key.ts";
import { omitUndefined } from "@rostrum/core/support";
import { defineRoute, type ApiRoute } from "./route.ts";

/** Times in a query are milliseconds since 1970. */
const moment = z.coerce.number().int().min(0).max(8.64e15).optional();
const flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();

const listQuery: z.ZodType<Omit<RunQuery, "visibleTo">> = z.strictObject({
  search: z.string().max(1000).optional().describe("Part of the id, question or answer."),
  status: z.enum(["running", "waiting", "completed", "failed"]).optional(),
  only: z
    .enum(["to_review", "doubtful"])
    .optional()
    .describe(
      "`to_review`: debates that wait for a person, and escalated ones that nobody has reviewed. `doubtful`: degraded or escalated debates.",
    ),
  panelName: z.string().max(200).optional().describe("Only debates of this configured panel."),
  user: z.string().max(200).optional().describe("Only debates of this user."),
  project: z.string().max(200).optional().describe("Only debates of this project."),
  assignee: z.string().max(200).optional().describe("Only debates that this user should review."),
  from: moment.describe("Created at or after this, in milliseconds since 1970."),
  to: moment.describe("Created before this, in milliseconds since 1970."),
  oldestFirst: flag.describe("Oldest first, instead of newest first."),
  totals: flag.describe("Also return totals over all matching debates."),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  parent: runId.optional().describe("Only debates that follow this one up."),
  before: pageMark,
});

/** Routes to start and find debates. */
export function createDebateRoutes(
  service: DebateService,
  journal: RunStore,
  gate: AccessGate,
  shared: Pick<ServiceStore, "assignmentOf">,
): ApiRoute[] {
  return [
    defineRoute("post", "/debates", {
      act: "ask",
      summary: "Start a debate. It runs whether or not anybody watches.",
      body: debateRequest,
      headers: keyHeader,
      answers: {
        201: { description: "It has begun.", schema: created },
        200: { description: "It was started before, under the same id or key.", schema: created },
      },
      failures: [402, 409, 429, 503],
      async handle({ c, user, body: { question, context, id, metadata, project, ...request } }) {
        const started = await service.start({
          request,
          question: context === undefined ? question : { text: question, context },
          user,
          client: "rest",
          ...readKey(c),
          ...omitUndefined({ id, metadata, project }),
        });
        c.set("debateId", started.id);
        return c.json(
          { id: started.id, ...describeQueuePlace(service, started.id) },
          started.created ? 201 : 200,
          { location: `debates/${encodeURIComponent(started.id)}` },
        );
      },
    }),
    defineRoute("get", "/debates", {
      act: "read",
      summary: "List debates, newest first unless the query says otherwise.",
      query: listQuery,
      answers: { 200: { description: "One page.", schema: runPage } },
      handle: async ({ c, user, query }) => {
        const page = await journal.list({ ...query, ...gate.visibleTo(user) });
        return c.json({ ...page, runs: await summarizeChains(journal, page.runs) });
      },
    }),
    defineRoute("get", "/debates/{id}", {
      act: "read",
      summary: "A debate so far.",
      params: debatePath,
      answers: { 200: { description: "The record.", schema: record } },
      async handle({ c, params: { id } }) {
        const [debateRecord, assignment] = await Promise.all([
          service.record(id),
          shared.assignmentOf(id),
        ]);
        return c.json({ id, ...debateRecord, assignment, ...describeQueuePlace(service, id) });
      },
    }),
    defineRoute("delete", "/debates/{id}", {
      act: "delete",
      summary: "Delete a debate that is over.",
      params: debatePath,
      answers: { 204: { description: "It is deleted." } },
      failures: [409],
      async handle({ c, params: { id } }) {
        await service.remove(id);
        return c.body(null, 204);
      },
    }),
  ];
}

/** Adds the place of a debate that waits in the queue. */
function describeQueuePlace(service: DebateService, id: string): { queued?: { place: number } } {
  const place = service.findPlace(id);
  return place === null ? {} : { queued: { place } };
}

import { z } from "zod";
import type { ServiceStore } from "@rostrum/runtime/journal";
import { noSuchDebate } from "../debates/access-gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { assignment } from "../schemas/answers.ts";
import { debatePath } from "../schemas/debate-request.ts";
import type { LinkTo } from "../webhooks/message.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { clipLine } from "@rostrum/core/support";
import { defineRoute, type ApiRoute } from "./route.ts";

const assignRequest: z.ZodType<{ assignee: string; due?: number; comment?: string }> = z
  .strictObject({
    assignee: z
      .string()
      .regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u, "expected the name of a user")
      .describe("The user who should review the debate."),
    due: z.iso
      .datetime({ offset: true })
      .transform((value) => Date.parse(value))
      .optional()
      .describe("By when, as ISO 8601 with a time zone. Absent: no date."),
    comment: z.string().max(2000).optional(),
  })
  .meta({ id: "AssignRequest" });

const MAX_QUESTION_CHARS = 500;

/** Routes for the reviewers of debates. */
export function createAssignmentRoutes(
  shared: ServiceStore,
  service: DebateService,
  webhooks: Pick<Webhooks, "notify">,
  linkTo: LinkTo,
): ApiRoute[] {
  return [
    defineRoute("post", "/debates/{id}/assignment", {
      act: "assign",
      summary:
        "Assign a debate to a reviewer, with an optional due date and comment. Lists show it, `GET /debates?assignee=` filters by it, and webhooks are notified.",
      params: debatePath,
      body: assignRequest,
      answers: { 200: { description: "It is assigned.", schema: assignment } },
      async handle({ c, user, params: { id }, body: { assignee, due = null, comment = "" } }) {
        const newAssignment = { assignee, due, comment, by: user.name };
        c.set("auditNote", assignee.slice(0, 100));
        if (!(await shared.assign(id, newAssignment))) throw noSuchDebate(id);
        const { started } = await service.record(id);
        await webhooks.notify({
          type: "debate.assigned",
          timestamp: new Date().toISOString(),
          data: {
            id,
            question: clipLine(started?.question ?? "", MAX_QUESTION_CHARS),
            link: linkTo(id),
            ...newAssignment,
            due: due === null ? null : new Date(due).toISOString(),
          },
        });
        return c.json(await shared.assignmentOf(id));
      },
    }),
    defineRoute("delete", "/debates/{id}/assignment", {
      act: "assign",
      summary: "Remove the assignment of a debate.",
      params: debatePath,
      answers: { 204: { description: "The assignment is removed." } },
      async handle({ c, params: { id } }) {
        await shared.assign(id, null);
        return c.body(null, 204);
      },
    }),
  ];
}

import { z } from "zod";
import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError } from "../http-error.ts";
import { hasUserData } from "../users/user-data.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

const userIn: z.ZodType<{ user: string }> = z.object({ user: z.string().min(1).max(200) });

const deleted = z
  .object({
    debates: z.int().describe("Debates that were deleted."),
    name: z.string().describe("The name that replaces the user in the audit log and the totals."),
  })
  .meta({ id: "DeletedUser" });

/** Route that deletes a user's questions and answers. */
export function createUserDataRoutes(
  service: DebateService,
  journal: RunStore,
  shared: ServiceStore,
): ApiRoute[] {
  return [
    defineRoute("delete", "/users/{user}", {
      act: "delete_user",
      summary:
        "Delete all debates of a user, and the user's name from the audit log and the totals. Debates that run or wait are ended first. Only for admins.",
      params: userIn,
      answers: { 200: { description: "The data is deleted.", schema: deleted } },
      failures: [404, 409],
      async handle({ c, params: { user } }) {
        if (!(await hasUserData(user, journal, shared)))
          throw new HttpError(404, "not_found", `there is no data of a user "${user}"`);
        const debates = await removeAll(user);
        const name = await shared.forgetUser(user);
        c.set("auditNote", name);
        return c.json({ debates, name });
      },
    }),
  ];

  async function removeAll(user: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const { runs } = await journal.list({ user, limit: 200 });
      if (runs.length === 0) return removed;
      const before = removed;
      for (const { id, status } of runs) {
        if (status === "running" || status === "waiting")
          await service.cancel(id).catch(ignoreIfOver);
        try {
          await service.remove(id);
          removed += 1;
        } catch (error) {
          if (!(error instanceof HttpError && error.status === 404)) throw error;
        }
      }
      if (removed === before) throw createInUseError(removed);
    }
  }
}

/** Ignores that the debate ended in the meantime. */
function ignoreIfOver(error: unknown): void {
  if (!(error instanceof HttpError && (error.status === 404 || error.code === "not_running"))) {
    throw error;
  }
}

function createInUseError(removed: number): HttpError {
  const message = `another process is using some of the user's debates: ${removed} were deleted, the others were not. Stop that process, or try again`;
  return new HttpError(409, "held_elsewhere", message);
}

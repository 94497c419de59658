import { z } from "zod";
import type { ServiceStore } from "@rostrum/runtime/journal";
import { hasSession } from "../guard/session.ts";
import { defineRoute, type ApiRoute } from "./route.ts";
import { moment, pageMark } from "../schemas/query.ts";
import { readLimits } from "../users/spending.ts";
import { maySpeakAs } from "../users/check-speaker.ts";
import type { Users } from "../users/users.ts";
import { ACTS, findReach, USER_ROLES, VISIBILITIES, type Act } from "../access/roles.ts";

const OUTCOMES = ["done", "refused", "failed"] as const;
const name = z.string().max(200).optional();

const auditQuery = z.strictObject({
  user: name,
  act: name,
  debate: name,
  outcome: z.enum(OUTCOMES).optional(),
  from: moment,
  to: moment,
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  before: pageMark,
});

const auditPage = z
  .object({
    acts: z.array(
      z.object({
        at: z.string(),
        user: z.string().nullable(),
        act: z.string(),
        debate: z.string().nullable(),
        outcome: z.enum(OUTCOMES),
        status: z.int(),
        code: z.string().nullable(),
        address: z.string().nullable(),
        requestId: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: "Audit" });

const me = z
  .object({
    user: z.string().nullable(),
    team: z.string().nullable(),
    role: z.enum(USER_ROLES),
    sees: z.enum(VISIBILITIES),
    signIn: z.boolean().describe("Whether this server has users."),
    session: z.boolean().describe("Whether the caller's token is in a cookie: see POST /session."),
    project: z.string().nullable().describe("The project that the caller's access is for."),
    projects: z.array(z.string()).describe("The projects that a request may name."),
    acts: z
      .record(z.string(), z.enum(["none", "own", "seen", "all"]))
      .describe("Each action, and the debates on which the caller may do it."),
    limits: z.array(z.looseObject({})),
    speaks: z
      .boolean()
      .optional()
      .describe("Whether the caller may answer as the `speaker` that the request names."),
  })
  .meta({ id: "Me" });

const speakerQuery: z.ZodType<{ speaker?: string | undefined }> = z.strictObject({
  speaker: z.string().max(200).optional().describe("The name of a person on a panel."),
});

/** Routes for the caller's own user and the audit log. */
export function createAccessRoutes(shared: ServiceStore, users: Users): ApiRoute[] {
  return [
    defineRoute("get", "/me", {
      act: "look",
      summary: "The caller's user, permissions and remaining limits.",
      query: speakerQuery,
      answers: { 200: { description: "The caller.", schema: me } },
      failures: [401],
      async handle({ c, user, query: { speaker } }) {
        return c.json({
          user: user.name,
          team: user.team,
          role: user.role,
          sees: user.sees,
          signIn: !users.open,
          session: hasSession(c),
          project: user.project,
          projects: [...users.projects],
          acts: Object.fromEntries(
            Object.keys(ACTS).map((act) => [act, findReach(user.role, act as Act)]),
          ),
          limits: await readLimits(shared, user.wallets),
          ...(speaker === undefined ? {} : { speaks: maySpeakAs(users, user, speaker) }),
        });
      },
    }),
    defineRoute("get", "/audit", {
      act: "audit",
      summary: "The audit log: who did, or tried to do, what, newest first. Only for admins.",
      query: auditQuery,
      answers: { 200: { description: "One page.", schema: auditPage } },
      async handle({ c, query }) {
        const { acts, next } = await shared.listActs(query);
        return c.json({
          acts: acts.map(({ at, ...act }) => ({ at: new Date(at).toISOString(), ...act })),
          next,
        });
      },
    }),
  ];
}

import { z } from "zod";
import { USER_ROLES, VISIBILITIES } from "../access/roles.ts";

const moment = z.string().nullable().describe("ISO 8601, in UTC.");
const state = z
  .enum(["ok", "failing", "unknown"])
  .describe("`unknown`: not called yet, or not in the last five minutes after a failure.");
const count = z.int();

const lastFailure = z
  .object({
    at: z.string(),
    code: z.string().describe("The HTTP status, `timeout`, `unreachable` or `error`."),
    reason: z
      .string()
      .nullable()
      .describe("The provider's message. null: it may quote a question."),
    retryAfterMs: z.number().nullable(),
  })
  .nullable();

/** Server status that the page shows to every user. */
export const status: z.ZodType = z
  .object({
    version: z.string(),
    notices: z.array(
      z.object({
        kind: z.string(),
        level: z.enum(["warning", "error"]).describe("`error`: no panel can answer."),
        text: z.string(),
        since: z.string(),
      }),
    ),
  })
  .meta({ id: "Status" });

export const adminHealth: z.ZodType = z
  .object({
    since: z.string().describe("When this process began to count."),
    models: z.array(
      z.object({
        model: z.string(),
        provider: z.string().nullable(),
        panels: z.array(z.string()),
        state,
        failingSince: moment,
        calls: count.describe("Attempts, retries included."),
        replies: count,
        failures: z
          .record(z.string(), count)
          .describe("By HTTP status, `timeout`, `unreachable` or `error`."),
        retries: count,
        askedAgain: count.describe("Calls that were repeated because the reply could not be read."),
        inputTokens: count,
        outputTokens: count,
        latencyMs: z
          .object({ p50: z.number(), p95: z.number() })
          .nullable()
          .describe("Of the latest 200 replies."),
        lastReplyAt: moment,
        lastFailure,
      }),
    ),
    providers: z.array(
      z.object({
        provider: z.string(),
        state: state.describe("`failing`: all its models that were called fail."),
        failingSince: moment,
        models: z.array(z.string()),
        lastFailure,
      }),
    ),
    panelsDown: z
      .array(z.string())
      .describe(
        "Panels that can't answer: a key is missing, or fewer members work than they need.",
      ),
  })
  .meta({ id: "AdminHealth" });

const lastSeenAt = moment.describe(
  "When the user last sent a request to this process. null: not since it started.",
);
const limits = z.array(z.looseObject({}));
const limit = z.looseObject({}).nullable();

export const adminUsers: z.ZodType = z
  .object({
    users: z.array(
      z.object({
        user: z.string(),
        token: z.string().describe("The first digits of the token's hash."),
        role: z.enum(USER_ROLES),
        team: z.string().nullable(),
        project: z.string().nullable(),
        sees: z.enum(VISIBILITIES),
        budget: limit.describe("For ever."),
        perDay: limit,
        perMonth: limit,
        lastSeenAt,
      }),
    ),
    signIn: z
      .object({
        issuer: z.string(),
        groups: z.array(z.string()),
        users: z
          .array(z.object({ user: z.string(), lastSeenAt }))
          .describe("Users of the identity provider who have sent a request."),
      })
      .nullable(),
    limits,
  })
  .meta({ id: "AdminUsers" });

/** How the last reload ended. */
export const reloaded: z.ZodType = z
  .object({
    at: z.string(),
    error: z.string().nullable().describe("What is wrong, and which changes are held back."),
    changed: z
      .array(z.string())
      .describe("The options that changed, and those that will at the next start."),
    warnings: z
      .array(z.string())
      .describe("What may be unintended, such as panels that can't answer for want of a key."),
  })
  .meta({ id: "Reloaded" });

export const adminServer: z.ZodType = z
  .object({
    version: z.string(),
    node: z.string(),
    startedAt: z.string(),
    memoryBytes: z.number(),
    debates: z.object({ running: count, waiting: count, queued: count }),
    watchers: count,
    limits: z.record(z.string(), z.number()),
    panels: z.array(z.string()),
    webhooks: z.object({
      waiting: count,
      givenUp: count,
      hooks: z.array(
        z.object({ name: z.string(), format: z.string(), events: z.array(z.string()) }),
      ),
    }),
    reload: z.object({
      available: z.boolean().describe("Whether the server was started from files."),
      last: reloaded.nullable(),
    }),
  })
  .meta({ id: "AdminServer" });

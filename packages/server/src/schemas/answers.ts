import { z } from "zod";
import { planShape } from "./plan-answer.ts";
import { numberOrNull } from "./number-or-null.ts";

/*
 * Schemas of the server's responses, for the OpenAPI document. Loose on purpose: a result may grow, and a client
 * generated from the document must not break when it does.
 */

const tokenCounts = {
  inputTokens: numberOrNull,
  cachedInputTokens: numberOrNull,
  cacheWriteTokens: numberOrNull,
  outputTokens: numberOrNull,
  reasoningTokens: numberOrNull,
};
const usage = z.looseObject({ calls: z.int(), ...tokenCounts });

const position = z
  .looseObject({
    debater: z.string(),
    round: z.int(),
    status: z.enum(["spoke", "kept", "failed", "unread", "not_asked", "cancelled"]),
    text: z.string(),
    answer: z.string().nullable(),
    reasoning: z.string(),
    confidence: numberOrNull,
    changed: z.boolean(),
    cluster: z.int().nullable(),
  })
  .meta({ id: "Position" });

const round = z
  .looseObject({
    index: z.int(),
    positions: z.array(position),
    agreement: z.number().nullable(),
    stopped: z.boolean(),
  })
  .meta({ id: "Round" });

const whatIf = z.looseObject({
  answer: z.string().nullable(),
  calls: z.int(),
  tokens: numberOrNull,
  usd: numberOrNull,
});

const result = z
  .looseObject({
    id: z.string(),
    question: z.string(),
    answer: z.unknown(),
    unit: z.string().nullable(),
    text: z.string(),
    reasoning: z.string(),
    confidence: numberOrNull,
    confidenceBasis: z.enum(["self_reported", "judge", "calibrated", "uncalibrated"]).nullable(),
    winner: z.string().nullable(),
    decision: z.looseObject({
      method: z.string(),
      basis: z.string(),
      tally: z.array(
        z.looseObject({
          answer: z.string(),
          votes: z.int(),
          weight: z.number(),
          debaters: z.array(z.string()),
        }),
      ),
    }),
    dissent: z.array(position),
    rounds: z.array(round),
    routing: z.enum(["debate", "single_agent"]),
    converged: z.boolean(),
    agreement: z.number().nullable(),
    stopReason: z.string(),
    escalateToHuman: z.boolean(),
    stakes: z
      .looseObject({ expectedCost: z.number(), pWrong: z.number(), handedOver: z.boolean() })
      .nullable(),
    guarantee: z
      .looseObject({
        mode: z.enum(["delivered", "sure"]),
        promise: z.enum(["average", "holder"]),
        alpha: z.number(),
        delta: z.number(),
        threshold: z.number(),
        rows: z.int(),
        assumptions: z.string(),
      })
      .nullable(),
    integrity: z.looseObject({
      degraded: z.boolean(),
      planned: z.int(),
      completed: z.int(),
      reissued: z.int(),
      fallback: z.string().nullable(),
    }),
    whatIf: z.looseObject({ single: whatIf, roundZeroVote: whatIf }),
    usage,
    costUsd: numberOrNull,
    durationMs: z.number(),
  })
  .meta({ id: "DebateResult" });

/** The calls of a debate. */
export const callList: z.ZodType = z
  .object({
    calls: z.array(
      z
        .looseObject({
          step: z.string().describe("Its name within the debate."),
          role: z.string().describe("debater, judge, comparer …; tool: a tool that a debater used"),
          member: z.string().nullable().describe("The debater or the judge."),
          round: z.int().nullable(),
          again: z.boolean().describe("The first reply could not be read."),
          model: z.string().nullable(),
          startedAt: numberOrNull.describe(
            "When its last attempt began, in milliseconds since 1970.",
          ),
          durationMs: numberOrNull.describe(
            "Of its last attempt; null: it hasn't ended, or unknown",
          ),
          attempts: z.int().describe("Attempts that have ended."),
          usage: z.looseObject(tokenCounts).partial(),
          costUsd: numberOrNull,
          error: z.string().optional(),
          prompt: z
            .looseObject({
              system: z.string(),
              messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
            })
            .optional(),
          reply: z.string().optional(),
        })
        .meta({ id: "DebateCall" }),
    ),
  })
  .meta({ id: "DebateCalls" });

/** Reviewer of a debate. */
export const assignment: z.ZodType = z
  .object({
    assignee: z.string(),
    due: z.number().nullable().describe("Milliseconds since 1970."),
    comment: z.string(),
    by: z.string().nullable(),
    at: z.number().describe("Milliseconds since 1970."),
  })
  .meta({ id: "Assignment" });

export const record: z.ZodType = z
  .looseObject({
    id: z.string(),
    status: z.enum(["running", "waiting", "completed", "failed"]),
    waits: z
      .array(
        z.looseObject({
          for: z.enum(["review", "proceed", "speak"]),
          round: z.int(),
          name: z.string().optional(),
          source: z.string().optional(),
        }),
      )
      .describe("What it waits for a person to do."),
    result: result.describe("Complete if the status is completed; otherwise what is known so far."),
    atLeastUsd: z.number().describe("The sum of the costs that are known."),
    started: z.looseObject({ question: z.string(), rounds: z.int() }).nullable(),
    error: z.looseObject({ name: z.string(), code: z.string(), message: z.string() }).nullable(),
    assignment: assignment.nullish().describe("The reviewer. null: not assigned."),
  })
  .meta({ id: "DebateRecord" });

const queued = z
  .object({ place: z.int().min(1) })
  .optional()
  .describe("It waits in the queue; absent: it runs or is over.");

export const created: z.ZodType = z.object({ id: z.string(), queued }).meta({ id: "Created" });

export const runPage: z.ZodType = z
  .looseObject({
    runs: z.array(
      z
        .looseObject({
          id: z.string(),
          question: z.string(),
          status: z.enum(["running", "waiting", "completed", "failed"]),
          stopped: z.literal(true).optional().describe("Somebody cancelled it."),
          createdAt: z.number(),
          updatedAt: z.number(),
          answer: z.string().nullable(),
          label: z.string().optional().describe("Label of the answer's group, for lists."),
          stopReason: z.string().nullable(),
          agreement: z.number().nullable(),
          asked: z
            .int()
            .optional()
            .describe("How many members the agreement is a share of. Absent: the whole panel."),
          tied: z.int().optional().describe("How many answers share the most votes."),
          uncompared: z
            .literal(true)
            .optional()
            .describe("The answers were not compared, so a tie may be none."),
          overruled: z
            .looseObject({ by: z.string(), votes: z.int() })
            .optional()
            .describe("Who decided against the largest group, and how many members that has."),
          reviewer: z.string().nullish().describe("Who settled it. null: a person without a name."),
          waitsFor: z.array(z.string()).optional().describe("People whose reply it waits for."),
          reviews: z.array(z.string()).optional().describe("Documents that it reviews."),
          escalated: z.boolean(),
          degraded: z.boolean(),
          calls: z.int(),
          costUsd: numberOrNull,
          atLeastUsd: z.number(),
          panel: z.array(z.string()).describe("Names of the debaters."),
          user: z.string().optional().describe("Who asked."),
          panelName: z.string().optional().describe("The configured panel that was asked for."),
          parent: z.string().optional().describe("The debate that it follows up."),
          project: z.string().optional().describe("The project that pays for it."),
          assignment: assignment.optional().describe("Who should review it."),
        })
        .meta({ id: "RunSummary" }),
    ),
    next: z.string().nullable().describe("Pass it as `before` to get the next page."),
    totals: z
      .looseObject({ runs: z.int(), calls: z.int(), costUsd: numberOrNull, atLeastUsd: z.number() })
      .optional()
      .describe("Totals over all matching debates, if requested."),
  })
  .meta({ id: "RunPage" });

export const panels: z.ZodType = z
  .looseObject({
    panels: z.array(
      z
        .looseObject({
          name: z.string(),
          default: z.boolean(),
          members: z.array(
            z.looseObject({ name: z.string(), model: z.string(), weight: z.number() }),
          ),
          judge: z.looseObject({ name: z.string(), model: z.string() }).nullable(),
          rounds: z.int(),
          onEscalate: z.enum(["flag", "wait"]),
          purpose: z.string().optional().describe("What the panel is for."),
          saved: z
            .looseObject({ version: z.int(), by: z.string().nullable(), at: z.number() })
            .optional()
            .describe("It was saved on the server, and is not in the config."),
          calibration: z
            .looseObject({
              rows: z.int(),
              unlabelled: z.boolean(),
              version: z
                .int()
                .nullable()
                .describe("The version that it learned from its runs; null: it is the config's."),
              shift: z
                .looseObject({})
                .nullable()
                .describe("The panel agrees differently from its calibration rows."),
            })
            .optional()
            .describe("The calibration that its rules use."),
          missing: z
            .array(z.string())
            .describe("Why the panel can't be asked, such as a key that is not set."),
          health: z
            .looseObject({
              members: z.int(),
              needed: z.int().describe("The number of members that must reply."),
              able: z.int().describe("Members whose model, or its fallback, isn't failing."),
              failing: z.array(z.string()).describe("The names of the other members."),
              replied: z.boolean().describe("A model of the panel has replied lately."),
            })
            .optional()
            .describe("How the models reply. Absent: none of them is called over a network."),
          plan: z.looseObject(planShape),
        })
        .meta({ id: "Panel" }),
    ),
    models: z.array(z.string()).describe("Ids that a request may name as debaters or judge."),
    saving: z.boolean().describe("Whether the caller may save panels here."),
  })
  .meta({ id: "Panels" });

const promised = {
  alpha: z.number().describe("The share of wrong answers that is allowed."),
  promise: z.enum(["average", "holder"]),
  rowsNeeded: z.int(),
  missing: z.int().describe("The minimum number of rows that are still missing."),
};

export const learnedVersion: z.ZodType = z
  .looseObject({
    version: z.int(),
    by: z.string().nullable(),
    at: z.number().describe("In milliseconds since 1970."),
    rows: z.int(),
    unlabelled: z.boolean().describe("The rows have no known answers, so no answer is ever sure."),
    milestones: z.array(
      z.looseObject({ ...promised, status: z.enum(["given", "more_rows", "errors"]) }),
    ),
    copyOf: z.int().optional().describe("The earlier version that it copies."),
  })
  .meta({ id: "LearnedVersion" });

export const panelLearning: z.ZodType = z
  .looseObject({
    uses: z.boolean().describe("Whether the panel's rules use a calibration."),
    runs: z.int().describe("Its completed runs, at most the last 1,000."),
    known: z.int().describe("Those of them whose right answer is known."),
    missing: z.array(z.looseObject(promised)),
    versions: z.array(learnedVersion),
  })
  .meta({ id: "PanelLearning" });

const sums = {
  debates: z.int(),
  calls: z.int().describe("Attempts, retries included."),
  tokens: numberOrNull,
  atLeastTokens: z.int().describe("The sum of the tokens that are known."),
  ...tokenCounts,
  costUsd: numberOrNull.describe(
    "The sum of the costs that are known: a lower bound if there are unknownCalls, and null if no call's cost is known.",
  ),
  atLeastUsd: z.number().describe("The same sum; 0 if no call's cost is known."),
  unknownCalls: z.int().describe("Calls whose cost is unknown."),
};
const limit = z
  .object({
    cap: z.number(),
    spent: z.number(),
    reserved: z.number().describe("For calls that running debates may make."),
    left: z.number(),
  })
  .optional();

export const usageSums: z.ZodType = z
  .object({
    by: z.enum(["user", "team", "project", "panel", "model", "day"]),
    from: z.string(),
    to: z.string(),
    rows: z.array(
      z.object({
        key: z
          .string()
          .nullable()
          .describe(
            "The user, team, project, panel, model or day (UTC); null where the record names none.",
          ),
        ...sums,
      }),
    ),
    total: z.object(sums),
    limits: z
      .array(
        z.object({
          user: z.string().optional(),
          team: z.string().optional(),
          project: z.string().optional(),
          per: z.enum(["day", "month"]).optional().describe("Absent: the limit has no period."),
          resetsAt: z.string().optional().describe("When the next day or month begins."),
          usd: limit,
          tokens: limit,
          calls: limit,
        }),
      )
      .describe("Users, teams and projects with a limit, and what is left of it."),
  })
  .meta({ id: "Usage" });

export const failure: z.ZodType = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }),
  })
  .meta({ id: "Error" });

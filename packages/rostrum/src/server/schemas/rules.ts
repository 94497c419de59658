import { z } from "zod";
import type { DecisionRule, Poll, Router, StopRule, Topology } from "../../protocol/rules.ts";

/** An answer kind as data: a JSON Schema stands where code has a validator. */
export type AnswerRequest =
  | "auto"
  | "text"
  | "exact"
  | "number"
  | "choice"
  | "math"
  | { type: "auto" | "exact" | "math" }
  | { type: "text"; similarity?: number }
  | { type: "number"; tolerance?: number }
  | { type: "choice"; options?: string[] }
  | { type: "json"; schema: Record<string, unknown> };

/*
 * Rules as data: a name, or an object with settings. The engine checks what they mean; these schemas
 * hold their shape, and describe it in the OpenAPI document.
 */

/** Every reply is searched for every option. */
const MOST_OPTION_CHARACTERS = 2000;

const share = z.number().min(0).max(1);
const count = z.int().min(1);

const stopRule = z.union([
  z.enum(["unanimous", "agreement", "stable", "never"]),
  z.strictObject({ type: z.literal("unanimous") }),
  z.strictObject({ type: z.literal("agreement"), share: share.optional() }),
  z.strictObject({ type: z.literal("stable"), rounds: count.optional() }),
  z.strictObject({ type: z.literal("never") }),
]);

export const stop: z.ZodType<StopRule | StopRule[]> = z
  .union([stopRule, z.array(stopRule).min(1).max(8)])
  .meta({ description: "When to stop early. Default: agreement of 0.8." });

export const decide: z.ZodType<DecisionRule> = z
  .union([
    z.enum(["majority", "weighted", "central", "posterior", "judged"]),
    z.strictObject({ type: z.literal("majority"), keepLeader: z.boolean().optional() }),
    z.strictObject({ type: z.enum(["weighted", "central", "posterior"]) }),
    z.strictObject({
      type: z.literal("judged"),
      mode: z.enum(["synthesize", "pick"]).optional(),
      always: z.boolean().optional(),
    }),
  ])
  .meta({
    description:
      "How the last positions become one answer. Default: judged with a judge, else majority.",
  });

export const answer: z.ZodType<AnswerRequest> = z
  .union([
    z.enum(["auto", "text", "exact", "number", "choice", "math"]),
    z.strictObject({ type: z.enum(["auto", "exact", "math"]) }),
    z.strictObject({ type: z.literal("text"), similarity: share.optional() }),
    z.strictObject({ type: z.literal("number"), tolerance: z.number().min(0).optional() }),
    z.strictObject({
      type: z.literal("choice"),
      options: z
        .array(z.string().min(1).max(500))
        .min(2)
        .max(100)
        .refine((options) => options.join("").length <= MOST_OPTION_CHARACTERS, {
          error: `expected options of at most ${MOST_OPTION_CHARACTERS} characters in all`,
        })
        .optional()
        .meta({ description: "2 to 100 of them, 500 characters each and 2,000 in all." }),
    }),
    z.strictObject({
      type: z.literal("json"),
      schema: z
        .record(z.string(), z.unknown())
        .meta({ description: "A JSON Schema the answer must fit." }),
    }),
  ])
  .meta({ description: "How replies are read and compared. Default: auto." });

export const route: z.ZodType<Router> = z.union([
  z.enum(["always", "confident"]),
  z.strictObject({ type: z.enum(["always", "confident"]), threshold: share.optional() }),
]);

export const poll: z.ZodType<Poll> = z.union([
  z.enum(["everyone", "sequential"]),
  z.strictObject({ type: z.literal("everyone") }),
  z.strictObject({
    type: z.literal("sequential"),
    target: share.optional(),
    first: count.optional(),
    batch: count.optional(),
  }),
]);

export const see: z.ZodType<Topology> = z.union([
  z.enum(["all", "ring", "star", "sample"]),
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.enum(["ring", "sample"]), k: count.optional() }),
  z.strictObject({ type: z.literal("star"), i: z.int().min(0).optional() }),
]);

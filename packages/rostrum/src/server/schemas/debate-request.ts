import { z } from "zod";
import type { BudgetLimits } from "../../protocol/budget.ts";
import type { DebateConfig } from "../../protocol/config.ts";
import type { Message } from "../../protocol/question.ts";
import type { Review } from "../../protocol/result.ts";
import type { DecisionRule, Poll, Router, StopRule, Topology } from "../../protocol/rules.ts";
import { answer, decide, poll, route, see, stop, type AnswerRequest } from "./rules.ts";

/** A configured model's id, or a debater with settings. */
export type DebaterRequest =
  | string
  | {
      name?: string;
      model: string;
      instructions?: string;
      temperature?: number;
      weight?: number;
      maxOutputTokens?: number;
    };

/** What a request may change of a panel. */
interface PanelChanges extends Pick<
  DebateConfig,
  "revise" | "show" | "anonymous" | "escalateBelow" | "onEscalate" | "seed" | "rounds"
> {
  judge?: DebaterRequest;
  answer?: AnswerRequest;
  stop?: StopRule | StopRule[];
  decide?: DecisionRule;
  route?: Router;
  poll?: Poll;
  see?: Topology;
  prompts?: "classic" | "critique" | "revision";
  budget?: BudgetLimits;
}

/** Everything a request says about how to hold the debate, and nothing of what it is about. */
export interface PanelRequest extends PanelChanges {
  panel?: string;
  debaters?: DebaterRequest[];
  personas?: boolean | string[];
}

export interface PlanRequest extends PanelRequest {
  question: string;
  context?: string | Message[];
}

export interface DebateRequest extends PlanRequest {
  id?: string;
  metadata?: Record<string, unknown>;
}

export interface ForkRequest extends PanelChanges {
  fromRound: number;
  panel?: string;
  id?: string;
}

const MOST_METADATA = 16_000;

const modelId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The id of a configured model, never an address." });

const debater = z
  .union([
    modelId,
    z.strictObject({
      name: z.string().min(1).max(64).optional(),
      model: modelId,
      instructions: z.string().max(20_000).optional(),
      temperature: z.number().min(0).max(10).optional(),
      weight: z.number().positive().optional(),
      maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
    }),
  ])
  .meta({ id: "Debater", description: "A model id, or a debater with settings." });

const message = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.string().max(1_000_000),
});

export const runId: z.ZodType<string> = z
  .string()
  .regex(/^[\w.:@-]{1,200}$/, "expected 1 to 200 letters, digits or . : @ _ -")
  .meta({
    description:
      "Names the debate. The same id with the same request is answered with the same debate.",
  });

const changes = {
  judge: debater.optional(),
  rounds: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: "Revision rounds after the independent one." }),
  answer: answer.optional(),
  stop: stop.optional(),
  decide: decide.optional(),
  route: route.optional(),
  poll: poll.optional(),
  revise: z.enum(["everyone", "dissenters"]).optional(),
  see: see.optional(),
  show: z.enum(["latest", "transcript", "digest"]).optional(),
  anonymous: z.boolean().optional(),
  prompts: z.enum(["classic", "critique", "revision"]).optional(),
  escalateBelow: z.number().min(0).max(1).optional(),
  onEscalate: z
    .enum(["flag", "wait"])
    .optional()
    .meta({ description: "wait: the debate pauses until it is reviewed." }),
  seed: z.int().min(0).optional(),
  budget: z
    .strictObject({
      usd: z.number().min(0).optional(),
      tokens: z.int().min(0).optional(),
      calls: z.int().min(0).optional(),
      ms: z.number().positive().optional(),
      onExceeded: z.enum(["stop", "throw"]).optional(),
    })
    .optional()
    .meta({ description: "Caps for this debate, within those of its panel." }),
};

const panel = {
  panel: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "A configured panel. Default: the server's default one." }),
  debaters: z
    .array(debater)
    .min(1)
    .max(50)
    .optional()
    .meta({ description: "A panel of configured models, instead of a named one." }),
  personas: z.union([z.boolean(), z.array(z.string().max(20_000)).max(50)]).optional(),
};

const question = {
  question: z.string().max(1_000_000).regex(/\S/, "expected a question, got none"),
  context: z
    .union([z.string().max(1_000_000), z.array(message).max(1000)])
    .optional()
    .meta({ description: "Material for the question: a text, or an earlier conversation." }),
};

export const debateRequest: z.ZodType<DebateRequest> = z
  .strictObject({
    ...question,
    ...panel,
    ...changes,
    id: runId.optional(),
    metadata: z
      .record(z.string(), z.unknown())
      .refine((metadata) => JSON.stringify(metadata).length <= MOST_METADATA, {
        error: `expected metadata of at most ${MOST_METADATA} characters as JSON`,
      })
      .optional()
      .meta({ description: "Kept with the debate; at most 16,000 characters as JSON." }),
  })
  .meta({ id: "DebateRequest" });

export const planRequest: z.ZodType<PlanRequest> = z
  .strictObject({ ...question, question: z.string().max(1_000_000), ...panel, ...changes })
  .meta({ id: "PlanRequest" });

export const forkRequest: z.ZodType<ForkRequest> = z
  .strictObject({
    fromRound: z
      .int()
      .min(1)
      .meta({ description: "The first round that is held anew, at least 1." }),
    panel: panel.panel,
    ...changes,
    id: runId.optional(),
  })
  .meta({ id: "ForkRequest" });

export const reviewRequest: z.ZodType<Review> = z
  .strictObject({
    verdict: z.enum(["confirm", "correct", "reject"]),
    answer: z
      .string()
      .max(100_000)
      .optional()
      .meta({ description: "The right answer, with correct." }),
    reason: z.string().max(100_000).optional(),
    reviewer: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Who says so; with tokens, always the token's user." }),
  })
  .meta({ id: "ReviewRequest" });

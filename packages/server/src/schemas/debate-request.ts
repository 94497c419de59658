import {
  type Outcome,
  type DebateConfig,
  type ReportName,
  type BudgetLimits,
  type Review,
  type Note,
  FILE_TYPES,
  type ContextItem,
  type DataKind,
  type PromptSetName,
} from "@rostrum/core/protocol";
import { z } from "zod";
import type { Carry } from "@rostrum/runtime/api";
import type { PersonAct } from "../restate/messages.ts";
import { CONFIG, FOLLOW, NOTE, REVIEW } from "@rostrum/core/options";
import { debater, buildRequestShape, type DebaterRequest } from "./from-vocabulary.ts";

/** An answer kind as data, with a JSON Schema in place of a validator. */
export type AnswerRequest = DataKind | { type: "json"; schema: Record<string, unknown> };

/** Panel options that a request may change. */
interface PanelChanges extends Pick<
  DebateConfig,
  | "revise"
  | "show"
  | "anonymous"
  | "escalateBelow"
  | "onEscalate"
  | "onRound"
  | "seed"
  | "rounds"
  | "stop"
  | "decide"
  | "route"
  | "poll"
  | "see"
  | "limits"
> {
  judge?: DebaterRequest;
  answer?: AnswerRequest;
  prompts?: PromptSetName;
  budget?: BudgetLimits;
  compare?: string | { model?: string; bothOrders?: boolean };
  crux?: boolean | { model?: string };
  audit?: boolean | { model?: string };
  report?:
    | ReportName
    | { type: "none" }
    | { type: "claims" | "memo"; model?: string; max?: number };
}

/** Settings of a debate in a request, without its question. */
export interface PanelRequest extends PanelChanges {
  panel?: string;
  debaters?: DebaterRequest[];
  personas?: boolean | string[];
}

export interface PlanRequest extends PanelRequest {
  question: string;
  context?: string | ContextItem[];
  project?: string;
}

export interface DebateRequest extends PlanRequest {
  id?: string;
  metadata?: Record<string, unknown>;
}

export interface ForkRequest extends PanelChanges {
  fromRound: number;
  panel?: string;
  id?: string;
  project?: string;
}

export interface FollowRequest extends PlanRequest {
  carry?: Carry;
  id?: string;
}

const MAX_METADATA_CHARS = 16_000;

const project = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe(
    "The project that pays, one of the server's. Default: the one that the caller's access is for, or that of the caller's own debate which this one continues.",
  );

const name = z.string().min(1).max(200);

const message = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.string().max(1_000_000),
});

const document = z.strictObject({
  document: name.describe("Its name, by which it is cited."),
  text: z.string().max(1_000_000),
});

const file = z.strictObject({
  document: name.describe("Its name."),
  data: z
    .string()
    .min(1)
    .max(28_000_000)
    .describe("An image (PNG, JPEG, GIF, WebP) or a PDF, in base64."),
  mediaType: z.enum(FILE_TYPES).optional().describe("An error if the bytes are of another type."),
});

export const runId: z.ZodType<string> = z
  .string()
  .regex(
    /^(?!\.{1,2}$)[\w.:@-]{1,200}$/,
    "expected 1 to 200 letters, digits or . : @ _ - (but not . or .. alone)",
  )
  .describe("The debate's id. The same id with the same request returns the same debate.");

/** The parameters of a path that names a debate. */
export const debatePath: z.ZodType<{ id: string }> = z.object({ id: runId });

/** Every option of a config that a request may set. */
const { debaters: _debaters, personas, ...changes } = buildRequestShape(CONFIG);

const panel = {
  panel: name.optional().describe("A configured panel. Default: the server's default one."),
  debaters: z
    .array(debater)
    .min(1)
    .max(50)
    .optional()
    .describe("A panel of configured models, instead of a named one."),
  ...(personas ? { personas } : {}),
};

const question = {
  question: z.string().max(1_000_000).regex(/\S/, "expected a question, got none"),
  context: z
    .union([z.string().max(1_000_000), z.array(z.union([document, file, message])).max(1000)])
    .optional()
    .describe(
      "Material for the question: a text, or a list of documents, files and turns of an earlier conversation. Files may have 20 MB in total, and every model of the panel must accept them.",
    ),
};

export const debateRequest: z.ZodType<DebateRequest> = z
  .strictObject({
    ...question,
    ...panel,
    ...changes,
    id: runId.optional(),
    project,
    metadata: z
      .record(z.string(), z.unknown())
      .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARS, {
        error: `expected metadata of at most ${MAX_METADATA_CHARS} characters as JSON`,
      })
      .optional()
      .describe("Kept with the debate; at most 16,000 characters as JSON."),
  })
  .meta({ id: "DebateRequest" }) as unknown as z.ZodType<DebateRequest>;

export const planRequest: z.ZodType<PlanRequest> = z
  .strictObject({ ...question, question: z.string().max(1_000_000), ...panel, ...changes, project })
  .meta({ id: "PlanRequest" }) as unknown as z.ZodType<PlanRequest>;

/** Panel to save on the server, with its name. */
export interface SavePanelRequest extends PanelChanges {
  name: string;
  purpose?: string;
  debaters: DebaterRequest[];
  personas?: boolean | string[];
}

export const panelName: z.ZodType<string> = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u,
    "expected 1 to 64 letters, digits, spaces or . _ -, with a letter or digit at both ends",
  );

export const savePanelRequest: z.ZodType<SavePanelRequest> = z
  .strictObject({
    name: panelName,
    purpose: z.string().max(300).optional().describe("What the panel is for."),
    debaters: z.array(debater).min(1).max(50),
    ...(personas ? { personas } : {}),
    ...changes,
  })
  .meta({ id: "SavePanelRequest" }) as unknown as z.ZodType<SavePanelRequest>;

export const forkRequest: z.ZodType<ForkRequest> = z
  .strictObject({
    fromRound: z
      .int()
      .min(0)
      .describe(
        "The first round that runs again. The rounds before it are copied; with 0, none is.",
      ),
    panel: panel.panel,
    ...changes,
    id: runId.optional(),
    project,
  })
  .meta({ id: "ForkRequest" });

export const followRequest: z.ZodType<FollowRequest> = z
  .strictObject({
    ...question,
    ...panel,
    ...changes,
    ...buildRequestShape(FOLLOW),
    id: runId.optional(),
    project,
  })
  .meta({ id: "FollowRequest" }) as unknown as z.ZodType<FollowRequest>;

export const sayRequest: z.ZodType<Note> = z
  .strictObject(buildRequestShape(NOTE))
  .meta({ id: "SayRequest" }) as unknown as z.ZodType<Note>;

export const speakRequest: z.ZodType<Extract<PersonAct, { act: "speak" }>["said"]> = z
  .strictObject({
    name: z.string().min(1).max(64).describe("Who speaks, as `human:<name>` says."),
    text: z.string().max(100_000).regex(/\S/, "expected words, got none"),
  })
  .meta({ id: "SpeakRequest" });

const outcomeSource = z.string().min(1).max(200).optional().describe("Where this is known from.");

export const outcomeRequest: z.ZodType<Outcome> = z
  .union([
    z.strictObject({
      right: z.boolean().describe("Whether the panel's answer turned out right."),
      source: outcomeSource,
    }),
    z.strictObject({
      answer: z.string().min(1).max(100_000).describe("The answer that turned out right."),
      source: outcomeSource,
    }),
  ])
  .meta({ id: "OutcomeRequest" });

export const reviewRequest: z.ZodType<Review> = z
  .strictObject(buildRequestShape(REVIEW))
  .meta({ id: "ReviewRequest" }) as unknown as z.ZodType<Review>;

import { z } from "zod";
import { numberOrNull } from "./number-or-null.ts";

/** Fields of every plan, for the OpenAPI document. */
export const planShape: z.core.$ZodLooseShape = {
  calls: z.object({ min: z.int(), typical: z.int(), max: z.int() }),
  tokens: z.object({ typical: z.int(), max: z.int() }),
  usd: z.object({ typical: numberOrNull, max: numberOrNull }),
  learnedRuns: z
    .int()
    .describe("earlier runs that say how long a typical reply is; 0: 700 tokens are assumed"),
  assumed: z
    .array(z.string())
    .optional()
    .describe("roles that these runs have no reply of: 700 tokens are assumed for each"),
  leftOut: z
    .object({
      parts: z.array(z.enum(["report", "crux", "audit", "tools"])),
      lastRound: z.int().nullable().describe("Counted from 0; null: all rounds may take place."),
    })
    .optional()
    .describe(
      "Parts and rounds that a limit leaves no room for; warnings has a sentence for each.",
    ),
  warnings: z.array(z.string()),
};

export const plan: z.ZodType = z
  .looseObject({
    ...planShape,
    sentence: z.string().describe("The plan in one sentence."),
    unpriced: z
      .array(z.object({ role: z.string(), name: z.string(), model: z.string() }))
      .describe(
        "Models without a known price: neither the cost nor a limit in dollars can be computed for them.",
      ),
    refusal: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe(
        "Why the caller's question would be refused now, because of a limit; null: it would not.",
      ),
  })
  .meta({ id: "DebatePlan" });

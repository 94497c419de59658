import type { Tool } from "ai";
import { z } from "zod";
import type { ConfidenceBasis } from "@rostrum/core/protocol";
import { makeDebate, type Debatable } from "../debatable.ts";

/** Input that an agent passes to the panel. */
export interface DebateToolInput {
  question: string;
  context?: string | undefined;
}

const INPUT: z.ZodType<DebateToolInput> = z.object({
  question: z.string().describe("The question, with all that is needed to answer it."),
  context: z.string().optional().describe("Material the panel should read first."),
});

/** Options of `debateTool()`. */
export interface DebateToolOptions {
  /** Tells the agent when to call it. */
  description?: string;
}

/** Output for the agent: short, but enough to judge how much to trust it. */
export interface DebateToolOutput {
  answer: unknown;
  agreement: number | null;
  confidence: number | null;
  /** Source of the confidence. */
  confidenceBasis: ConfidenceBasis | null;
  escalate: boolean;
  degraded: boolean;
  dissent: { answer: string | null; reasoning: string }[];
  id: string;
}

const DESCRIPTION =
  "Asks a panel of independent models one hard question, lets them debate, and returns the answer with " +
  "the agreement and the dissent. Slow and costly: use it where a wrong answer would be expensive.";

/** A panel as a tool that an agent calls for its hard questions. */
export function debateTool(
  debate: Debatable,
  { description = DESCRIPTION }: DebateToolOptions = {},
): Tool<DebateToolInput, DebateToolOutput> {
  const panel = makeDebate(debate);
  return {
    description,
    inputSchema: INPUT,
    async execute({ question, context }, { abortSignal }) {
      const result = await panel.run(
        context ? { text: question, context } : question,
        abortSignal ? { signal: abortSignal } : {},
      );
      const { answer, agreement, escalateToHuman, integrity, dissent, id } = result;
      return {
        answer,
        agreement,
        confidence: result.confidence,
        confidenceBasis: result.confidenceBasis,
        escalate: escalateToHuman,
        degraded: integrity.degraded,
        dissent: dissent.map(({ answer: other, reasoning }) => ({ answer: other, reasoning })),
        id,
      };
    },
  };
}

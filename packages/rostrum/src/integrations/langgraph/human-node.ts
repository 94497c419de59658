import type { Review } from "../../protocol/settings.ts";
import type { ConfidenceBasis, DebateResult } from "../../protocol/result.ts";
import { loadPeer } from "../load-peer.ts";

/** What a person is shown when a graph pauses at a human node. */
export interface HumanQuestion {
  prompt: string;
  question: string | null;
  /** What the panel would answer. */
  answer: unknown;
  agreement: number | null;
  confidence: number | null;
  /** Where the confidence comes from. */
  confidenceBasis: ConfidenceBasis | null;
  dissent: { debater: string; answer: string | null; reasoning: string }[];
}

/** Options of `humanNode()`. */
export interface HumanNodeOptions {
  /** Key of the answer in the state. Default `answer`. */
  answerKey?: string;
}

/** What it writes when the graph is resumed. */
export interface HumanUpdate {
  debate_escalate: false;
  debate_review: Review;
  [answerKey: string]: unknown;
}

/**
 * Pauses the graph with LangGraph's own interrupt until a person answers: with the answer itself, or
 * with a review `{ verdict, answer?, reason?, reviewer? }`. The checkpointer stores the pause, so
 * the graph may be resumed by another process.
 */
export function humanNode(
  prompt: string,
  { answerKey = "answer" }: HumanNodeOptions = {},
): (state: object) => Promise<HumanUpdate> {
  return async (state) => {
    const { interrupt } = await loadPeer(
      "@langchain/langgraph",
      () => import("@langchain/langgraph"),
    );
    const fields = state as Record<string, unknown>;
    const result = fields["debate_result"] as DebateResult<unknown> | undefined;
    const said: unknown = interrupt(makeQuestion(prompt, fields[answerKey], result));
    const review = readReview(said);
    const answer = review.verdict === "confirm" ? fields[answerKey] : (review.answer ?? null);
    return { [answerKey]: answer, debate_escalate: false, debate_review: review };
  };
}

function makeQuestion(
  prompt: string,
  answer: unknown,
  result: DebateResult<unknown> | undefined,
): HumanQuestion {
  return {
    prompt,
    question: result?.question ?? null,
    answer,
    agreement: result?.agreement ?? null,
    confidence: result?.confidence ?? null,
    confidenceBasis: result?.confidenceBasis ?? null,
    dissent: (result?.dissent ?? []).map(({ debater, answer: other, reasoning }) => ({
      debater,
      answer: other,
      reasoning,
    })),
  };
}

/** A bare answer is a correction. */
function readReview(said: unknown): Review {
  if (typeof said === "object" && said !== null && "verdict" in said) return said as Review;
  return { verdict: "correct", answer: String(said) };
}

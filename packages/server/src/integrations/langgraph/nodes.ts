import { makeDebate, type Debatable } from "../debatable.ts";
import type { Question, Position, DebateResult, Review } from "@rostrum/core/protocol";
import { loadPeer } from "../../load-peer.ts";

/** State update that a debate node writes. */
export interface DebateUpdate {
  debate_result: DebateResult<unknown>;
  debate_confidence: number | null;
  debate_escalate: boolean;
  debate_rounds: number;
  debate_routing: "debate" | "single_agent";
  [answerKey: string]: unknown;
}

/** Options of `debateNode()`. */
export interface DebateNodeOptions<S> {
  /** The question: a key of the state, or a function of it. */
  question: (keyof S & string) | ((state: S) => Question);
  /** Key under which the answer is written. Default `answer`. */
  answerKey?: string;
  /** Name of the node that takes over when the debate is escalated, such as a `humanNode`. */
  onEscalate?: string;
  /** The run's id, so that a journal can resume it when the graph is resumed. */
  id?: (state: S) => string;
}

/** Config that LangGraph passes to a node in addition to the state. */
export interface NodeConfig {
  signal?: AbortSignal;
}

/**
 * A debate as a node of a LangGraph graph. With `onEscalate`, an escalated debate continues at that node,
 * whatever edges lead out of this one.
 */
export function debateNode<S extends object>(
  debate: Debatable,
  options: DebateNodeOptions<S>,
): (state: S, config?: NodeConfig) => Promise<DebateUpdate> {
  const panel = makeDebate(debate);
  const { question, answerKey = "answer", onEscalate, id } = options;
  return async (state, config) => {
    const debateQuestion =
      typeof question === "function" ? question(state) : (state[question] as Question);
    const result = await panel.run(debateQuestion, {
      ...(id ? { id: id(state) } : {}),
      ...(config?.signal ? { signal: config.signal } : {}),
    });
    const update: DebateUpdate = {
      [answerKey]: result.answer,
      debate_result: result,
      debate_confidence: result.confidence,
      debate_escalate: result.escalateToHuman,
      debate_rounds: result.rounds.length,
      debate_routing: result.routing,
    };
    if (onEscalate === undefined || !result.escalateToHuman) return update;
    const { Command } = await loadLangGraph();
    // LangGraph takes a command wherever it takes an update.
    return new Command({ goto: onEscalate, update }) as unknown as DebateUpdate;
  };
}

function loadLangGraph(): Promise<typeof import("@langchain/langgraph")> {
  return loadPeer("@langchain/langgraph", () => import("@langchain/langgraph"));
}

/** Content shown to a person when a graph pauses at a human node. */
export interface HumanQuestion extends Pick<
  DebateResult<unknown>,
  "answer" | "agreement" | "confidence" | "confidenceBasis"
> {
  prompt: string;
  question: string | null;
  dissent: Pick<Position, "debater" | "answer" | "reasoning">[];
}

/** Options of `humanNode()`. */
export interface HumanNodeOptions {
  /** Key of the answer in the state. Default `answer`. */
  answerKey?: string;
}

/** State update of a human node when the graph is resumed. */
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
    const { interrupt } = await loadLangGraph();
    const fields = state as Record<string, unknown>;
    const result = fields["debate_result"] as DebateResult<unknown> | undefined;
    const reply: unknown = interrupt(makeQuestion(prompt, fields[answerKey], result));
    // A bare answer is a correction.
    const isReview = typeof reply === "object" && reply !== null && "verdict" in reply;
    const review = isReview
      ? (reply as Review)
      : { verdict: "correct" as const, answer: String(reply) };
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

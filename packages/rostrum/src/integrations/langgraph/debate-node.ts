import { makeDebate, type Debatable } from "../debatable.ts";
import type { Question } from "../../protocol/question.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { loadPeer } from "../load-peer.ts";

/** What a debate node writes into the graph's state. */
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

/** What LangGraph passes to a node in addition to the state. */
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
    const asked = typeof question === "function" ? question(state) : (state[question] as Question);
    const result = await panel.run(asked, {
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
    const { Command } = await loadPeer(
      "@langchain/langgraph",
      () => import("@langchain/langgraph"),
    );
    // LangGraph takes a command wherever it takes an update.
    return new Command({ goto: onEscalate, update }) as unknown as DebateUpdate;
  };
}

import type { ToolUse } from "./tool-use.ts";
import type { Verdict } from "./verify.ts";
import type { Usage } from "./usage.ts";

/**
 * - `spoke`: asked in this round and read
 * - `kept`: not asked again, stands by its previous answer
 * - `failed`: asked, no reply after all retries
 * - `unread`: replied, but empty, unreadable or cut off: it doesn't vote
 * - `not_asked`: never asked so far (sequential polling), or not any more, because its error can't heal;
 *   an answer that it gave before still counts
 */
export type PositionStatus = "spoke" | "kept" | "failed" | "unread" | "not_asked";

/** Where one debater stands after one round. */
export interface Position {
  debater: string;
  round: number;
  status: PositionStatus;
  /** The reply, verbatim. */
  text: string;
  /** The final answer read out of the reply, in its own wording. */
  answer: string | null;
  reasoning: string;
  /** From 0 to 1, as the debater reported it; `null` when it gave none. */
  confidence: number | null;
  /** Measured: this answer differs from the debater's previous one. */
  changed: boolean;
  /** The debater's own word on whether it changed, where it gave one. */
  claimedChange?: boolean;
  /** The reason it gave for changing. */
  justification?: string;
  /** Index into the round's clusters, largest first; `null` when the position doesn't vote. */
  cluster: number | null;
  /** What the checker says of its answer. */
  verdict?: Verdict;
  /** Tools it used on the way to this reply. */
  toolCalls?: ToolUse[];
  usage?: Usage;
  costUsd?: number | null;
  /** Attempts made, when more than one. */
  attempts?: number;
  /** The reply was cut off by the output limit. */
  truncated?: boolean;
  /** Its output limit, where it reached the limit or was asked again with twice the limit. */
  maxOutputTokens?: number;
  /** The fallback model that replied for the debater's own. */
  model?: string;
  error?: string;
  /** The error can't heal: the debater is not asked again in this run. */
  permanent?: true;
}

/** One barrier-synchronised round: one position a member, in panel order. */
export interface Round {
  index: number;
  positions: Position[];
  /** Largest cluster divided by the members asked so far. */
  agreement: number;
  /** A stop rule ended the debate here. */
  stopped: boolean;
  /** Why the round doesn't count: too few replies, or none that could be read. The answer is that of the rounds before. */
  shortfall?: string;
}

import type { Critique } from "./critique.ts";
import type { ToolUse } from "./tool-use.ts";
import type { Verdict } from "./verify.ts";
import type { Usage } from "./usage.ts";

/**
 * - `spoke`: called in this round, and the reply was read
 * - `kept`: not called again; keeps its previous answer
 * - `failed`: called, no reply after all retries
 * - `unread`: the reply was empty, unreadable or cut off, so it doesn't vote
 * - `not_asked`: not called yet (sequential polling), or not called again because its error is permanent; its
 *   earlier answer still counts
 * - `cancelled`: the call was cancelled, because its reply could no longer change the answer; its earlier
 *   answer still counts
 */
export type PositionStatus = "spoke" | "kept" | "failed" | "unread" | "not_asked" | "cancelled";

/** State of one debater after one round. */
export interface Position {
  debater: string;
  round: number;
  status: PositionStatus;
  /**
   * The whole reply, without the marks around its answer. If the member was asked again, both replies. For people:
   * `answer` and `reasoning`.
   */
  text: string;
  /** Final answer in the reply, in its wording. */
  answer: string | null;
  /**
   * The answer in one line of at most 200 characters: its first line, or the value of a typed answer. `null`
   * for unread answers, and for answers that begin with code or a table.
   */
  headline: string | null;
  reasoning: string;
  /** From 0 to 1, as reported by the debater. `null` when it gave none. */
  confidence: number | null;
  /** True if the answer differs from the debater's previous one, by comparison. */
  changed: boolean;
  /** The debater's own statement on whether it changed its answer. Absent: it made none. */
  claimedChange?: boolean;
  /** The debater's reason for the change. */
  justification?: string;
  /** Index into the round's clusters, largest first. `null` when the position doesn't vote. */
  cluster: number | null;
  /** The comparer's one-sentence description of this position's cluster. Absent: it wrote none. */
  label?: string;
  /** True if the comparer found this to be the most complete answer of its cluster. */
  fullest?: true;
  /** Answer that the debater was assigned to argue for. A debater with a side doesn't vote. */
  side?: string;
  /** Remarks on a draft, passage by passage. */
  critique?: Critique[];
  /** The checker's verdict on the answer. */
  verdict?: Verdict;
  /** The checker's message: the test that fails, the quote that isn't there. */
  check?: string;
  /** Tools used for this reply. */
  toolCalls?: ToolUse[];
  usage?: Usage;
  costUsd?: number | null;
  /** Number of attempts, if more than one. */
  attempts?: number;
  /** The reply was cut off by the output limit. */
  truncated?: boolean;
  /** The first reply could not be read and was requested again: `text` has both replies. */
  clarified?: true;
  /**
   * Set if the reply seems to be written without the material: it says so, or it is longer than a bare answer
   * and contains no words of the material. Not checked for short material.
   */
  blind?: "says_so" | "quotes_nothing";
  /** Output limit, if the reply reached it or was requested again with twice the limit. */
  maxOutputTokens?: number;
  /** Fallback model that replied instead of the debater's own. */
  model?: string;
  error?: string;
  /**
   * Why the call failed, for programs: the provider's HTTP status, `timeout`, `time_limit` (`budget.ms` was used up),
   * `unreachable`, or `aborted` if the run was stopped before the reply. Absent: anything else.
   */
  errorCode?: string;
  /** The error is permanent: the debater is not called again in this run. */
  permanent?: true;
}

/** Compared answers that count as one. */
export interface ComparedGroup {
  /** Wordings of answers. */
  items: string[];
  /** The model's description of the group, for people. Never used as an answer. */
  label: string | null;
  /**
   * Origin of the group: the model, or the rules if its reply was unusable or the rules are certain (2 km is
   * not 3 km).
   */
  by: "rules" | "model";
}

/** A point on which open answers differ, within a group or between groups. */
export interface Difference {
  /** The subject, in a few words. */
  about: string;
  /** `conflict`: the statements are incompatible. `unique`: only some answers mention the point. */
  kind: "conflict" | "unique";
  says: { debaters: string[]; text: string }[];
}

/** One round: one position per member, in panel order. All members finish before the next round begins. */
export interface Round {
  index: number;
  positions: Position[];
  /**
   * Size of the largest cluster divided by the number of members called so far. `null` if no member votes.
   */
  agreement: number | null;
  /** A stop rule ended the debate in this round. */
  stopped: boolean;
  /**
   * Why the round doesn't count: too few replies, or none that could be read. The answer comes from earlier
   * rounds.
   */
  shortfall?: string;
  /** Groups of answers by a comparing model. Absent: no model compared. */
  compared?: ComparedGroup[];
  /**
   * Answers that only a model could compare count as different, because none did: none was configured, its call failed,
   * or it didn't fit the budget.
   */
  uncompared?: true;
  /** Access of the checking program that could not be blocked, in words. */
  unisolated?: string[];
  /** How a program could have accessed its own tests: a phrase that follows "the tests". */
  unprotected?: string;
  /** A person regrouped the answers. */
  regrouped?: true;
}

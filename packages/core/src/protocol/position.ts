import type { Critique } from "./critique.ts";
import type { ToolUse } from "./tool-use.ts";
import type { Verdict } from "./verify.ts";
import type { Usage } from "./usage.ts";

/**
 * - `spoke`: asked in this round and read
 * - `kept`: not asked again, keeps its previous answer
 * - `failed`: asked, no reply after all retries
 * - `unread`: the reply was empty, unreadable or cut off, so it doesn't vote
 * - `not_asked`: not asked yet (sequential polling), or not asked again because its error is permanent;
 *   its earlier answer still counts
 * - `cancelled`: asked, and not waited for, because its reply could not change the answer any more; its
 *   earlier answer still counts
 */
export type PositionStatus = "spoke" | "kept" | "failed" | "unread" | "not_asked" | "cancelled";

/** Where one debater stands after one round. */
export interface Position {
  debater: string;
  round: number;
  status: PositionStatus;
  /** The reply, verbatim. */
  text: string;
  /** The final answer read out of the reply, in its own wording. */
  answer: string | null;
  /**
   * The answer in one line of at most 200 characters: its first line if it has more than one, or the value of a typed
   * answer. `null` for unread answers, and for answers that begin with code or a table.
   */
  headline: string | null;
  reasoning: string;
  /** From 0 to 1, as the debater reported it; `null` when it gave none. */
  confidence: number | null;
  /** Measured: this answer differs from the debater's previous one. */
  changed: boolean;
  /** What the debater said about whether it changed its answer, if it said so. */
  claimedChange?: boolean;
  /** The reason it gave for changing. */
  justification?: string;
  /** Index into the round's clusters, largest first; `null` when the position doesn't vote. */
  cluster: number | null;
  /** The comparer's one-sentence description of this position's cluster. Absent: it wrote none. */
  label?: string;
  /** The comparer found that no other answer of its cluster leaves out less. */
  fullest?: true;
  /** The answer that it was told to argue for, whatever it thinks itself: then it doesn't vote. */
  side?: string;
  /** What it says of a draft, passage by passage. */
  critique?: Critique[];
  /** What the checker says about its answer. */
  verdict?: Verdict;
  /** What the checker says about it: the test that fails, the quote that isn't there. */
  check?: string;
  /** Tools it used on the way to this reply. */
  toolCalls?: ToolUse[];
  usage?: Usage;
  costUsd?: number | null;
  /** Attempts made, when more than one. */
  attempts?: number;
  /** The reply was cut off by the output limit. */
  truncated?: boolean;
  /** Its first reply could not be read, and it was asked again: `text` has both replies. */
  clarified?: true;
  /**
   * It was given material and seems to have been written without it: it says so, or it is longer than a bare answer and
   * has no words of the material in it. Short material is not checked.
   */
  blind?: "says_so" | "quotes_nothing";
  /** Its output limit, where it reached the limit or was asked again with twice the limit. */
  maxOutputTokens?: number;
  /** The fallback model that replied in place of the debater's own. */
  model?: string;
  error?: string;
  /** The error is permanent: the debater is not asked again in this run. */
  permanent?: true;
}

/** Answers that were compared with each other and count as one. */
export interface ComparedGroup {
  /** Wordings of answers. */
  items: string[];
  /** The model's words for the group, for people; never an answer. */
  label: string | null;
  /** Who made the group: the model, or the rules where its reply was unusable or they know better (2 km is not 3 km). */
  by: "rules" | "model";
}

/** A point on which answers to an open question differ, within a group or between groups. */
export interface Difference {
  /** The subject, in a few words. */
  about: string;
  /** `conflict`: they say incompatible things. `unique`: only some of them mention it. */
  kind: "conflict" | "unique";
  says: { debaters: string[]; text: string }[];
}

/** One round: one position per member, in panel order. All members finish before the next round begins. */
export interface Round {
  index: number;
  positions: Position[];
  /** Largest cluster divided by the members asked so far; `null` where nobody votes. */
  agreement: number | null;
  /** A stop rule ended the debate here. */
  stopped: boolean;
  /** Why the round doesn't count: too few replies, or none that could be read. The answer is that of the rounds before. */
  shortfall?: string;
  /** How a model was asked to group answers of this round. Absent: it was not asked. */
  compared?: ComparedGroup[];
  /** Answers that only a model can compare count as different, because none was configured to. */
  uncompared?: true;
  /** What the system did not keep the program from that checked its answers, in words. */
  unisolated?: string[];
  /** A person has grouped the answers. */
  regrouped?: true;
}

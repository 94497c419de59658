import { getKindName } from "../../answers/answer-kinds.ts";
import type { RacePoll } from "../../protocol/rule-settings.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** A poll that looks at the replies so far before it asks the next members. */
export type BatchPoll = Exclude<NonNullable<ResolvedConfig["poll"]>, RacePoll>;

export function asksInBatches(poll: ResolvedConfig["poll"]): poll is BatchPoll {
  return poll !== null && (typeof poll === "function" || poll.type !== "race");
}

/** How long a round waits for members that can't change the outcome any more; `null`: for all replies. */
export function findPatience({ poll, limits }: ResolvedConfig, round: number): number | null {
  const races = round === 0 && poll !== null && !asksInBatches(poll);
  return limits.patience ?? (races ? 0 : null);
}

/**
 * True if nothing is certain before the last reply: under a checker, a user's function, or a decision rule other than
 * `majority` and `weighted`, any reply may change the outcome.
 */
export function needsAllReplies(config: ResolvedConfig): boolean {
  const { answer, verify, decide } = config;
  if (verify !== null || getKindName(answer) === "custom") return true;
  return typeof decide === "function" || !PROVABLE_RULES.has(decide.type);
}

const PROVABLE_RULES: ReadonlySet<string> = new Set(["majority", "weighted"]);

import type { ConfigPatch } from "./flags.ts";

/** Settings that need votes or one answer, so that the engine refuses them in a review or reports them as missing. */
const VOTING_SETTINGS: ReadonlySet<string> = new Set([
  ...["crux", "audit", "report"],
  ...["route", "poll", "sides"],
]);

/** True if flags ask for findings. */
export function isReviewPatch({ answer }: ConfigPatch): boolean {
  return (
    typeof answer === "object" && answer !== null && "type" in answer && answer.type === "findings"
  );
}

/**
 * Leaves out a panel's settings that are about the answers to questions, so that one panel can both answer and review.
 * Keeps those that a flag sets: the engine says why they can't apply.
 */
export function omitVotingSettings(panelConfig: ConfigPatch, flagPatch: ConfigPatch): ConfigPatch {
  return Object.fromEntries(
    Object.entries(panelConfig).filter(
      ([name]) => !VOTING_SETTINGS.has(name) || flagPatch[name] !== undefined,
    ),
  );
}

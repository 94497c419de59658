type Settings = Record<string, unknown>;

/** Settings that need votes or one answer, so that a review refuses them or reports them as missing. */
const VOTING_SETTINGS: ReadonlySet<string> = new Set([
  ...["crux", "audit", "report"],
  ...["route", "poll", "sides"],
]);

/** True if changes of a panel ask for findings. */
export function asksForFindings({ answer }: { answer?: unknown }): boolean {
  return (
    typeof answer === "object" && answer !== null && "type" in answer && answer.type === "findings"
  );
}

/**
 * Leaves out a panel's settings that are about the answers to questions, so that one panel can both answer and review.
 * Keeps those that the changes set: the engine says why they can't apply.
 */
export function omitVotingSettings<C extends object>(panelConfig: C, changes: object): C {
  return Object.fromEntries(
    Object.entries(panelConfig).filter(
      ([name]) => !VOTING_SETTINGS.has(name) || (changes as Settings)[name] !== undefined,
    ),
  ) as C;
}

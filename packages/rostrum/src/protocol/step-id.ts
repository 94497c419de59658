/** Identifies one call of a run. */
export type StepName =
  | { role: "debater"; seat: number; round: number }
  /** `swapped`: the verdict on the debate with the sides swapped. `reversed`: the second call of a judge that is asked in both orders. */
  | { role: "judge"; reversed: boolean; swapped?: true }
  | { role: "router" }
  /** A member that ranks the others' texts. */
  | { role: "ballot"; seat: number }
  /** `round`: the round whose answers are compared; `null`: the judge's verdict is compared with them. */
  | { role: "comparer"; round: number | null; reversed: boolean }
  /** `round`: the revision round that begins with the crux. */
  | { role: "crux"; round: number }
  | { role: "claims" }
  | { role: "memo" };

const SEPARATOR = "__";
const COMPARE_VERDICT = "compare_verdict";

/** The step's name within its run: `debater_0_round_1`, `judge`, `router`, `compare_round_0`. */
export function stepName(step: StepName): string {
  switch (step.role) {
    case "debater":
      return `debater_${step.seat}_round_${step.round}`;
    case "judge":
      return step.swapped ? "judge_swapped" : step.reversed ? "judge_reversed" : "judge";
    case "router":
    case "claims":
    case "memo":
      return step.role;
    case "crux":
      return `crux_round_${step.round}`;
    case "ballot":
      return `ballot_${step.seat}`;
    case "comparer":
      return step.round === null
        ? COMPARE_VERDICT
        : `compare_round_${step.round}${step.reversed ? "_reversed" : ""}`;
  }
}

/** The id under which the journal keeps a step: `{run}__debater_0_round_1`. */
export function stepIdOf(run: string, name: string): string {
  return run + SEPARATOR + name;
}

/** The step's name at the end of its id. The id of a run may itself contain the separator. */
export function nameIn(stepId: string): string {
  return stepId.slice(stepId.lastIndexOf(SEPARATOR) + SEPARATOR.length);
}

const DEBATER = /^debater_(\d+)_round_(\d+)$/;
const BALLOT = /^ballot_(\d+)$/;
const CRUX = /^crux_round_(\d+)$/;
const COMPARE = /^compare_round_(\d+)(_reversed)?$/;

/** Parses a step's id or name; `null` if it has another form. */
export function parseStep(id: string): StepName | null {
  const name = id.includes(SEPARATOR) ? nameIn(id) : id;
  const debater = name.startsWith("debater_") ? DEBATER.exec(name) : null;
  if (debater) return { role: "debater", seat: Number(debater[1]), round: Number(debater[2]) };
  if (name === "judge_swapped") return { role: "judge", reversed: false, swapped: true };
  if (name === "judge" || name === "judge_reversed") {
    return { role: "judge", reversed: name !== "judge" };
  }
  const ballot = BALLOT.exec(name);
  if (ballot) return { role: "ballot", seat: Number(ballot[1]) };
  const compare = COMPARE.exec(name);
  if (compare) {
    return { role: "comparer", round: Number(compare[1]), reversed: compare[2] !== undefined };
  }
  const crux = CRUX.exec(name);
  if (crux) return { role: "crux", round: Number(crux[1]) };
  if (name === "claims" || name === "memo") return { role: name };
  if (name === COMPARE_VERDICT) return { role: "comparer", round: null, reversed: false };
  return name === "router" ? { role: "router" } : null;
}

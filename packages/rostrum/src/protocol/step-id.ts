/** Which call of a run a step is. `variant` tells two calls of one role apart, such as a judge asked twice. */
export type StepName =
  | { role: "debater"; seat: number; round: number }
  | { role: "judge"; variant?: "reversed" }
  | { role: "router" };

const SEPARATOR = "__";

/** The step within its run: `debater_0_round_1`, `judge`, `router`. */
export function stepName(step: StepName): string {
  switch (step.role) {
    case "debater":
      return `debater_${step.seat}_round_${step.round}`;
    case "judge":
      return step.variant === undefined ? "judge" : `judge_${step.variant}`;
    case "router":
      return "router";
  }
}

/** The id under which the journal keeps a step: `{run}__debater_0_round_1`. */
export function stepId(run: string, step: StepName): string {
  return `${run}${SEPARATOR}${stepName(step)}`;
}

const DEBATER = /^debater_(\d+)_round_(\d+)$/;

/** Takes a step's id apart; `null` for one of another form. The id of a run may itself contain `__`. */
export function parseStepId(id: string): StepName | null {
  const name = id.slice(id.lastIndexOf(SEPARATOR) + SEPARATOR.length);
  const debater = DEBATER.exec(name);
  if (debater) return { role: "debater", seat: Number(debater[1]), round: Number(debater[2]) };
  if (name === "judge") return { role: "judge" };
  if (name === "judge_reversed") return { role: "judge", variant: "reversed" };
  return name === "router" ? { role: "router" } : null;
}

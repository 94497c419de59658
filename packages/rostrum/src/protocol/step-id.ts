/** Identifies one call of a run. `again`: the reply could not be read, and is asked for once more. */
export type StepName = FirstStepName & { again?: true };

/** What a call is for, and where in the run it stands. */
export type FirstStepName =
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
const DEBATER = "debater_";
const ROUND = "_round_";
const AGAIN = "_again";
const COMPARE_VERDICT = "compare_verdict";

/** The step's name within its run: `debater_0_round_1`, `judge`, `router`, `compare_round_0_again`. */
export function stepName(step: StepName): string {
  const name = firstName(step);
  return step.again ? againName(name) : name;
}

/** The name of the step that asks once more. */
export function againName(name: string): string {
  return name + AGAIN;
}

function firstName(step: FirstStepName): string {
  switch (step.role) {
    case "debater":
      return debaterName(step.seat, step.round);
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

/** By seat and round. Every debate asks for the same few names. */
const debaterNames: string[][] = [];

function debaterName(seat: number, round: number): string {
  const known = debaterNames[seat]?.[round];
  if (known !== undefined) return known;
  // Joined, because V8 reads the characters of a sum more slowly.
  const name = [DEBATER, seat, ROUND, round].join("");
  if (seat < MOST_KEPT && round < MOST_KEPT) (debaterNames[seat] ??= [])[round] = name;
  return name;
}

const MOST_KEPT = 64;

/** The id under which the journal keeps a step: `{run}__debater_0_round_1`. */
export function stepIdOf(run: string, name: string): string {
  return run + SEPARATOR + name;
}

/** The step's name at the end of its id. The id of a run may itself contain the separator. */
export function nameIn(stepId: string): string {
  return stepId.slice(stepId.lastIndexOf(SEPARATOR) + SEPARATOR.length);
}

const BALLOT = /^ballot_(\d+)$/;
const CRUX = /^crux_round_(\d+)$/;
const COMPARE = /^compare_round_(\d+)(_reversed)?$/;

/** Most steps are a debater's, so these are parsed without copies of their parts. */
function debaterIn(id: string): FirstStepName | null {
  const separator = id.lastIndexOf(SEPARATOR);
  const start = separator < 0 ? 0 : separator + SEPARATOR.length;
  if (!id.startsWith(DEBATER, start)) return null;
  const seat = start + DEBATER.length;
  const end = id.indexOf(ROUND, seat);
  if (end < 0) return null;
  const [first, second] = [digitsIn(id, seat, end), digitsIn(id, end + ROUND.length, id.length)];
  return first === null || second === null ? null : { role: "debater", seat: first, round: second };
}

/** The whole number between two places; `null` if anything else is there. */
function digitsIn(text: string, from: number, to: number): number | null {
  if (from === to) return null;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return null;
    value = 10 * value + digit;
  }
  return value;
}

/** Parses a step's id or name; `null` if it has another form. */
export function parseStep(id: string): StepName | null {
  if (!id.endsWith(AGAIN)) return parseFirst(id);
  const first = parseFirst(id.slice(0, -AGAIN.length));
  return first && { ...first, again: true };
}

function parseFirst(id: string): FirstStepName | null {
  const debater = debaterIn(id);
  if (debater) return debater;
  const name = id.includes(SEPARATOR) ? nameIn(id) : id;
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

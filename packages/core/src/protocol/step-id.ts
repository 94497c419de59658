import { isAfterRounds, type Stage } from "./stages.ts";

/** Identifies one call of a run. `again`: second call, because the first reply could not be read. */
export type StepName = FirstStepName & { again?: true };

/** Purpose of a call, and its place in the run. */
export type FirstStepName =
  /**
   * `part`: a further part of the reviewed material, in the same round. `turn`: a later turn of the same
   * reply, after its tools ran. `tool`: one of these tools. All count from 1.
   */
  | {
      role: "debater";
      panelIndex: number;
      round: number;
      part?: number;
      turn?: number;
      tool?: number;
    }
  /**
   * `swapped`: verdict on the debate with swapped sides. `reversed`: second call of a judge with
   * `bothOrders`.
   */
  | { role: "judge"; reversed: boolean; swapped?: true }
  | { role: "router" }
  /** A member that ranks the others' texts. */
  | { role: "ballot"; panelIndex: number }
  /** `round`: the round whose answers are compared. `null`: the judge's verdict is compared with them. */
  | { role: "comparer"; round: number | null; reversed: boolean }
  /** `round`: the revision round that starts with the crux. */
  | { role: "crux"; round: number }
  | { role: "claims" }
  | { role: "memo" }
  /** Another model that tries to refute a unanimous answer. */
  | { role: "audit" };

const SEPARATOR = "__";
const AGAIN_SUFFIX = "_again";

/** Name of a step within its run: `debater_0_round_1`, `judge`, `router`, `compare_round_0_again`. */
export function formatStepName(step: StepName): string {
  const name = formatFirstName(step);
  return step.again ? formatAgainName(name) : name;
}

/** Name of the second call for an unreadable reply. */
export function formatAgainName(name: string): string {
  return name + AGAIN_SUFFIX;
}

function formatFirstName(step: FirstStepName): string {
  switch (step.role) {
    case "debater": {
      const part = step.part ? `_part_${step.part}` : "";
      const turn = step.turn ? `_turn_${step.turn}` : step.tool ? `_tool_${step.tool}` : "";
      return `debater_${step.panelIndex}_round_${step.round}${part}${turn}`;
    }
    case "judge":
      return step.swapped ? "judge_swapped" : step.reversed ? "judge_reversed" : "judge";
    case "router":
    case "claims":
    case "memo":
    case "audit":
      return step.role;
    case "crux":
      return `crux_round_${step.round}`;
    case "ballot":
      return `ballot_${step.panelIndex}`;
    case "comparer":
      return step.round === null
        ? "compare_verdict"
        : `compare_round_${step.round}${step.reversed ? "_reversed" : ""}`;
  }
}

/** Id of a step in the journal: `{run}__debater_0_round_1`. */
export function formatStepId(run: string, name: string): string {
  return run + SEPARATOR + name;
}

/** Name of the step at the end of its id. Splits at the last separator, because run ids may contain it. */
export function parseStepName(stepId: string): string {
  const at = stepId.lastIndexOf(SEPARATOR);
  return at < 0 ? stepId : stepId.slice(at + SEPARATOR.length);
}

/** Parses a step's id or name. `null` if it has another form. */
export function parseStep(id: string): StepName | null {
  const name = parseStepName(id);
  if (!name.endsWith(AGAIN_SUFFIX)) return parseFirst(name);
  const first = parseFirst(name.slice(0, -AGAIN_SUFFIX.length));
  return first && { ...first, again: true };
}

const NUMBERED_STEP =
  /^(?:debater_(?<debater>\d+)_round_(?<asked>\d+)(?:_part_(?<part>\d+))?(?:_turn_(?<turn>\d+)|_tool_(?<tool>\d+))?|ballot_(?<ballot>\d+)|crux_round_(?<crux>\d+)|compare_round_(?<compared>\d+)(?<reversed>_reversed)?)$/;

function parseFirst(name: string): FirstStepName | null {
  const { debater, asked, part, turn, tool, ballot, crux, compared, reversed } =
    NUMBERED_STEP.exec(name)?.groups ?? {};
  if (debater !== undefined) {
    return {
      role: "debater",
      panelIndex: Number(debater),
      round: Number(asked),
      ...(part === undefined ? {} : { part: Number(part) }),
      ...(turn === undefined ? {} : { turn: Number(turn) }),
      ...(tool === undefined ? {} : { tool: Number(tool) }),
    };
  }
  if (ballot !== undefined) return { role: "ballot", panelIndex: Number(ballot) };
  if (crux !== undefined) return { role: "crux", round: Number(crux) };
  if (compared !== undefined) {
    return { role: "comparer", round: Number(compared), reversed: reversed !== undefined };
  }
  return UNNUMBERED_STEPS.find((step) => formatFirstName(step) === name) ?? null;
}

/** Steps that occur at most once per run. */
const UNNUMBERED_STEPS: readonly FirstStepName[] = [
  { role: "judge", reversed: false },
  { role: "judge", reversed: true },
  { role: "judge", reversed: false, swapped: true },
  { role: "comparer", round: null, reversed: false },
  { role: "router" },
  { role: "claims" },
  { role: "memo" },
  { role: "audit" },
];

/** Round of a step. -1 for the router, the judge and all later steps. */
export function parseRound(stepId: string): number {
  const step = parseStep(stepId);
  return step !== null && "round" in step ? (step.round ?? -1) : -1;
}

/** Last round that a step depends on: a crux is about the round before its own. */
export function findLastRoundNeeded(stepId: string): number {
  const round = parseRound(stepId);
  return isCrux(stepId) ? round - 1 : round;
}

/** True for the judge's steps, in either order, and all later steps. */
export function comesAfterRounds(stepId: string): boolean {
  const step = parseStep(stepId);
  return step !== null && isAfterRounds(getStage(step));
}

/** Stage of the event that reports a call. */
function getStage(step: FirstStepName): Stage {
  return step.role === "comparer" && step.round === null ? "verdict" : CALL_STAGES[step.role];
}

const CALL_STAGES: Readonly<Record<FirstStepName["role"], Stage>> = {
  router: "opening",
  crux: "round_start",
  debater: "replies",
  comparer: "comparison",
  ballot: "ballots",
  judge: "decision",
  audit: "audit",
  claims: "claims",
  memo: "memo",
};

/** Name of a later turn of a reply, or of a tool that it requested. */
export function formatToolStep(name: string, part: "turn" | "tool", count: number): string {
  return `${name}_${part}_${count}`;
}

/** True if a step continues a reply: a later turn, after its tools ran, or a further part of the material. */
export function continuesReply(stepId: string): boolean {
  const step = parseStep(stepId);
  return step?.role === "debater" && (step.turn ?? step.part) !== undefined;
}

export function isToolStep(stepId: string): boolean {
  const step = parseStep(stepId);
  return step?.role === "debater" && step.tool !== undefined;
}

const CHECK_PREFIX = "check_";

/** Name of the step that checks an answer, without a round or a model. */
export function formatCheckName(answer: string): string {
  return CHECK_PREFIX + answer;
}

export function isCheck(stepId: string): boolean {
  return parseStepName(stepId).startsWith(CHECK_PREFIX);
}

export function isBallot(stepId: string): boolean {
  return parseStep(stepId)?.role === "ballot";
}

/** True if a step is the second call for a reply that could not be read. */
export function isAskedAgain(stepId: string): boolean {
  return stepId.endsWith(AGAIN_SUFFIX);
}

/** True if a step compares answers. With other answers, it is another step. */
export function isComparison(stepId: string): boolean {
  return parseStep(stepId)?.role === "comparer";
}

export function isCrux(stepId: string): boolean {
  return parseStep(stepId)?.role === "crux";
}

/** True if a step shows the full texts of positions, numbered: a crux, claims, a memo or an audit. */
export function isAboutPositions(stepId: string): boolean {
  return ["crux", "claims", "memo", "audit"].includes(parseStep(stepId)?.role ?? "");
}

/** True if a step shows numbered texts. With other texts, it is another step. */
export function showsItems(stepId: string): boolean {
  return isComparison(stepId) || isAboutPositions(stepId);
}

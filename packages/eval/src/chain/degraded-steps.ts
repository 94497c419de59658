import { formatCount } from "@rostrum/core/export";
import type { PartialResult } from "@rostrum/core/protocol";
import { listDegradations } from "@rostrum/core/record";
import { joinWords } from "@rostrum/core/support";

/** What is kept about degraded steps. Its size doesn't grow with the number of steps. */
export interface DegradedSteps {
  causes: readonly DegradedCause[];
  /** Number of degraded steps none of whose causes is listed. */
  otherSteps: number;
}

interface DegradedCause {
  /** A sentence. */
  cause: string;
  /** Number of steps. */
  steps: number;
  /** Indexes of the first of them. */
  first: readonly number[];
}

export const NO_DEGRADED_STEPS: DegradedSteps = { causes: [], otherSteps: 0 };

const MAX_CAUSES = 4;
const MAX_INDEXES = 3;

/** Adds a step. `results`: those that decided its questions. */
export function addStep(
  degraded: DegradedSteps,
  index: number,
  results: readonly PartialResult[],
): DegradedSteps {
  const stepCauses = new Set(results.flatMap(listCauses));
  if (stepCauses.size === 0) return degraded;
  const causes = degraded.causes.map((known) => {
    if (!stepCauses.delete(known.cause)) return known;
    const first = known.first.length < MAX_INDEXES ? [...known.first, index] : known.first;
    return { ...known, steps: known.steps + 1, first };
  });
  const added = [...stepCauses]
    .slice(0, MAX_CAUSES - causes.length)
    .map((cause) => ({ cause, steps: 1, first: [index] }));
  const isListed = added.length > 0 || causes.some((cause, at) => cause !== degraded.causes[at]);
  return {
    causes: [...causes, ...added],
    otherSteps: degraded.otherSteps + (isListed ? 0 : 1),
  };
}

/** Sentences about the causes for which a result is degraded. Empty for a whole one. */
function listCauses({ integrity, rounds, findings }: PartialResult): string[] {
  const blind = (integrity.blind ?? []).filter(({ why }) => why === "says_so");
  return [
    ...listDegradations(integrity, rounds, findings !== undefined),
    ...blind.map(({ debater }) => `${debater} says that it can't see the material.`),
  ];
}

/** One warning per cause. */
export function describeDegradedSteps({ causes, otherSteps }: DegradedSteps): string[] {
  return [
    ...causes.map(({ cause, steps, first }) => `${nameSteps(steps, first)} degraded: ${cause}`),
    ...(otherSteps === 0
      ? []
      : [
          `${formatCount(otherSteps, "more step was", "more steps were")} degraded for other causes. ` +
            "`onStep` gets the result of each step.",
        ]),
  ];
}

/** "Step 3 was", "Steps 3 and 7 were", "1204 steps (3, 7, 9, …) were". */
function nameSteps(steps: number, first: readonly number[]): string {
  const indexes = first.map(String);
  if (steps === 1) return `Step ${indexes.join("")} was`;
  if (steps === first.length) return `Steps ${joinWords(indexes)} were`;
  return `${formatCount(steps, "step")} (${indexes.join(", ")}, …) were`;
}

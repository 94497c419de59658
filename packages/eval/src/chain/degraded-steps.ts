import { formatCount } from "@rostrum/core/export";
import type { PartialResult } from "@rostrum/core/protocol";
import { listDegradations } from "@rostrum/core/record";
import { joinWords } from "@rostrum/core/support";

/** What is kept about degraded steps. Its size doesn't grow with the number of steps. */
export interface DegradedSteps {
  causes: readonly DegradedCause[];
  /** Number of degraded steps none of whose causes is listed. */
  otherStepCount: number;
}

interface DegradedCause {
  /** A sentence. */
  cause: string;
  stepCount: number;
  /** Indexes of the first of these steps. */
  firstIndexes: readonly number[];
}

export const NO_DEGRADED_STEPS: DegradedSteps = { causes: [], otherStepCount: 0 };

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
  const causes = degraded.causes.map((listed) => {
    if (!stepCauses.delete(listed.cause)) return listed;
    const { firstIndexes, stepCount } = listed;
    return {
      ...listed,
      stepCount: stepCount + 1,
      firstIndexes: firstIndexes.length < MAX_INDEXES ? [...firstIndexes, index] : firstIndexes,
    };
  });
  const added = [...stepCauses]
    .slice(0, MAX_CAUSES - causes.length)
    .map((cause) => ({ cause, stepCount: 1, firstIndexes: [index] }));
  const isListed = added.length > 0 || causes.some((cause, at) => cause !== degraded.causes[at]);
  return {
    causes: [...causes, ...added],
    otherStepCount: degraded.otherStepCount + (isListed ? 0 : 1),
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
export function describeDegradedSteps({ causes, otherStepCount }: DegradedSteps): string[] {
  return [
    ...causes.map(
      ({ cause, stepCount, firstIndexes }) =>
        `${nameSteps(stepCount, firstIndexes)} degraded: ${cause}`,
    ),
    ...(otherStepCount === 0
      ? []
      : [
          `${formatCount(otherStepCount, "more step was", "more steps were")} degraded for other causes. ` +
            "`onStep` gets the result of each step.",
        ]),
  ];
}

/** "Step 3 was", "Steps 3 and 7 were", "1204 steps (3, 7, 9, …) were". */
function nameSteps(count: number, firstIndexes: readonly number[]): string {
  const indexes = firstIndexes.map(String);
  if (count === 1) return `Step ${indexes.join("")} was`;
  if (count === firstIndexes.length) return `Steps ${joinWords(indexes)} were`;
  return `${formatCount(count, "step")} (${indexes.join(", ")}, …) were`;
}

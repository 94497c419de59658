import {
  applyShape,
  type BegunRun,
  type DebateShape,
  describeShape,
  type DroppablePart,
  type ResolvedConfig,
  shapeToCap,
  type SpendCaps,
  type Task,
  UNSHAPED,
} from "@rostrum/core/debate";
import { type Budget, COUNTED, type RunInputs } from "@rostrum/core/protocol";
import { haveSameCaps, readShape } from "./fingerprint.ts";
import type { Run } from "./run.ts";

/** Finds the shape of a run under its caps before it starts. Steps that another run paid for are free. */
export async function findShape({ resolved, task, budget, recorded }: Run): Promise<DebateShape> {
  if (budget === null) return UNSHAPED;
  const caps = await readCaps(budget);
  if (recorded === undefined) return findNewShape(resolved, task, caps);
  const begunRun: BegunRun = {
    findOutcome: ({ request }) => recorded.answer(request) ?? undefined,
    asksDroppedAgain: recorded.asksDroppedAgain,
    notesUpTo: () => [],
  };
  return shapeToCap(resolved, task, caps, begunRun);
}

/** The latest shape of each config, because a run mostly follows its plan. */
const latestShapes = new WeakMap<ResolvedConfig, { key: string; shape: Promise<DebateShape> }>();

/** Finds the shape of a debate of which nothing is paid for yet. It is the same for a plan and for its run. */
export function findNewShape(
  resolved: ResolvedConfig,
  task: Task,
  caps: SpendCaps,
): Promise<DebateShape> {
  const key = JSON.stringify([task.question, task.material, caps]);
  const latest = latestShapes.get(resolved);
  if (latest?.key === key) return latest.shape;
  const shape = shapeToCap(resolved, task, caps);
  latestShapes.set(resolved, { key, shape });
  return shape;
}

/**
 * Caps that shape a run, with what is already settled or reserved of them. A cap on calls is none: how many there will
 * be depends on who agrees.
 */
async function readCaps(budget: Budget): Promise<SpendCaps> {
  const { usd, tokens } = await readPlannedCaps(budget);
  return { ...(usd ? { usd } : {}), ...(tokens ? { tokens } : {}) };
}

/** Caps on what a simulated run counts, with what is already settled or reserved of them. */
export async function readPlannedCaps(budget: Budget): Promise<SpendCaps> {
  const { limits } = budget;
  const remaining = (await budget.left?.()) ?? {};
  const spentSoFar = budget.spent();
  const caps: SpendCaps = {};
  for (const part of COUNTED) {
    const cap = limits[part] ?? remaining[part];
    if (cap === undefined) continue;
    const owner = budget.describeOwner?.(part);
    caps[part] = {
      cap,
      spent: cap - Math.min(cap, remaining[part] ?? cap - spentSoFar[part]),
      ...(owner === undefined ? {} : { whose: owner }),
    };
  }
  return caps;
}

/**
 * With the same caps: the stored shape. With others: a new shape that keeps or drops crux and tools as before, because
 * prompts depend on them, and that never refuses a run with replies.
 */
export function chooseShape(stored: RunInputs, wanted: RunInputs, hasBegun: boolean): DebateShape {
  const [before, now] = [readShape(stored), readShape(wanted)];
  if (haveSameCaps(stored, wanted)) return before;
  const isInPrompts = (part: DroppablePart): boolean => part === "crux" || part === "tools";
  const droppedBefore = before.dropped.filter(isInPrompts);
  return {
    ...now,
    dropped: [...now.dropped.filter((part) => !isInPrompts(part)), ...droppedBefore],
    droppedBefore: droppedBefore.filter((part) => !now.dropped.includes(part)),
    refusal: hasBegun ? null : now.refusal,
  };
}

/** Warns under a cap on dollars that answers are not compared, because the model that would do it has no price. */
export function listUnpricedComparer({ compare }: ResolvedConfig): string[] {
  if (compare === null || compare.member.pricing !== null) return [];
  return [
    `Answers in prose are not compared: the price of ${compare.member.model.id} is unknown, and dollars are limited. ` +
      "Give it a `price`, or name another model in `compare`.",
  ];
}

/** The run as far as its caps leave it, with a warning for everything that is left out. */
export function fitRun(run: Run, shape: DebateShape): Run {
  const { started, resolved } = run;
  const unpriced = run.budget?.limits.usd === undefined ? [] : listUnpricedComparer(resolved);
  if (shape === UNSHAPED && unpriced.length === 0) return run;
  const warnings = [...(started.warnings ?? []), ...unpriced, ...describeShape(resolved, shape)];
  return {
    ...run,
    shape,
    unshapedConfig: resolved,
    resolved: applyShape(resolved, shape),
    started: {
      ...started,
      rounds: Math.min(started.rounds, shape.lastRound?.round ?? (shape.check ? 0 : Infinity)),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

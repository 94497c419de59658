import type { Journal, RunSummary, StoredRun, StoredStep } from "../../protocol/journal.ts";
import { stepIdOf } from "../../protocol/step-id.ts";
import { CHAIN_STEP } from "./checkpoints.ts";

/**
 * The same list, with a description of each chain: its first question, how many steps it has done,
 * and what they cost. The run of a chain has no events of its own.
 */
export function describedChains(
  journal: Pick<Journal, "read">,
  runs: readonly RunSummary[],
): Promise<RunSummary[]> {
  return Promise.all(
    runs.map(async (run) => {
      if (run.question !== "" || run.panel.length > 0) return run;
      const stored = await journal.read(run.id);
      return (stored && described(run, stored)) ?? run;
    }),
  );
}

function described(run: RunSummary, stored: StoredRun): RunSummary | null {
  const question = chainWords(stored);
  if (question === null) return null;
  const { attempts = 0, costUsd = 0 } = stepOf(stored)?.outcome ?? {};
  return { ...run, question, calls: attempts, costUsd };
}

/** The progress of a chain and its first question; `null` for the run of a debate. */
export function chainWords(stored: StoredRun): string | null {
  const step = stepOf(stored);
  if (step === undefined) return null;
  const { index, first } = placeIn(step.outcome?.reply?.text);
  if (index === 0) return "chain, no step done yet";
  const about = first === undefined ? "" : `, from: ${first}`;
  return `chain, ${index.toLocaleString("en-US")} step${index === 1 ? "" : "s"} done${about}`;
}

function stepOf({ id, steps }: StoredRun): StoredStep | undefined {
  return steps.get(stepIdOf(id, CHAIN_STEP));
}

/** A journal may store no texts; then only the cost is known. */
function placeIn(text: string | undefined): { index: number; first?: string } {
  try {
    const { index, first } = JSON.parse(text ?? "") as { index?: unknown; first?: unknown };
    return {
      index: typeof index === "number" ? index : 0,
      ...(typeof first === "string" ? { first } : {}),
    };
  } catch {
    return { index: 0 };
  }
}

import type { RunSpending, SummaryNote } from "./comment-marker.ts";

/** GitHub limits the length of a comment, so the entries of the oldest runs are added up. */
const MAX_RUNS = 100;

/** Cost of all reviews of a pull request, in US dollars. */
export function sumSpending({ usd, runs }: Pick<SummaryNote, "usd" | "runs">): number {
  return runs.reduce((sum, run) => sum + run.usd, usd);
}

/** Replaces the entry of a run, and no other. */
export function countRun({ commit, usd, runs }: SummaryNote, run: RunSpending): SummaryNote {
  const others = runs.filter(({ id }) => id !== run.id);
  const counted = run.usd === 0 ? others : [...others, run];
  return {
    commit,
    usd: sumSpending({ usd, runs: counted.slice(0, -MAX_RUNS) }),
    runs: counted.slice(-MAX_RUNS),
  };
}

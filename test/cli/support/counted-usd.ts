import type { GitHubServer } from "../../support/github-server.ts";

interface Note {
  usd: number;
  runs?: { id: string; usd: number }[];
}

/** Dollars that the summary on GitHub counts for all reviews of the pull request. */
export function readCountedUsd({ comments }: GitHubServer): number {
  const [, data = "{}"] = /^<!-- rostrum summary (.*) -->/.exec(comments[0]?.body ?? "") ?? [];
  const { usd = 0, runs = [] } = JSON.parse(data) as Partial<Note>;
  return runs.reduce((sum, run) => sum + run.usd, usd);
}

import { formatMoney } from "@rostrum/core/export";
import type { Budget } from "@rostrum/core/protocol";
import { BudgetExceededError, ROUNDING_ERROR } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";
import { writeMarker, type SummaryNote } from "./comment-marker.ts";
import { writeSummary, type Summary } from "./comment-text.ts";
import { readSummary, type EarlierSummary } from "./earlier-comments.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import { publishSummary } from "./publish-review.ts";
import type { PullRequest, ReviewMaterial } from "./read-pull-request.ts";
import { countRun, sumSpending } from "./run-spending.ts";

interface RecordOptions {
  api: GitHubApi;
  address: PullRequestAddress;
  pull: PullRequest;
  material: ReviewMaterial;
  /** Limit for all reviews of the pull request, in US dollars. */
  maxUsd: number | null;
  /** False: nothing is written to the pull request. */
  isPublic: boolean;
}

/**
 * Counts in the summary on GitHub what a run spends. GitHub has no lock, so the summary is read again right before each
 * write, and a run replaces only its own entry.
 */
export class SpendingRecord {
  readonly #options: RecordOptions;
  /** The run of this process. Null until its first call. */
  #run: { id: string; budget: Budget } | null = null;

  constructor(options: RecordOptions) {
    this.#options = options;
  }

  /** Dollars left for a run, whose own entry in the note doesn't count. */
  getRemaining(note: SummaryNote | undefined, runId: string): number {
    const { maxUsd } = this.#options;
    if (maxUsd === null) return Infinity;
    return note === undefined
      ? maxUsd
      : maxUsd - sumSpending(countRun(note, { id: runId, usd: 0 }));
  }

  /**
   * Counts the whole limit of a run before its first call, so that a run that is killed has been counted. Throws if
   * another run has reserved it.
   */
  async begin(id: string, budget: Budget): Promise<void> {
    const { maxUsd, isPublic } = this.#options;
    const { usd } = budget.limits;
    if (maxUsd !== null && usd !== undefined && isPublic) {
      const summary = await this.#readSummary();
      const remainingUsd = this.getRemaining(summary?.note, id);
      if (usd > remainingUsd + ROUNDING_ERROR) throw explainShortage(usd, remainingUsd, maxUsd);
      this.#run = { id, budget };
      await this.#writeNote(summary, countRun(this.#getNote(summary), { id, usd }));
    }
    this.#run = { id, budget };
  }

  /** Replaces the run's entry by what the run spent, and leaves everything else as it is. */
  async settle(): Promise<void> {
    if (this.#run === null || !this.#options.isPublic) return;
    const summary = await this.#readSummary();
    const note = this.#getNote(summary);
    const spentUsd = this.#run.budget.spent().usd;
    const countedUsd = note.runs.find(({ id }) => id === this.#run?.id)?.usd ?? 0;
    if (spentUsd !== countedUsd)
      await this.#writeNote(summary, countRun(note, { id: this.#run.id, usd: spentUsd }));
  }

  /** Writes the summary of a review, with what the run spent. */
  async publish(review: Omit<Summary, "note" | "maxUsd" | "pull" | "material">): Promise<void> {
    const { api, address, pull } = this.#options;
    const summary = await this.#readSummary();
    const earlierNote = { ...this.#getNote(summary), commit: pull.head.sha };
    const note =
      this.#run === null
        ? earlierNote
        : countRun(earlierNote, { id: this.#run.id, usd: this.#run.budget.spent().usd });
    const body = this.#writeSummary(review, note);
    await publishSummary(api, address, body, summary?.commentId ?? null);
  }

  async #writeNote(summary: EarlierSummary | null, note: SummaryNote): Promise<void> {
    const { api, address } = this.#options;
    const body =
      summary === null
        ? this.#writeSummary(UNFINISHED, note)
        : summary.body.replace(/^[^\r\n]*/, () => writeMarker("summary", note));
    await publishSummary(api, address, body, summary?.commentId ?? null);
  }

  #readSummary(): Promise<EarlierSummary | null> {
    return readSummary(this.#options.api, this.#options.address);
  }

  #getNote(summary: EarlierSummary | null): SummaryNote {
    return summary?.note ?? { commit: this.#options.pull.head.sha, usd: 0, runs: [] };
  }

  #writeSummary(
    review: Omit<Summary, "note" | "maxUsd" | "pull" | "material">,
    note: SummaryNote,
  ): string {
    const { pull, material, maxUsd } = this.#options;
    return writeSummary({ ...review, pull, material, note, maxUsd });
  }
}

/** Text of a summary during the first review, and after it if the review was stopped. */
const UNFINISHED = {
  findings: [],
  open: [],
  failure: "the review has not finished",
  notices: [],
  cost: "",
};

function explainShortage(usd: number, remainingUsd: number, maxUsd: number): UserError {
  const shortage = {
    limit: "usd",
    cap: maxUsd,
    spent: maxUsd - remainingUsd,
    needed: usd,
  } as const;
  return new UserError(
    `another review of this pull request has reserved its budget: ${formatMoney(Math.max(0, remainingUsd))} is left`,
    ["try again when that review has ended"],
    { cause: new BudgetExceededError(shortage) },
  );
}

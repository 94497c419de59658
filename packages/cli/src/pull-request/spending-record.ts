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
import type { ReviewMaterial } from "./read-material.ts";
import type { PullRequest } from "./read-pull-request.ts";
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

/** A run that may already have an entry, from an earlier process under the same id. */
interface CountedRun {
  id: string;
  /**
   * True if the journal has the run, so that what it spent before counts in its budget too. Without it, as on a fresh
   * runner, the run pays everything anew.
   */
  isContinued: boolean;
}

/**
 * Counts in the summary on GitHub what a run spends. GitHub has no lock, so the summary is read again right before each
 * write, and a run replaces only its own entry. An entry never becomes smaller than it was before the run began: a run
 * may fail before its budget knows what it spent earlier.
 */
export class SpendingRecord {
  readonly #options: RecordOptions;
  /** The run of this process. Null until its first call. `earlierUsd`: its entry before; null until it was read. */
  #run: (CountedRun & { budget: Budget; earlierUsd: number | null }) | null = null;

  constructor(options: RecordOptions) {
    this.#options = options;
  }

  /** Returns the dollars that are left for a run. Throws if there are none. */
  requireRemaining(note: SummaryNote | undefined, run: CountedRun): number {
    const remainingUsd = this.#getRemaining(note, run);
    if (remainingUsd > 0) return remainingUsd;
    throw new UserError(
      "the budget of this pull request is used up (--max-cost-per-pr)",
      [],
      explainCause(0, remainingUsd, this.#options.maxUsd ?? 0),
    );
  }

  /**
   * Counts the whole limit of a run before its first call, so that a run that is killed has been counted. Throws if
   * another run has reserved it.
   */
  async begin(run: CountedRun, budget: Budget): Promise<void> {
    const { maxUsd, isPublic } = this.#options;
    const { usd } = budget.limits;
    const isReserved = maxUsd !== null && usd !== undefined && isPublic;
    const summary = isReserved ? await this.#readSummary() : null;
    if (isReserved) {
      const remainingUsd = this.#getRemaining(summary?.note, run);
      if (usd > remainingUsd + ROUNDING_ERROR) throw explainShortage(usd, remainingUsd, maxUsd);
    }
    this.#run = { ...run, budget, earlierUsd: null };
    if (isReserved) await this.#writeNote(summary, this.#countRun(this.#getNote(summary), usd));
  }

  /** Replaces the run's entry by what the run spent, and leaves everything else as it is. */
  async settle(): Promise<void> {
    if (this.#run === null || !this.#options.isPublic) return;
    const summary = await this.#readSummary();
    const note = this.#getNote(summary);
    const counted = this.#countRun(note, this.#run.budget.spent().usd);
    if (sumSpending(counted) !== sumSpending(note)) await this.#writeNote(summary, counted);
  }

  /** Writes the summary of a review, with what the run spent. */
  async publish(review: Omit<Summary, "note" | "maxUsd" | "pull" | "material">): Promise<void> {
    const { api, address, pull } = this.#options;
    const summary = await this.#readSummary();
    const earlierNote = { ...this.#getNote(summary), commit: pull.head.sha };
    const note =
      this.#run === null ? earlierNote : this.#countRun(earlierNote, this.#run.budget.spent().usd);
    const body = this.#writeSummary(review, note);
    await publishSummary(api, address, body, summary?.commentId ?? null);
  }

  /** The entry of a continued run doesn't count: its budget does. */
  #getRemaining(note: SummaryNote | undefined, { id, isContinued }: CountedRun): number {
    const { maxUsd } = this.#options;
    if (maxUsd === null) return Infinity;
    if (note === undefined) return maxUsd;
    return maxUsd - sumSpending(isContinued ? countRun(note, { id, usd: 0 }) : note);
  }

  /** Counts what this process knows that its run costs, or may cost, on top of what was counted before it began. */
  #countRun(note: SummaryNote, usd: number): SummaryNote {
    if (this.#run === null) return note;
    const { id, isContinued } = this.#run;
    const earlierUsd = (this.#run.earlierUsd ??= note.runs.find((run) => run.id === id)?.usd ?? 0);
    return countRun(note, { id, usd: isContinued ? Math.max(earlierUsd, usd) : earlierUsd + usd });
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
  return new UserError(
    `another review of this pull request has reserved its budget: ${formatMoney(Math.max(0, remainingUsd))} is left`,
    ["try again when that review has ended"],
    explainCause(usd, remainingUsd, maxUsd),
  );
}

function explainCause(needed: number, remainingUsd: number, maxUsd: number): ErrorOptions {
  const spent = maxUsd - remainingUsd;
  return { cause: new BudgetExceededError({ limit: "usd", cap: maxUsd, spent, needed }) };
}

import { ConfigError } from "@rostrum/core/support";
import type { RunQuery, RunState, RunSummary } from "@rostrum/core/protocol";

export interface CheckedQuery {
  /** In lower case; empty for all. */
  search: string;
  status: RunState | null;
  /** `null`: runs of any user. */
  user: string | null;
  /** Only their runs or their team's; `null`: everybody's. */
  owner: string | null;
  team: string | null;
  only: NonNullable<RunQuery["only"]> | null;
  panelName: string | null;
  /** Created at or after this moment, in milliseconds since 1970. */
  from: number;
  /** Created before this moment. */
  to: number;
  oldestFirst: boolean;
  /** Only runs that follow this one up; `null`: any. */
  parent: string | null;
  /** Only runs of this project; `null`: any. */
  project: string | null;
  /** Only runs that this user should review; `null`: any. */
  assignee: string | null;
  limit: number;
  /** Only runs after this number in the order of the page; numbers increase as runs are created. */
  cursor: number;
}

const STATES: readonly RunState[] = ["running", "waiting", "completed", "failed"];
const ONLY: readonly CheckedQuery["only"][] = ["to_review", "doubtful"];
const MAX_PAGE_RUNS = 1000;

/** Which page is wanted: its length, and the number after which it begins. */
export function checkPage(
  limit: number,
  before: string | undefined,
  first: number,
): { limit: number; cursor: number } {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_RUNS) {
    const message = `expected a whole number from 1 to ${MAX_PAGE_RUNS}, got ${String(limit)}`;
    throw new ConfigError("limit", message);
  }
  if (before !== undefined && !/^\d{1,15}$/.test(before)) {
    throw new ConfigError("before", `expected \`next\` of an earlier page, got ${before}`);
  }
  return { limit, cursor: before === undefined ? first : Number(before) };
}

export function checkQuery(query: RunQuery): CheckedQuery {
  const { search = "", status, only, limit = 50, before, oldestFirst = false } = query;
  if (status !== undefined && !STATES.includes(status)) {
    throw new ConfigError("status", `expected ${STATES.join(", ")}, got ${status}`);
  }
  if (only !== undefined && !ONLY.includes(only)) {
    throw new ConfigError("only", `expected ${ONLY.join(", ")}, got ${only}`);
  }
  return {
    ...checkPage(limit, before, oldestFirst ? -1 : Number.MAX_SAFE_INTEGER),
    search: toSearchable(search),
    status: status ?? null,
    only: only ?? null,
    panelName: query.panelName ?? null,
    user: query.user ?? null,
    owner: query.visibleTo?.user ?? null,
    team: query.visibleTo?.team ?? null,
    from: query.from === undefined ? 0 : readMoment(query.from, "from"),
    to: query.to === undefined ? Number.MAX_SAFE_INTEGER : readMoment(query.to, "to"),
    oldestFirst,
    parent: query.parent ?? null,
    project: query.project ?? null,
    assignee: query.assignee ?? null,
  };
}

/** True if a run matches a query, on any page. */
export function matches(run: RunSummary, wanted: CheckedQuery): boolean {
  const { search, status, only, panelName, user, owner, team, parent, from, to } = wanted;
  return (
    (status === null || run.status === status) &&
    (only !== "doubtful" || run.degraded || run.escalated) &&
    (only !== "to_review" ||
      run.status === "waiting" ||
      (run.escalated && run.status === "completed")) &&
    (panelName === null || run.panelName === panelName) &&
    (user === null || run.user === user) &&
    (parent === null || run.parent === parent) &&
    (wanted.project === null || run.project === wanted.project) &&
    (wanted.assignee === null || run.assignment?.assignee === wanted.assignee) &&
    (owner === null || run.user === owner || (team !== null && run.team === team)) &&
    run.createdAt >= from &&
    run.createdAt < to &&
    listSearchWords(run.id, run).includes(search)
  );
}

/** Separates the texts of a run, so that a search finds nothing across two of them. */
const BETWEEN = "\u0001";

/** Text that a search looks through. */
export function listSearchWords(id: string, run?: Pick<RunSummary, "question" | "answer">): string {
  return [id, run?.question ?? "", run?.answer ?? ""].map(toSearchable).join(BETWEEN);
}

function toSearchable(text: string): string {
  return toStorable(text.replaceAll(BETWEEN, "\uFFFD")).toLowerCase();
}

/** Databases refuse null characters and lone surrogates in a text, or cut the text there. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

/** A moment as milliseconds since 1970. */
export function readMoment(value: Date | number, field: string): number {
  const ms = typeof value === "number" ? value : value.getTime();
  if (Number.isFinite(ms)) return ms;
  throw new ConfigError(field, `expected a date or milliseconds since 1970, got ${String(value)}`);
}

/**
 * Cuts a page from its rows, and says where the next page begins; `null`: this page is the last. `foundRows` has one
 * row more than the page if another page follows.
 */
export function cutPage<Row extends { n: number }>(
  foundRows: readonly Row[],
  limit: number,
): { rows: Row[]; next: string | null } {
  const rows = foundRows.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: foundRows.length > limit && last ? String(last.n) : null };
}

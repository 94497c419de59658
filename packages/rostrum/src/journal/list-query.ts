import type { CheckedQuery } from "./query.ts";

/** How a database spells what the lists need. */
export interface Dialect {
  /** The table of runs. */
  runs: string;
  /** The name of the function (text, part) that returns where the part begins, or 0. */
  find: string;
  /** The place of the nth value, counted from 1. Values stand in the statement in the order of their numbers. */
  place(n: number): string;
}

export type ListValue = string | number;

/** A statement with its values. */
export type ListQuery = [statement: string, values: ListValue[]];

/** The columns that a list shows. Inputs are left out, because they may contain files. */
const LISTED =
  "r.n, r.id, r.status, r.created_at, r.updated_at, r.question, r.answer, r.stop_reason, r.agreement, r.escalated, " +
  "r.degraded, r.waiting, r.stopped, r.calls, r.cost_usd, r.known_usd, r.panel, r.user_id, r.team_id, " +
  "r.panel_name, r.parent";

const SUMS =
  "SELECT count(*) AS runs, CAST(sum(r.calls) AS double precision) AS calls, sum(r.known_usd) AS known, " +
  "count(*) FILTER (WHERE r.cost_usd IS NULL) AS unknown";

/** Both databases have an index for these conditions, which is used if a query has its exact words. */
const TO_REVIEW =
  "((r.waiting AND r.status = 'running') OR (r.escalated AND r.status = 'completed'))";
const DOUBTFUL = "(r.degraded OR r.escalated)";

const BY_STATUS: Record<NonNullable<CheckedQuery["status"]>, string> = {
  running: "r.status = 'running' AND NOT r.waiting",
  // A waiting run is also one to review, so that index serves here too.
  waiting: `${TO_REVIEW} AND r.waiting AND r.status = 'running'`,
  completed: "r.status = 'completed'",
  failed: "r.status = 'failed'",
};

/** One page of a list, in its order, with at most `limit` runs. */
export function buildPageQuery(dialect: Dialect, wanted: CheckedQuery, limit: number): ListQuery {
  const values: ListValue[] = [];
  const conditions = buildConditions(dialect, wanted, values);
  const [sign, order] = wanted.oldestFirst ? [">", "r.n"] : ["<", "r.n DESC"];
  const before = dialect.place(values.push(wanted.before));
  const most = dialect.place(values.push(limit));
  const statement = `SELECT ${LISTED} FROM ${dialect.runs} r WHERE ${conditions} AND r.n ${sign} ${before}
    ORDER BY ${order} LIMIT ${most}`;
  return [statement, values];
}

/** The sums over all pages of a list. */
export function buildTotalsQuery(dialect: Dialect, wanted: CheckedQuery): ListQuery {
  const values: ListValue[] = [];
  const conditions = buildConditions(dialect, wanted, values);
  return [`${SUMS} FROM ${dialect.runs} r WHERE ${conditions}`, values];
}

/**
 * The conditions of `matches` in SQL. Only those that are asked for: a database can't use an index for a
 * condition that may be switched off.
 */
function buildConditions(
  { place, find }: Dialect,
  wanted: CheckedQuery,
  values: ListValue[],
): string {
  const { search, status, only, panelName, user, owner, team, parent, from, to } = wanted;
  const value = (given: ListValue): string => place(values.push(given));
  const conditions = ["true"];
  if (owner !== null) {
    const own = `r.user_id = ${value(owner)}`;
    conditions.push(team === null ? own : `(${own} OR r.team_id = ${value(team)})`);
  }
  if (status !== null) conditions.push(BY_STATUS[status]);
  if (only !== null) conditions.push(only === "to_review" ? TO_REVIEW : DOUBTFUL);
  if (panelName !== null) conditions.push(`r.panel_name = ${value(panelName)}`);
  if (user !== null) conditions.push(`r.user_id = ${value(user)}`);
  if (parent !== null) conditions.push(`r.parent = ${value(parent)}`);
  if (from > 0) conditions.push(`r.created_at >= ${value(from)}`);
  if (to !== Number.MAX_SAFE_INTEGER) conditions.push(`r.created_at < ${value(to)}`);
  if (search !== "") conditions.push(`${find}(r.words, ${value(search)}) > 0`);
  return conditions.join(" AND ");
}

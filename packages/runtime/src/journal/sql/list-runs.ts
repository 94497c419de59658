import type { RunPage } from "@rostrum/core/protocol";
import { cutPage, type CheckedQuery } from "../query.ts";
import { readSummary, readTotals, type ListedRow, type TotalsRow } from "../rows.ts";
import { askSql, type SqlScript, type SqlValue } from "./script.ts";
import { translate, type Dialect } from "./statements.ts";

/** The columns that a list shows. Inputs are left out, because they may contain files. */
const LISTED =
  "r.n, r.id, r.status, r.created_at, r.updated_at, r.question, r.answer, r.stop_reason, r.agreement, r.escalated, " +
  "r.degraded, r.waiting, r.stopped, r.calls, r.cost_usd, r.known_usd, r.panel, r.user_id, r.team_id, " +
  "r.panel_name, r.parent, r.project_id, r.circumstances AS details, a.assignee, q.name AS assigned, a.due, a.comment, a.at AS assigned_at, " +
  "a.person AS assigner, p.name AS assigned_by";

/** Joins the reviewer of each run. */
const ASSIGNED =
  "LEFT JOIN @assignments a ON a.run = r.n LEFT JOIN @people q ON q.n = a.assignee " +
  "LEFT JOIN @people p ON p.n = a.person";

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

/** One page of a list, in its order, and the sums over all pages if they are wanted. */
export function* listRuns(
  dialect: Dialect,
  wanted: CheckedQuery,
  totals: boolean,
): SqlScript<RunPage> {
  const { cursor, limit, oldestFirst } = wanted;
  const values: SqlValue[] = [];
  const conditions = buildConditions(wanted, values);
  const [sign, order] = oldestFirst ? [">", "r.n"] : ["<", "r.n DESC"];
  // Which index is best depends on the values.
  const find = <Row extends object>(sql: string, parameters: SqlValue[]): SqlScript<Row[]> =>
    askSql(translate(sql, dialect), parameters, true);
  const page = `SELECT ${LISTED} FROM @runs r ${ASSIGNED}
    WHERE ${conditions} AND r.n ${sign} $${values.length + 1} ORDER BY ${order} LIMIT $${values.length + 2}`;
  const { rows, next } = cutPage(
    yield* find<ListedRow>(page, [...values, cursor, limit + 1]),
    limit,
  );
  const sums = `${SUMS} FROM @runs r WHERE ${conditions}`;
  const [totalsRow] = totals ? yield* find<TotalsRow>(sums, values) : [];
  return {
    runs: rows.map(readSummary),
    next,
    ...(totalsRow ? { totals: readTotals(totalsRow) } : {}),
  };
}

/**
 * The conditions of `matches` in SQL. Only those that are asked for: a database can't use an index for a
 * condition that may be switched off.
 */
function buildConditions(wanted: CheckedQuery, values: SqlValue[]): string {
  const { search, status, only, panelName, user, owner, team, parent, from, to } = wanted;
  const { project, assignee } = wanted;
  const value = (parameter: SqlValue): string => `$${values.push(parameter)}`;
  const conditions = ["true"];
  if (owner !== null) {
    const isOwnRun = `r.user_id = ${value(owner)}`;
    conditions.push(team === null ? isOwnRun : `(${isOwnRun} OR r.team_id = ${value(team)})`);
  }
  if (status !== null) conditions.push(BY_STATUS[status]);
  if (only !== null) conditions.push(only === "to_review" ? TO_REVIEW : DOUBTFUL);
  if (panelName !== null) conditions.push(`r.panel_name = ${value(panelName)}`);
  if (user !== null) conditions.push(`r.user_id = ${value(user)}`);
  if (project !== null) conditions.push(`r.project_id = ${value(project)}`);
  if (assignee !== null) {
    conditions.push(`r.n IN (SELECT run FROM @assignments WHERE assignee =
      (SELECT n FROM @people WHERE name = ${value(assignee)}))`);
  }
  if (parent !== null) conditions.push(`r.parent = ${value(parent)}`);
  if (from > 0) conditions.push(`r.created_at >= ${value(from)}`);
  if (to !== Number.MAX_SAFE_INTEGER) conditions.push(`r.created_at < ${value(to)}`);
  if (search !== "") conditions.push(`@find(r.words, ${value(search)}) > 0`);
  return conditions.join(" AND ");
}

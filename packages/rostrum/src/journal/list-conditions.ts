import type { Wanted } from "./query.ts";

/** Conditions for which both databases have an index of their own. An index is used if a query has its exact words. */
export const TO_REVIEW =
  "((r.waiting AND r.status = 'running') OR (r.escalated AND r.status = 'completed'))";
export const DOUBTFUL = "(r.degraded OR r.escalated)";

const BY_STATUS: Record<NonNullable<Wanted["status"]>, string> = {
  running: "r.status = 'running' AND NOT r.waiting",
  // The first part is what a run to review is too, so that the same index serves.
  waiting: `${TO_REVIEW} AND r.waiting AND r.status = 'running'`,
  completed: "r.status = 'completed'",
  failed: "r.status = 'failed'",
};

/**
 * The conditions of `matches` in SQL, without the search and without who may see a run. Only those that are asked for:
 * a database can't use an index for a condition that may be switched off. `value` returns the place of a value.
 */
export function conditionsOf(
  { status, only, panelName, user, parent, from, to }: Wanted,
  value: (given: string | number) => string,
): string[] {
  return [
    ...(status === null ? [] : [BY_STATUS[status]]),
    ...(only === null ? [] : [only === "to_review" ? TO_REVIEW : DOUBTFUL]),
    ...(panelName === null ? [] : [`r.panel_name = ${value(panelName)}`]),
    ...(user === null ? [] : [`r.user_id = ${value(user)}`]),
    ...(parent === null ? [] : [`r.parent = ${value(parent)}`]),
    ...(from <= 0 ? [] : [`r.created_at >= ${value(from)}`]),
    ...(to === Number.MAX_SAFE_INTEGER ? [] : [`r.created_at < ${value(to)}`]),
  ];
}

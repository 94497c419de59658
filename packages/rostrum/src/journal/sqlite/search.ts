import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RunRow, TotalsRow } from "../rows.ts";
import type { Wanted } from "../query.ts";
import { INDEXED } from "./schema.ts";

/** Finds the runs of a list. */
export interface RunSearch {
  /** In the order of the page, at most `limit` of them. */
  rows(wanted: Wanted, limit: number): RunRow[];
  totals(wanted: Wanted): TotalsRow;
}

/** The conditions of `matches`, in SQL. */
const WANTED = `(:status IS NULL OR :status = CASE WHEN r.waiting = 1 AND r.status = 'running' THEN 'waiting' ELSE r.status END)
    AND (:only IS NOT 'doubtful' OR r.degraded = 1 OR r.escalated = 1)
    AND (:only IS NOT 'to_review' OR (r.waiting = 1 AND r.status = 'running') OR (r.escalated = 1 AND r.status = 'completed'))
    AND (:panelName IS NULL OR r.panel_name = :panelName)
    AND (:user IS NULL OR r.user_id = :user)
    AND (:parent IS NULL OR r.parent = :parent)
    AND r.created_at >= :from AND r.created_at < :to
    AND (:search = '' OR mentions(:search, r.id, r.question, r.answer))`;

/** For users who may not see the runs of others. */
const VISIBLE = "AND (r.user_id = :owner OR r.team_id = :team)";

const SUMS =
  "SELECT count(*) AS runs, sum(r.calls) AS calls, sum(r.cost_usd) AS usd, sum(r.cost_usd IS NULL) AS unknown";

/** Which runs are searched: all, those that the index names, or those that are not in the index. */
const PLACES = {
  all: "FROM runs r WHERE true",
  indexed: "FROM run_words w CROSS JOIN runs r ON r.n = w.rowid WHERE run_words MATCH :match",
  unindexed: `FROM runs r WHERE r.indexed <> ${INDEXED.yes}`,
} as const;
type Place = keyof typeof PLACES;

/** Characters that JavaScript and SQLite convert to lower case differently. */
const UNSURE = /\u0307|[\u0130\u0131\u017f\u03a3\u03c2\u03c3\u1e9e\u212a\ud800-\udfff]/u;
const TERM = 3;
/** A short search text that starts more indexed groups than this has hits among the newest runs. */
const MOST_TERMS = 300;
const TERMS = "SELECT term FROM run_terms WHERE term >= ? AND term < ? LIMIT ?";

/**
 * A search uses an index of all groups of three characters, which names the runs that may contain
 * the text; then each of them is read. A search that the index can't answer reads every run.
 */
export function searchIn(db: DatabaseSync): RunSearch {
  const prepared = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  }

  /** The query for the index; `null` if the index can't answer, "" if it names no run. */
  function matchOf(search: string): string | null {
    const signs = [...search];
    if (search === "" || search.includes("\0")) return null;
    if (signs.length >= TERM) {
      const terms = signs.slice(TERM - 1).map((_, at) => signs.slice(at, at + TERM).join(""));
      const sure = [...new Set(terms)].filter((term) => !UNSURE.test(term));
      return sure.length === 0 ? null : sure.map(quoted).join(" AND ");
    }
    if (UNSURE.test(search)) return null;
    const last = signs.at(-1)?.codePointAt(0) ?? 0;
    const end = signs.slice(0, -1).join("") + String.fromCodePoint(last + 1);
    const rows = prepare(TERMS).all(search, end, MOST_TERMS + 1) as unknown as { term: string }[];
    return rows.length > MOST_TERMS ? null : rows.map(({ term }) => quoted(term)).join(" OR ");
  }

  /** The places to search, with the query for each. */
  function placesFor(search: string): { place: Place; match: { match?: string } }[] {
    const match = matchOf(search);
    if (match === null) return [{ place: "all", match: {} }];
    const others = { place: "unindexed" as const, match: {} };
    return match === "" ? [others] : [{ place: "indexed", match: { match } }, others];
  }

  function condition(place: Place, { owner }: Wanted): string {
    return `${PLACES[place]} AND ${WANTED} ${owner === null ? "" : VISIBLE}`;
  }

  return {
    rows(wanted, limit) {
      const { before, oldestFirst, search } = wanted;
      const found = placesFor(search).flatMap(({ place, match }) => {
        const number = place === "indexed" ? "w.rowid" : "r.n";
        const page = oldestFirst
          ? `AND ${number} > :before ORDER BY ${number}`
          : `AND ${number} < :before ORDER BY ${number} DESC`;
        const sql = `SELECT r.* ${condition(place, wanted)} ${page} LIMIT :limit`;
        return prepare(sql).all({ ...valuesOf(wanted), ...match, before, limit });
      }) as unknown as RunRow[];
      const sign = oldestFirst ? 1 : -1;
      return found.sort((a, b) => sign * (a.n - b.n)).slice(0, limit);
    },
    totals(wanted) {
      const sums = placesFor(wanted.search).map(({ place, match }) => {
        const sql = `${SUMS} ${condition(place, wanted)}`;
        return prepare(sql).get({ ...valuesOf(wanted), ...match }) as unknown as TotalsRow;
      });
      const sum = (of: (row: TotalsRow) => number | null): number =>
        sums.reduce((all, row) => all + (of(row) ?? 0), 0);
      return {
        runs: sum(({ runs }) => runs),
        calls: sum(({ calls }) => calls),
        usd: sum(({ usd }) => usd),
        unknown: sum(({ unknown }) => unknown),
      };
    },
  };
}

/** The values of the conditions that every statement has. */
function valuesOf(wanted: Wanted): Record<string, string | number | null> {
  const { search, status, only, panelName, user, parent, from, to, owner, team } = wanted;
  const values = { search, status, only, panelName, user, parent, from, to };
  return owner === null ? values : { ...values, owner, team };
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

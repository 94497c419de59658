import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RunRow, TotalsRow } from "../rows.ts";
import { conditionsOf } from "../list-conditions.ts";
import type { Wanted } from "../query.ts";
import { INDEXED } from "./schema.ts";

/** Finds the runs of a list. */
export interface RunSearch {
  /** In the order of the page, at most `limit` of them. */
  rows(wanted: Wanted, limit: number): RunRow[];
  totals(wanted: Wanted): TotalsRow;
}

const SUMS =
  "SELECT count(*) AS runs, sum(r.calls) AS calls, sum(r.known_usd) AS known, sum(r.cost_usd IS NULL) AS unknown";

/** One statement's part of what is asked for. */
interface Part {
  from: string;
  /** The number of a run. */
  number: string;
  values: Record<string, string | number>;
}

/** Which runs are looked at: all, those of a short time, those that the index names, or those that are not in the index. */
const PLACES = {
  all: "FROM runs r WHERE true",
  /** Those of a short time. */
  short: "FROM runs r INDEXED BY runs_by_time WHERE true",
  indexed: "FROM run_words w CROSS JOIN runs r ON r.n = w.rowid WHERE run_words MATCH :match",
  unindexed: `FROM runs r INDEXED BY runs_unindexed WHERE r.indexed <> ${INDEXED.yes}`,
} as const;
type Place = keyof typeof PLACES;

/** Characters that JavaScript and SQLite convert to lower case differently. */
const UNSURE = /\u0307|[\u0130\u0131\u017f\u03a3\u03c2\u03c3\u1e9e\u212a\ud800-\udfff]/u;
const TERM = 3;
/** A short search text that starts more indexed groups than this has hits among the newest runs. */
const MOST_TERMS = 300;
const FEW = 2000;
const WITHIN = "SELECT 1 FROM runs WHERE created_at >= ? AND created_at < ? LIMIT ?";
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

  /** Whether a time has so few runs that they are sorted faster than all others are passed over. */
  function isShort({ from, to }: Wanted): boolean {
    if (from <= 0 && to === Number.MAX_SAFE_INTEGER) return false;
    return prepare(WITHIN).all(from, to, FEW + 1).length <= FEW;
  }

  /** The places to search, with the query for each. */
  function placesFor(wanted: Wanted): { place: Place; match: { match?: string } }[] {
    const match = matchOf(wanted.search);
    if (match === null) return [{ place: isShort(wanted) ? "short" : "all", match: {} }];
    const others = { place: "unindexed" as const, match: {} };
    return match === "" ? [others] : [{ place: "indexed", match: { match } }, others];
  }

  /** Who sees a run: its user, and members of its team. Each has an index, so each is asked for separately. */
  function visible({ owner, team }: Wanted, value: (given: string) => string): string[] {
    if (owner === null) return ["true"];
    const own = `r.user_id = ${value(owner)}`;
    if (team === null) return [own];
    return [own, `r.team_id = ${value(team)} AND r.user_id IS NOT ${value(owner)}`];
  }

  /** What to read, in parts that have no run in common. */
  function partsOf(wanted: Wanted): Part[] {
    return placesFor(wanted).flatMap(({ place, match }) => {
      const values: Part["values"] = { ...match };
      const value = (given: string | number): string => {
        const name = `v${Object.keys(values).length}_`;
        values[name] = given;
        return `:${name}`;
      };
      const { search } = wanted;
      const texts = search === "" ? [] : [`mentions(${value(search)}, r.id, r.question, r.answer)`];
      const conditions = [...conditionsOf(wanted, value), ...texts];
      return visible(wanted, value).map((seen) => ({
        from: [PLACES[place], seen, ...conditions].join(" AND "),
        number: place === "indexed" ? "w.rowid" : "r.n",
        values,
      }));
    });
  }

  /** A statement takes no value that it doesn't name. */
  function used(sql: string, values: Part["values"]): Part["values"] {
    return Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`)));
  }

  return {
    rows(wanted, limit) {
      const { before, oldestFirst } = wanted;
      const found = partsOf(wanted).flatMap(({ from, number, values }) => {
        const page = oldestFirst
          ? `AND ${number} > :before ORDER BY ${number}`
          : `AND ${number} < :before ORDER BY ${number} DESC`;
        const sql = `SELECT r.* ${from} ${page} LIMIT :limit`;
        return prepare(sql).all({ ...used(sql, values), before, limit });
      }) as unknown as RunRow[];
      const sign = oldestFirst ? 1 : -1;
      return found.sort((a, b) => sign * (a.n - b.n)).slice(0, limit);
    },
    totals(wanted) {
      const sums = partsOf(wanted).map(({ from, values }) => {
        const sql = `${SUMS} ${from}`;
        return prepare(sql).get(used(sql, values)) as unknown as TotalsRow;
      });
      const sum = (of: (row: TotalsRow) => number | null): number =>
        sums.reduce((all, row) => all + (of(row) ?? 0), 0);
      return {
        runs: sum(({ runs }) => runs),
        calls: sum(({ calls }) => calls),
        known: sum(({ known }) => known),
        unknown: sum(({ unknown }) => unknown),
      };
    },
  };
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

import { conditionsOf } from "../list-conditions.ts";
import type { Wanted } from "../query.ts";
import type { RunRow, TotalsRow } from "../rows.ts";
import { sendPlanned, type Sender, type Value } from "./driver.ts";
import { queryFor, searchable } from "./grams.ts";
import { asText } from "./run.ts";

/** Finds the runs of a list. */
export interface RunSearch {
  /** In the order of the page, at most `limit` of them. */
  rows(on: Sender, wanted: Wanted, limit: number): Promise<RunRow[]>;
  totals(on: Sender, wanted: Wanted): Promise<TotalsRow | undefined>;
}

/** The columns that a list shows. Inputs are left out, because they may contain files. */
const LISTED =
  "r.n, r.id, r.status, r.created_at, r.updated_at, r.question, r.answer, r.stop_reason, r.agreement, r.escalated, " +
  "r.degraded, r.waiting, r.stopped, r.calls, r.cost_usd, r.known_usd, r.panel, r.user_id, r.team_id, " +
  "r.panel_name, r.parent";

const SUMS = `SELECT count(*) AS runs, sum(r.calls)::float8 AS calls, sum(r.known_usd) AS known,
  count(*) FILTER (WHERE r.cost_usd IS NULL) AS unknown`;

/**
 * So many runs are looked at in a moment. What many runs contain is found among them; the index is for what is rare,
 * because it names the runs in no order.
 */
const NEXT_FEW = 1500;
/** So many runs are sorted faster than all others are passed over. */
const FEW = 5000;

export function searchIn(schema: string): RunSearch {
  const runs = `${schema}.runs r`;

  /** A statement with its values. */
  function made(write: (value: (given: Value) => string) => string): [string, Value[]] {
    const values: Value[] = [];
    const statement = write((given) => `$${values.push(given)}`);
    return [statement, values];
  }

  /** Who sees a run: its user, and members of its team. Each has an index, so each is asked for separately. */
  function places({ owner, team }: Wanted, value: (given: Value) => string): string[] {
    if (owner === null) return ["true"];
    const own = `r.user_id = ${value(asText(owner))}`;
    if (team === null) return [own];
    const others = `r.team_id = ${value(asText(team))} AND r.user_id IS DISTINCT FROM ${value(asText(owner))}`;
    return [own, others];
  }

  function conditions(wanted: Wanted, value: (given: Value) => string): string {
    const text = (given: string | number): string =>
      value(typeof given === "string" ? asText(given) : given);
    const { search } = wanted;
    const found =
      search === "" ? [] : [`position(${value(searchable(asText(search)))} IN r.words) > 0`];
    return ["true", ...conditionsOf(wanted, text), ...found].join(" AND ");
  }

  function orderOf({ oldestFirst }: Wanted): { sign: string; order: string } {
    return oldestFirst ? { sign: ">", order: "r.n" } : { sign: "<", order: "r.n DESC" };
  }

  /** A page of what the conditions allow. */
  function pageOf(wanted: Wanted, limit: number): [string, Value[]] {
    const { sign, order } = orderOf(wanted);
    return made((value) => {
      const allowed = conditions(wanted, value);
      const before = value(wanted.before);
      const most = value(limit);
      const parts = places(wanted, value).map(
        (place) =>
          `(SELECT ${LISTED} FROM ${runs} WHERE ${place} AND r.n ${sign} ${before} AND ${allowed} ORDER BY ${order} LIMIT ${most})`,
      );
      return `SELECT * FROM (${parts.join(" UNION ALL ")}) r ORDER BY ${order} LIMIT ${most}`;
    });
  }

  /** The same among the next runs only, whether or not they are allowed. */
  function nearPage(wanted: Wanted, limit: number): [string, Value[]] {
    const { sign, order } = orderOf(wanted);
    return made(
      (value) => `SELECT ${LISTED} FROM (
        SELECT * FROM ${runs} WHERE r.n ${sign} ${value(wanted.before)} ORDER BY ${order} LIMIT ${NEXT_FEW}) r
      WHERE (${places(wanted, value).join(" OR ")}) AND ${conditions(wanted, value)}
      ORDER BY ${order} LIMIT ${value(limit)}`,
    );
  }

  /** `hits`: the runs that may contain the text, and those that are not in the index. */
  function hitsOf(query: string, value: (given: Value) => string): string {
    return `WITH hits AS MATERIALIZED (
      SELECT w.run AS n FROM ${schema}.run_words w WHERE w.grams @@ (SELECT ${value(query)}::text::tsquery)
      UNION SELECT n FROM ${schema}.runs WHERE NOT indexed)`;
  }

  /**
   * A page of the runs that an index names: those that may contain the text, or those of a short time. They are
   * looked up before the page is made: the database would rather pass over all runs in their order.
   */
  function pageByIndex(wanted: Wanted, limit: number, query: string | null): [string, Value[]] {
    const { sign, order } = orderOf(wanted);
    return made((value) => {
      const hits = query === null ? "WITH" : `${hitsOf(query, value)},`;
      const from = query === null ? runs : `hits h JOIN ${runs} ON r.n = h.n`;
      const visible = places(wanted, value).join(" OR ");
      const most = value(limit);
      return `${hits} found AS MATERIALIZED (SELECT r.n FROM ${from}
          WHERE r.n ${sign} ${value(wanted.before)} AND (${visible}) AND ${conditions(wanted, value)}),
        page AS MATERIALIZED (SELECT r.n FROM found r ORDER BY ${order} LIMIT ${most})
      SELECT ${LISTED} FROM page p JOIN ${runs} ON r.n = p.n ORDER BY ${order}`;
    });
  }

  /** Whether a time has so few runs that they are sorted faster than all others are passed over. */
  async function isShort(on: Sender, { from, to }: Wanted): Promise<boolean> {
    if (from <= 0 && to === Number.MAX_SAFE_INTEGER) return false;
    const [statement, values] = made(
      (value) => `SELECT count(*)::int AS runs FROM (SELECT 1 FROM ${runs}
        WHERE r.created_at >= ${value(from)} AND r.created_at < ${value(to)} LIMIT ${FEW + 1}) few`,
    );
    const [row] = await sendPlanned<{ runs: number }>(on, statement, values);
    return (row?.runs ?? 0) <= FEW;
  }

  return {
    async rows(on, wanted, limit) {
      const query = queryFor(searchable(asText(wanted.search)));
      if (query !== null) {
        const near = await sendPlanned<RunRow>(on, ...nearPage(wanted, limit));
        if (near.length === limit) return near;
      }
      const byIndex = query !== null || (await isShort(on, wanted));
      const page = byIndex ? pageByIndex(wanted, limit, query) : pageOf(wanted, limit);
      return sendPlanned<RunRow>(on, ...page);
    },
    async totals(on, wanted) {
      const query = queryFor(searchable(asText(wanted.search)));
      const [statement, values] = made((value) => {
        const from =
          query === null
            ? `${SUMS} FROM ${runs}`
            : `${hitsOf(query, value)} ${SUMS} FROM hits h JOIN ${runs} ON r.n = h.n`;
        return `${from} WHERE (${places(wanted, value).join(" OR ")}) AND ${conditions(wanted, value)}`;
      });
      const [row] = await sendPlanned<TotalsRow>(on, statement, values);
      return row;
    },
  };
}

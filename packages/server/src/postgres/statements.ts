import { writeStatements, type Dialect, type Statements } from "@rostrum/runtime/sql-journal";

export function makeDialect(schema: string): Dialect {
  return {
    schema: `${schema}.`,
    // By the database's clock, because the servers' clocks may differ.
    now: "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    yes: "true",
    no: "false",
    greatest: "greatest",
    find: "strpos",
    skipLocked: "FOR UPDATE SKIP LOCKED",
  };
}

/**
 * True if a run has no owner, or one that has been silent for the whole of its lease. After the database itself was
 * away, owners get their lease once more before others may take their runs.
 */
const IS_UNOWNED = `l.run IS NULL OR o.owner IS NULL OR clock_timestamp() >
  greatest(o.until, pg_postmaster_start_time() + :lease * interval '1 millisecond')`;

/** `@unowned` stands for `IS_UNOWNED`. */
const OWN_SQL = {
  runNumbered: "SELECT id FROM @runs WHERE n = $1",
  /** Locks the run against removal until the transaction ends. */
  runToTake: `SELECT n, redacted FROM @runs WHERE id = $1 FOR KEY SHARE`,
  /** Adds a new run and its lease in one statement. */
  addRun: `WITH run AS (
      INSERT INTO @runs (id, inputs, status, redacted, created_at, updated_at, words)
      VALUES ($1, $2, 'running', $3, @now, @now, $6) ON CONFLICT (id) DO NOTHING RETURNING n
    ), lease AS (INSERT INTO @leases (run, token, owner) SELECT n, $4, $5::uuid FROM run)
    SELECT n FROM run`,
  oldRuns: `SELECT r.n, r.id FROM @runs r
    LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.updated_at < $1 AND (@unowned) ORDER BY r.n LIMIT 100 FOR UPDATE OF r SKIP LOCKED`,
  oldFinishedRuns: `SELECT r.n, r.id FROM @runs r
    LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.status <> 'running' AND r.updated_at < $1 AND (@unowned)
    ORDER BY r.n LIMIT 100 FOR UPDATE OF r SKIP LOCKED`,
  unowned: `SELECT r.id FROM @runs r LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.status = 'running' AND NOT r.redacted AND (@unowned) ORDER BY r.n`,
  counts: `SELECT n, events, status FROM @runs WHERE n = ANY(string_to_array($1, ',')::bigint[])`,

  /** Selects a run with all its steps and events, as of one moment, in one round trip. */
  whole: `SELECT r.*,
      (SELECT json_agg(json_build_object('step', s.step, 'hash', s.hash, 'earlier', s.earlier, 'outcome', s.outcome)
        ORDER BY s.n) FROM @steps s WHERE s.run = r.n) AS all_steps,
      (SELECT json_agg(json_build_object('body', e.body) ORDER BY e.seq) FROM @events e WHERE e.run = r.n) AS all_events
    FROM @runs r WHERE r.id = $1`,

  eventsOf: `SELECT e.body, r.events FROM @runs r LEFT JOIN @events e ON e.run = r.n AND e.seq >= $2
    WHERE r.id = $1 ORDER BY e.seq`,

  held: `SELECT run, token FROM @leases WHERE run = ANY(string_to_array($1, ',')::bigint[]) ORDER BY run FOR UPDATE`,
  lease: `SELECT l.token, o.name, (@unowned) AS free FROM @leases l LEFT JOIN @owners o ON o.owner = l.owner WHERE l.run = $1 FOR UPDATE OF l`,
  addLease: `INSERT INTO @leases (run, token, owner) VALUES ($1, $2, $3::uuid)
    ON CONFLICT (run) DO NOTHING RETURNING run`,
  takeLease: "UPDATE @leases SET token = $2, owner = $3::uuid WHERE run = $1 RETURNING run",
  dropLeases: `DELETE FROM @leases WHERE owner = $1::uuid`,
  beat: `INSERT INTO @owners (owner, name, until)
    VALUES ($1::uuid, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')
    ON CONFLICT (owner) DO UPDATE SET until = excluded.until`,
  leave: `DELETE FROM @owners WHERE owner = $1::uuid`,
  forgetOwners: `DELETE FROM @owners o WHERE o.until < clock_timestamp() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM @leases l WHERE l.owner = o.owner)`,

  ask: `INSERT INTO @requests (run, body) SELECT n, $2 FROM @runs WHERE id = $1 RETURNING n`,
  asked: `SELECT q.body, r.id FROM @requests q JOIN @runs r ON r.n = q.run
    WHERE q.n = $1 AND q.answer IS NULL`,
  answer: `UPDATE @requests SET answer = $2 WHERE n = $1`,
  answered: `SELECT answer FROM @requests WHERE n = $1`,
  forgetRequest: `DELETE FROM @requests WHERE n = $1 OR at < clock_timestamp() - interval '1 hour'`,

  addWallets: `INSERT INTO @wallets (name) SELECT json_array_elements_text($1::text::json)
    ON CONFLICT (name) DO NOTHING`,
  /** Locks in a fixed order, so that two debates can't deadlock. */
  lockWallets: `SELECT name FROM @wallets
    WHERE name IN (SELECT json_array_elements_text($1::text::json)) ORDER BY name FOR UPDATE`,

  /** Serializes writes, so that the limit on panels holds. */
  lockPanels: "LOCK TABLE @panels IN SHARE ROW EXCLUSIVE MODE",

  vacuum: "VACUUM @runs, @steps, @prompt_parts, @events",

  signal: "SELECT pg_notify($1, payload) FROM json_array_elements_text($2::text::json) payload",
} as const;

export type PostgresStatements = Statements<keyof typeof OWN_SQL>;

/** Every statement of the journal, for the tables of one schema. */
export function writePostgresStatements(schema: string, leaseMs: number): PostgresStatements {
  const unowned = IS_UNOWNED.replace(":lease", String(Math.ceil(leaseMs)));
  const dialect: Dialect & { unowned: string } = { ...makeDialect(schema), unowned };
  return writeStatements(OWN_SQL, dialect);
}

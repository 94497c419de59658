import { eachColumn } from "../service/wallets.ts";

const COLUMNS = eachColumn((name) => name);

/** The parameters of a wallet's columns, from a number on. */
function listParameters(from: number): string {
  return eachColumn((_, place) => `$${from + place}`);
}

/** Milliseconds since 1970 on the database's clock: the servers' clocks may differ. */
const NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * Whether nobody holds a run, or only an owner that has been silent for the whole of its lease. After the
 * database itself was away, owners get their lease once more before others may take their runs.
 */
const UNHELD = `l.run IS NULL OR o.owner IS NULL OR clock_timestamp() >
  greatest(o.until, pg_postmaster_start_time() + :lease * interval '1 millisecond')`;

/** A name after @ is a table of the journal's schema, but for @now and @unheld, which stand above. */
const SQL = {
  run: "SELECT * FROM @runs WHERE id = $1",
  runNumbered: "SELECT id FROM @runs WHERE n = $1",
  /** Nobody can remove it until the transaction ends. */
  runToTake: `SELECT n, redacted FROM @runs WHERE id = $1 FOR KEY SHARE`,
  /** A run that is new, taken in one go. */
  addRun: `WITH run AS (
      INSERT INTO @runs (id, inputs, status, redacted, created_at, updated_at, words)
      VALUES ($1, $2, 'running', $3, @now, @now, $6) ON CONFLICT (id) DO NOTHING RETURNING n
    ), lease AS (INSERT INTO @leases (run, token, owner) SELECT n, $4, $5::uuid FROM run)
    SELECT n FROM run`,
  markRedacted: `UPDATE @runs SET redacted = true WHERE n = $1`,
  saveStatus: `UPDATE @runs SET status = $2, updated_at = @now WHERE n = $1`,
  saveSummary: `UPDATE @runs SET question = $2, answer = $3, stop_reason = $4, agreement = $5,
    escalated = $6, degraded = $7, waiting = $8, stopped = $9, calls = $10, cost_usd = $11, known_usd = $12,
    panel = $13, events = $14, words = $15, user_id = $16, team_id = $17, panel_name = $18, parent = $19,
    updated_at = @now WHERE n = $1`,
  removeRun: "DELETE FROM @runs WHERE n = $1 RETURNING n",
  prune: `DELETE FROM @runs WHERE n IN (
    SELECT r.n FROM @runs r LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.updated_at < $1 AND (@unheld)) RETURNING n`,
  unheld: `SELECT r.id FROM @runs r LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.status = 'running' AND NOT r.redacted AND (@unheld) ORDER BY r.n`,
  counts: `SELECT n, events, status FROM @runs WHERE n = ANY(string_to_array($1, ',')::bigint[])`,

  /** A run with everything that belongs to it, as of one moment, in one round trip. */
  whole: `SELECT r.*,
      (SELECT json_agg(json_build_object('step', s.step, 'hash', s.hash, 'earlier', s.earlier, 'outcome', s.outcome)
        ORDER BY s.n) FROM @steps s WHERE s.run = r.n) AS all_steps,
      (SELECT json_agg(json_build_object('body', e.body) ORDER BY e.seq) FROM @events e WHERE e.run = r.n) AS all_events
    FROM @runs r WHERE r.id = $1`,

  startStep: `INSERT INTO @steps (run, step, hash, started_at, earlier) VALUES ($1, $2, $3, @now, $4)
    ON CONFLICT (run, step) DO UPDATE SET
      hash = excluded.hash, started_at = excluded.started_at, earlier = excluded.earlier,
      done_at = NULL, outcome = NULL`,
  finishStep: `INSERT INTO @steps (run, step, hash, started_at, done_at, outcome)
    VALUES ($1, $2, '', @now, @now, $3)
    ON CONFLICT (run, step) DO UPDATE SET
      earlier = NULL, done_at = excluded.done_at, outcome = excluded.outcome`,

  eventsOf: `SELECT e.body FROM @runs r LEFT JOIN @events e ON e.run = r.n AND e.seq >= $2
    WHERE r.id = $1 ORDER BY e.seq`,
  cutEvents: `DELETE FROM @events WHERE run = $1 AND seq >= $2`,
  addEvent: `INSERT INTO @events (run, seq, body) VALUES ($1, $2, $3)
    ON CONFLICT (run, seq) DO UPDATE SET body = excluded.body`,

  held: `SELECT run, token FROM @leases WHERE run = ANY(string_to_array($1, ',')::bigint[]) ORDER BY run FOR UPDATE`,
  lease: `SELECT o.name, (@unheld) AS free FROM @leases l LEFT JOIN @owners o ON o.owner = l.owner WHERE l.run = $1 FOR UPDATE OF l`,
  addLease: `INSERT INTO @leases (run, token, owner) VALUES ($1, $2, $3::uuid)
    ON CONFLICT (run) DO NOTHING RETURNING run`,
  takeLease: "UPDATE @leases SET token = $2, owner = $3::uuid WHERE run = $1 RETURNING run",
  dropLease: `DELETE FROM @leases WHERE token = $1`,
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

  addPerson: `INSERT INTO @people (name) VALUES ($1) ON CONFLICT (name) DO NOTHING`,
  person: `SELECT n FROM @people WHERE name = $1`,
  forgetPerson: `UPDATE @people SET name = NULL WHERE n = $1`,
  addAct: `INSERT INTO @acts (at, person, act, debate, outcome, status, code, address, request)
    VALUES ($1, (SELECT n FROM @people WHERE name = $2), $3, $4, $5, $6, $7, $8, $9)`,
  acts: `SELECT a.*, p.name FROM @acts a LEFT JOIN @people p ON p.n = a.person
    WHERE a.n < $1 AND a.at >= $2 AND a.at < $3
    AND ($4::text IS NULL OR p.name = $4) AND ($5::text IS NULL OR a.act = $5)
    AND ($6::text IS NULL OR a.debate = $6) AND ($7::text IS NULL OR a.outcome = $7)
    ORDER BY a.n DESC LIMIT $8`,
  keepActsSince: `UPDATE @acts_kept SET since = greatest(since, $1)`,
  pruneActs: `DELETE FROM @acts WHERE at < $1 RETURNING n`,

  addWallets: `INSERT INTO @wallets (name) SELECT json_array_elements_text($1::text::json)
    ON CONFLICT (name) DO NOTHING`,
  /** Always in the same order, so that two debates never wait for each other. */
  lockWallets: `SELECT name FROM @wallets
    WHERE name IN (SELECT json_array_elements_text($1::text::json)) ORDER BY name FOR UPDATE`,
  release: `DELETE FROM @reserved WHERE run = $1`,
  reservedRuns: `SELECT DISTINCT run FROM @reserved WHERE starts_with(run, $1)`,
  renameWallet: `UPDATE @wallets SET name = $2 WHERE name = $1`,
  dropReserved: `DELETE FROM @reserved WHERE wallet = $1`,

  addDelivery: `INSERT INTO @deliveries (id, hook, debate, seq, body, created_at, due_at)
    VALUES ($1, $2, $3, $4, $5, @now, @now) ON CONFLICT (id) DO NOTHING`,
  takeDeliveries: `UPDATE @deliveries SET due_at = @now + $2 WHERE id IN (
      SELECT id FROM @deliveries WHERE NOT given_up AND due_at <= @now
        AND hook NOT IN (SELECT json_array_elements_text($3::text::json))
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING id, hook, debate, seq, body, created_at AS "createdAt", attempts`,
  markDelivered: `UPDATE @deliveries SET given_up = true, delivered_at = @now, error = NULL WHERE id = $1`,
  dropDelivered: `DELETE FROM @deliveries d WHERE d.delivered_at < @now - $1::bigint
    AND NOT EXISTS (SELECT 1 FROM @runs r WHERE r.id = d.debate AND r.status = 'running')`,
  retryDelivery: `UPDATE @deliveries SET attempts = attempts + 1, due_at = @now + $2, given_up = $3,
    error = $4 WHERE id = $1`,
  countDeliveries: `SELECT count(*) FILTER (WHERE NOT given_up) AS waiting,
    count(*) FILTER (WHERE given_up AND delivered_at IS NULL) AS "givenUp" FROM @deliveries`,
  dropLostDeliveries: `DELETE FROM @deliveries d WHERE NOT EXISTS (SELECT 1 FROM @runs r WHERE r.id = d.debate)`,

  /** One at a time, so that the count holds. */
  lockPanels: "LOCK TABLE @panels IN SHARE ROW EXCLUSIVE MODE",
  savePanel: `INSERT INTO @panels (name, version, body, person, at)
    VALUES ($1, 1, $2, (SELECT n FROM @people WHERE name = $3), @now)
    ON CONFLICT (name) DO UPDATE SET
      version = @panels.version + 1, body = excluded.body, person = excluded.person, at = excluded.at`,
  otherPanels: "SELECT count(*)::int AS count FROM @panels WHERE name <> $1",
  panels: `SELECT s.*, p.name AS "by" FROM @panels s LEFT JOIN @people p ON p.n = s.person
    WHERE $1::text IS NULL OR s.name = $1 ORDER BY s.name`,
  removePanel: "DELETE FROM @panels WHERE name = $1 RETURNING name",

  owner: `SELECT user_id AS "user", team_id AS team FROM @runs WHERE id = $1`,
  expire: `DELETE FROM @runs WHERE n IN (
    SELECT r.n FROM @runs r LEFT JOIN @leases l LEFT JOIN @owners o ON o.owner = l.owner ON l.run = r.n
    WHERE r.status <> 'running' AND r.updated_at < $1 AND (@unheld)) RETURNING id`,
  vacuum: "VACUUM @runs, @steps, @events",

  signal: "SELECT pg_notify($1, payload) FROM json_array_elements_text($2::text::json) payload",
} as const;

/** What reads and changes the columns of wallets. */
const WALLET_SQL: Record<
  "walletState" | "pay" | "payReserved" | "reserve" | "free" | "takeReserved",
  string
> = {
  walletState: `SELECT ${eachColumn((name) => `coalesce(sum(w.${name}), 0) AS ${name}`)},
    ${eachColumn((name) => `(SELECT coalesce(sum(${name}), 0) FROM @reserved WHERE wallet = $1) AS held_${name}`)}
    FROM @wallets w WHERE w.name = $1`,
  pay: `INSERT INTO @wallets (name, ${COLUMNS}) VALUES ($1, ${listParameters(2)})
    ON CONFLICT (name) DO UPDATE SET ${eachColumn((name) => `${name} = @wallets.${name} + excluded.${name}`)}`,
  payReserved: `INSERT INTO @wallets (name, ${COLUMNS})
    SELECT wallet, ${COLUMNS} FROM @reserved WHERE run = $1 ORDER BY wallet
    ON CONFLICT (name) DO UPDATE SET ${eachColumn((name) => `${name} = @wallets.${name} + excluded.${name}`)}`,
  reserve: `INSERT INTO @reserved (run, wallet, ${COLUMNS}) VALUES ($1, $2, ${listParameters(3)})
    ON CONFLICT (run, wallet) DO UPDATE SET ${eachColumn((name) => `${name} = @reserved.${name} + excluded.${name}`)}`,
  free: `UPDATE @reserved SET ${eachColumn((name, place) => `${name} = greatest(0, ${name} - $${place + 3})`)}
    WHERE run = $1 AND wallet = $2`,
  takeReserved: `DELETE FROM @reserved WHERE run = $1 RETURNING wallet, ${COLUMNS}`,
};

export type Statements = Readonly<Record<keyof typeof SQL | keyof typeof WALLET_SQL, string>>;

/** Every statement of the journal, for the tables of one schema. */
export function writeStatements(schema: string, leaseMs: number): Statements {
  const unheld = UNHELD.replace(":lease", String(Math.ceil(leaseMs)));
  const entries = Object.entries({ ...SQL, ...WALLET_SQL }).map(([name, sql]) => [
    name,
    sql
      .replaceAll("@unheld", unheld)
      .replaceAll("@now", NOW)
      .replaceAll(/@(\w+)/g, `${schema}.$1`),
  ]);
  return Object.fromEntries(entries) as Statements;
}

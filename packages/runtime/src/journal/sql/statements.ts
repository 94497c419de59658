import { COUNTED } from "@rostrum/core/protocol";

/** SQL fragments that differ between SQLite and Postgres. In a statement, `@name` stands for one, or for a table. */
export interface Dialect {
  /** Prefix of table names. */
  schema: string;
  /** Milliseconds since 1970. */
  now: string;
  yes: string;
  no: string;
  /** The function that returns the greater of two values. */
  greatest: string;
  /** Name of the function (text, part) that returns the position of the part, or 0. */
  find: string;
  /** Passes over rows that somebody else is changing. */
  skipLocked: string;
}

const RUN_SQL = {
  run: "SELECT * FROM @runs WHERE id = $1",
  markRedacted: "UPDATE @runs SET redacted = @yes WHERE n = $1",
  saveStatus: "UPDATE @runs SET status = $2, updated_at = @now WHERE n = $1",
  saveSummary: `UPDATE @runs SET question = $2, answer = $3, stop_reason = $4, agreement = $5,
    escalated = $6, degraded = $7, waiting = $8, stopped = $9, calls = $10, cost_usd = $11, known_usd = $12,
    panel = $13, events = $14, words = $15, user_id = $16, team_id = $17, panel_name = $18, parent = $19,
    project_id = $20, circumstances = $21, updated_at = @now WHERE n = $1`,
  removeRun: "DELETE FROM @runs WHERE n = $1 RETURNING n",
  eventBodies: "SELECT body FROM @events WHERE run = $1 ORDER BY seq",
  addRemovedRun: `INSERT INTO @removed_runs (created_at, user_id, team_id, project_id, panel_name, models)
    SELECT created_at, user_id, team_id, project_id, panel_name, $2 FROM @runs WHERE n = $1`,
  removedRuns: `SELECT * FROM @removed_runs WHERE created_at >= $1 AND created_at < $2
    AND (CAST($3 AS text) IS NULL OR user_id = $3) ORDER BY n`,

  startStep: `INSERT INTO @steps (run, step, hash, started_at, earlier, prompt)
    VALUES ($1, $2, $3, @now, $4, $5)
    ON CONFLICT (run, step) DO UPDATE SET
      hash = excluded.hash, started_at = excluded.started_at, earlier = excluded.earlier,
      prompt = coalesce(excluded.prompt, @steps.prompt), done_at = NULL, outcome = NULL`,
  addPromptPart: `INSERT INTO @prompt_parts (run, hash, body) VALUES ($1, $2, $3)
    ON CONFLICT (run, hash) DO NOTHING`,
  sentCalls: `SELECT s.step, s.started_at, s.done_at, s.prompt FROM @steps s JOIN @runs r ON r.n = s.run
    WHERE r.id = $1 ORDER BY s.started_at, s.step`,
  promptParts: `SELECT p.hash, p.body FROM @prompt_parts p JOIN @runs r ON r.n = p.run WHERE r.id = $1`,
  finishStep: `INSERT INTO @steps (run, step, hash, started_at, done_at, outcome)
    VALUES ($1, $2, '', @now, @now, $3)
    ON CONFLICT (run, step) DO UPDATE SET
      earlier = NULL, done_at = excluded.done_at, outcome = excluded.outcome`,
  cutEvents: "DELETE FROM @events WHERE run = $1 AND seq >= $2",
  addEvent: `INSERT INTO @events (run, seq, body) VALUES ($1, $2, $3)
    ON CONFLICT (run, seq) DO UPDATE SET body = excluded.body`,
  dropLease: "DELETE FROM @leases WHERE token = $1",
} as const;

const SERVICE_SQL = {
  addPerson: "INSERT INTO @people (name) VALUES ($1) ON CONFLICT (name) DO NOTHING",
  person: "SELECT n FROM @people WHERE name = $1",
  forgetPerson: "UPDATE @people SET name = NULL WHERE n = $1",
  addAct: `INSERT INTO @acts (at, person, act, debate, outcome, status, code, address, request)
    VALUES ($1, (SELECT n FROM @people WHERE name = $2), $3, $4, $5, $6, $7, $8, $9)`,
  acts: `SELECT a.*, p.name FROM @acts a LEFT JOIN @people p ON p.n = a.person
    WHERE a.n < $1 AND a.at >= $2 AND a.at < $3
    AND (CAST($4 AS text) IS NULL OR p.name = $4) AND (CAST($5 AS text) IS NULL OR a.act = $5)
    AND (CAST($6 AS text) IS NULL OR a.debate = $6) AND (CAST($7 AS text) IS NULL OR a.outcome = $7)
    ORDER BY a.n DESC LIMIT $8`,
  keepActsSince: "UPDATE @acts_kept SET since = @greatest(since, $1)",
  pruneActs: "DELETE FROM @acts WHERE at < $1 RETURNING n",

  forgetInRemoved: "UPDATE @removed_runs SET user_id = $2 WHERE user_id = $1",

  reservedRuns: `SELECT DISTINCT run FROM @reserved
    WHERE substr(run, 1, length(CAST($1 AS text))) = CAST($1 AS text)`,

  addDelivery: `INSERT INTO @deliveries (id, hook, debate, seq, body, created_at, due_at)
    VALUES ($1, $2, $3, $4, $5, @now, @now) ON CONFLICT (id) DO NOTHING`,
  /** $3: the webhooks that are left out, each in quotation marks. */
  takeDeliveries: `UPDATE @deliveries SET due_at = @now + $2 WHERE id IN (
      SELECT id FROM @deliveries WHERE given_up = @no AND due_at <= @now
        AND @find($3, '"' || hook || '"') = 0
      ORDER BY due_at LIMIT $1 @skipLocked)
    RETURNING id, hook, debate, seq, body, created_at AS "createdAt", attempts`,
  markDelivered: `UPDATE @deliveries SET given_up = @yes, delivered_at = @now, error = NULL
    WHERE id = $1`,
  dropDelivered: `DELETE FROM @deliveries AS d WHERE d.delivered_at < @now - CAST($1 AS bigint)
    AND NOT EXISTS (SELECT 1 FROM @runs r WHERE r.id = d.debate AND r.status = 'running')`,
  retryDelivery: `UPDATE @deliveries SET attempts = attempts + 1, due_at = @now + $2, given_up = $3,
    error = $4 WHERE id = $1`,
  postponeDelivery: "UPDATE @deliveries SET due_at = @now + $2 WHERE id = $1",
  countDeliveries: `SELECT count(*) FILTER (WHERE given_up = @no) AS waiting,
    count(*) FILTER (WHERE given_up = @yes AND delivered_at IS NULL) AS "givenUp" FROM @deliveries`,
  dropLostDeliveries: `DELETE FROM @deliveries AS d
    WHERE d.debate <> '' AND NOT EXISTS (SELECT 1 FROM @runs r WHERE r.id = d.debate)`,

  savePanel: `INSERT INTO @panels (name, version, body, person, at)
    VALUES ($1, 1, $2, (SELECT n FROM @people WHERE name = $3), @now)
    ON CONFLICT (name) DO UPDATE SET
      version = @panels.version + 1, body = excluded.body, person = excluded.person, at = excluded.at`,
  otherPanels: "SELECT count(*) AS count FROM @panels WHERE name <> $1",
  panels: `SELECT s.*, p.name AS "by" FROM @panels s LEFT JOIN @people p ON p.n = s.person
    WHERE CAST($1 AS text) IS NULL OR s.name = $1 ORDER BY s.name`,
  removePanel: "DELETE FROM @panels WHERE name = $1 RETURNING name",

  addCalibration: `INSERT INTO @calibrations (panel, version, about, body, person, at)
    VALUES ($1, (SELECT coalesce(max(version), 0) + 1 FROM @calibrations WHERE panel = $1), $2, $3,
      (SELECT n FROM @people WHERE name = $4), @now)`,
  /** $2: a version; NULL: the last. */
  calibration: `SELECT c.*, p.name AS "by" FROM @calibrations c LEFT JOIN @people p ON p.n = c.person
    WHERE c.panel = $1 AND (CAST($2 AS integer) IS NULL OR c.version = $2) ORDER BY c.version DESC LIMIT 1`,
  calibrations: `SELECT c.panel, c.version, c.about, c.person, c.at, p.name AS "by"
    FROM @calibrations c LEFT JOIN @people p ON p.n = c.person
    WHERE c.panel = $1 ORDER BY c.version DESC LIMIT 100`,

  /** $2: also one that somebody waits for. */
  takeRepeat: `UPDATE @repeats SET free = @no WHERE debate = (
      SELECT debate FROM @repeats WHERE key = $1 AND until > @now AND (free = @yes OR CAST($2 AS integer) = 1)
      ORDER BY until DESC LIMIT 1 @skipLocked)
    RETURNING debate`,
  addRepeat: `INSERT INTO @repeats (debate, key, free, until)
    VALUES ($1, $2, @no, @now + CAST($3 AS bigint)) ON CONFLICT (debate) DO NOTHING`,
  freeRepeat: "UPDATE @repeats SET free = @yes WHERE debate = $1",
  isRepeatFree: "SELECT 1 AS free FROM @repeats WHERE debate = $1 AND free = @yes",
  forgetRepeat: "DELETE FROM @repeats WHERE debate = $1 OR until < @now",

  addShare: `INSERT INTO @shares (hash, run, person, at, until)
    SELECT $1, n, (SELECT n FROM @people WHERE name = $3), @now, CAST($4 AS bigint) FROM @runs WHERE id = $2
    RETURNING n`,
  /** $1: a hash, $2: a run. */
  shares: `SELECT s.hash, r.id AS debate, s.person, p.name AS "by", s.at, s.until, s.revoked_at AS "revokedAt"
    FROM @shares s JOIN @runs r ON r.n = s.run LEFT JOIN @people p ON p.n = s.person
    WHERE (CAST($1 AS text) IS NULL OR s.hash = $1) AND (CAST($2 AS text) IS NULL OR r.id = $2)
    ORDER BY s.n DESC LIMIT 1000`,
  revokeShare: `UPDATE @shares SET revoked_at = @now
    WHERE hash = $1 AND revoked_at IS NULL RETURNING n`,
  revokeSharesOf: "UPDATE @shares SET revoked_at = @now WHERE person = $1 AND revoked_at IS NULL",

  assign: `INSERT INTO @assignments (run, assignee, due, comment, person, at)
    SELECT n, (SELECT n FROM @people WHERE name = $2), CAST($3 AS bigint), $4,
      (SELECT n FROM @people WHERE name = $5), @now FROM @runs WHERE id = $1
    ON CONFLICT (run) DO UPDATE SET assignee = excluded.assignee, due = excluded.due,
      comment = excluded.comment, person = excluded.person, at = excluded.at
    RETURNING run`,
  unassign: `DELETE FROM @assignments WHERE run = (SELECT n FROM @runs WHERE id = $1) RETURNING run`,
  assignment: `SELECT a.assignee, q.name AS assigned, a.due, a.comment, a.person, p.name AS "by", a.at
    FROM @assignments a JOIN @runs r ON r.n = a.run LEFT JOIN @people q ON q.n = a.assignee
    LEFT JOIN @people p ON p.n = a.person WHERE r.id = $1`,

  owner: `SELECT user_id AS "user", team_id AS team FROM @runs WHERE id = $1`,
} as const;

/** SQL with a part for every column of a wallet. */
function eachColumn(writeColumn: (column: string, place: number) => string): string {
  return COUNTED.map(writeColumn).join(", ");
}

const COLUMNS = eachColumn((name) => name);

/** The parameters of a wallet's columns, from a number on. */
function listParameters(from: number): string {
  return eachColumn((_, index) => `$${from + index}`);
}

/** Adds an upsert's values to the columns of an existing row. */
function addToRow(table: string): string {
  return `DO UPDATE SET ${eachColumn((name) => `${name} = @${table}.${name} + excluded.${name}`)}`;
}

/** True if a wallet belongs to $1. Wallets of a day or a month have it as a prefix of the owner's name. */
function isWalletOf(column: string): string {
  return `(${column} = $1 OR (substr(${column}, 1, 4) = 'day:' AND substr(${column}, 16) = $1)
    OR (substr(${column}, 1, 6) = 'month:' AND substr(${column}, 15) = $1))`;
}

/** True for the reservations of $1: a holder, or a run with all that hold it. "0" is the character after "/". */
const IS_RESERVED_FOR =
  "(run = $1 OR (run > CAST($1 AS text) || '/' AND run < CAST($1 AS text) || '0'))";

/** Reads and changes the columns of wallets. */
const WALLET_SQL: Record<
  | "walletState"
  | "pay"
  | "reserve"
  | "reservationOf"
  | "free"
  | "release"
  | "takeReserved"
  | "renameWallet"
  | "dropReserved",
  string
> = {
  walletState: `SELECT ${eachColumn((name) => `coalesce(sum(w.${name}), 0) AS ${name}`)},
    ${eachColumn((name) => `(SELECT coalesce(sum(${name}), 0) FROM @reserved WHERE wallet = $1) AS held_${name}`)}
    FROM @wallets w WHERE w.name = $1`,
  pay: `INSERT INTO @wallets (name, ${COLUMNS}) VALUES ($1, ${listParameters(2)})
    ON CONFLICT (name) ${addToRow("wallets")}`,
  reserve: `INSERT INTO @reserved (run, wallet, ${COLUMNS}) VALUES ($1, $2, ${listParameters(3)})
    ON CONFLICT (run, wallet) ${addToRow("reserved")}`,
  reservationOf: `SELECT ${COLUMNS} FROM @reserved WHERE run = $1 LIMIT 1`,
  free: `UPDATE @reserved SET ${eachColumn((name, index) => `${name} = @greatest(0, ${name} - $${index + 3})`)}
    WHERE run = $1 AND wallet = $2 RETURNING run`,
  release: `DELETE FROM @reserved WHERE ${IS_RESERVED_FOR}`,
  takeReserved: `DELETE FROM @reserved WHERE ${IS_RESERVED_FOR} RETURNING wallet, ${COLUMNS}`,
  renameWallet: `UPDATE @wallets SET name = substr(name, 1, length(name) - length(CAST($1 AS text))) || $2
    WHERE ${isWalletOf("name")}`,
  dropReserved: `DELETE FROM @reserved WHERE ${isWalletOf("wallet")}`,
};

export type RunStatements = Readonly<Record<keyof typeof RUN_SQL, string>>;
export type ServiceStatements = Readonly<
  Record<keyof typeof SERVICE_SQL | keyof typeof WALLET_SQL, string>
>;

/** The statements that both databases have, and `Own` ones of one of them. */
export type Statements<Own extends string> = Readonly<Record<Own, string>> &
  RunStatements &
  ServiceStatements;

/** Translates a statement for one database. */
export function translate(sql: string, dialect: Dialect): string {
  const replacements: Readonly<Record<string, string>> = { ...dialect };
  return sql.replaceAll(
    /@(\w+)/g,
    (_, name: string) => replacements[name] ?? dialect.schema + name,
  );
}

export function writeStatements<Own extends string>(
  ownStatements: Readonly<Record<Own, string>>,
  dialect: Dialect,
): Statements<Own> {
  const all: Record<string, string> = {
    ...RUN_SQL,
    ...SERVICE_SQL,
    ...WALLET_SQL,
    ...ownStatements,
  };
  const entries = Object.entries(all).map(([name, sql]) => [name, translate(sql, dialect)]);
  return Object.fromEntries(entries) as Statements<Own>;
}

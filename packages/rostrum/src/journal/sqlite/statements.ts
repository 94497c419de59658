import type { DatabaseSync, StatementSync } from "node:sqlite";

const SQL = {
  run: "SELECT * FROM runs WHERE id = ?",
  addRun:
    "INSERT INTO runs (id, inputs, words, status, redacted, created_at, updated_at) VALUES (?, ?, ?, 'running', ?, ?, ?) RETURNING n",
  markRedacted: "UPDATE runs SET redacted = 1 WHERE n = ?",
  saveStatus: "UPDATE runs SET status = ?, updated_at = ? WHERE n = ?",
  saveSummary: `UPDATE runs SET question = ?, answer = ?, stop_reason = ?, agreement = ?, escalated = ?,
    degraded = ?, waiting = ?, stopped = ?, calls = ?, cost_usd = ?, known_usd = ?, panel = ?, events = ?, words = ?,
    user_id = ?, team_id = ?, panel_name = ?, parent = ?, updated_at = ? WHERE n = ?`,
  removeRun: "DELETE FROM runs WHERE n = ?",
  runsBefore: `SELECT n, id, updated_at FROM runs
    WHERE (updated_at, n) > (?, ?) AND updated_at < ? ORDER BY updated_at, n LIMIT ?`,
  finishedBefore: `SELECT n, id, updated_at FROM runs
    WHERE (updated_at, n) > (?, ?) AND updated_at < ? AND status <> 'running'
    ORDER BY updated_at, n LIMIT ?`,
  unfinished: "SELECT n, id FROM runs WHERE status = 'running' AND redacted = 0 ORDER BY n",

  files: "SELECT name, data FROM files WHERE run = ?",
  addFile: "INSERT INTO files (run, name, data) VALUES (?, ?, ?)",

  steps: "SELECT step, hash, earlier, outcome FROM steps WHERE run = ? ORDER BY rowid",
  startStep: `INSERT INTO steps (run, step, hash, started_at, earlier) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (run, step) DO UPDATE SET
      hash = excluded.hash, started_at = excluded.started_at, earlier = excluded.earlier,
      done_at = NULL, outcome = NULL`,
  finishStep: `INSERT INTO steps (run, step, hash, started_at, done_at, outcome) VALUES (?, ?, '', ?, ?, ?)
    ON CONFLICT (run, step) DO UPDATE SET
      earlier = NULL, done_at = excluded.done_at, outcome = excluded.outcome`,

  events: "SELECT body FROM events WHERE run = ? AND seq >= ? ORDER BY seq",
  cutEvents: "DELETE FROM events WHERE run = ? AND seq >= ?",
  addEvent: "INSERT INTO events (run, seq, body) VALUES (?, ?, ?)",

  lease: "SELECT * FROM leases WHERE run = ?",
  holds: "SELECT 1 FROM leases WHERE run = ? AND token = ?",
  takeLease: "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  beat: "UPDATE leases SET beat = ? WHERE journal = ?",
  dropLease: "DELETE FROM leases WHERE token = ?",
  dropLeases: "DELETE FROM leases WHERE journal = ?",
} as const;

export type Statements = Record<keyof typeof SQL, StatementSync>;

/** Every statement of the journal, prepared once. */
export function prepareStatements(db: DatabaseSync): Statements {
  const entries = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]);
  return Object.fromEntries(entries) as Statements;
}

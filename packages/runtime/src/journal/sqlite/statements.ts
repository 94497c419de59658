import { writeStatements, type Dialect, type Statements } from "../sql/statements.ts";

/** SQLite stores booleans as 0 and 1. */
export const SQLITE: Dialect = {
  schema: "",
  now: ":now",
  yes: "1",
  no: "0",
  greatest: "max",
  find: "instr",
  skipLocked: "",
};

const OWN_SQL = {
  addRun: `INSERT INTO @runs (id, inputs, words, status, redacted, created_at, updated_at)
    VALUES ($1, $2, $3, 'running', $4, @now, @now) RETURNING n`,
  runsBefore: `SELECT n, id, updated_at FROM @runs
    WHERE (updated_at, n) > ($1, $2) AND updated_at < $3 ORDER BY updated_at, n LIMIT $4`,
  finishedBefore: `SELECT n, id, updated_at FROM @runs
    WHERE (updated_at, n) > ($1, $2) AND updated_at < $3 AND status <> 'running'
    ORDER BY updated_at, n LIMIT $4`,
  unfinished: "SELECT n, id FROM @runs WHERE status = 'running' AND redacted = 0 ORDER BY n",

  files: "SELECT name, data FROM @files WHERE run = $1",
  addFile: "INSERT INTO @files (run, name, data) VALUES ($1, $2, $3)",
  steps: "SELECT step, hash, earlier, outcome FROM @steps WHERE run = $1 ORDER BY rowid",
  events: "SELECT body FROM @events WHERE run = $1 AND seq >= $2 ORDER BY seq",

  lease: "SELECT * FROM @leases WHERE run = $1",
  holds: "SELECT 1 FROM @leases WHERE run = $1 AND token = $2",
  takeLease: "INSERT OR REPLACE INTO @leases VALUES ($1, $2, $3, $4, $5, $6, $7, @now)",
  beat: "UPDATE @leases SET beat = @now WHERE journal = $1",
  dropLeases: "DELETE FROM @leases WHERE journal = $1",
} as const;

export const STATEMENTS: Statements<keyof typeof OWN_SQL> = writeStatements(OWN_SQL, SQLITE);

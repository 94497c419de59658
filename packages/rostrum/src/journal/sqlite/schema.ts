/** The application id in the file's header: "ROST". */
export const APPLICATION_ID = 0x524f5354;

/**
 * One entry per version of the file, each migrating from the version before it. Entries are never changed
 * once released: a file may be at any of them.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE runs (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    inputs TEXT NOT NULL,
    status TEXT NOT NULL,
    redacted INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    question TEXT NOT NULL DEFAULT '',
    answer TEXT,
    stop_reason TEXT,
    agreement REAL,
    escalated INTEGER NOT NULL DEFAULT 0,
    degraded INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    calls INTEGER NOT NULL DEFAULT 0,
    cost_usd REAL DEFAULT 0,
    panel TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX runs_by_age ON runs (updated_at);

  CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
    step TEXT NOT NULL,
    hash TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    done_at INTEGER,
    outcome TEXT,
    PRIMARY KEY (run, step)
  ) STRICT;

  CREATE TABLE events (
    run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) STRICT;

  CREATE TABLE leases (
    run INTEGER PRIMARY KEY REFERENCES runs (n) ON DELETE CASCADE,
    token TEXT NOT NULL,
    journal TEXT NOT NULL,
    place TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT,
    lease_ms INTEGER NOT NULL,
    beat INTEGER NOT NULL
  ) STRICT;
  `,
  // What the attempts before the last one used, as JSON.
  `ALTER TABLE steps ADD COLUMN earlier TEXT;`,
  // Somebody cancelled the run.
  `ALTER TABLE runs ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;`,
  // Servers look again and again for runs that nobody goes on with.
  `CREATE INDEX runs_unfinished ON runs (n) WHERE status = 'running';`,
];

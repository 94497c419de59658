import { eachColumn } from "../service/wallets.ts";

/** The application id in the file's header: "ROST". */
export const APPLICATION_ID = 0x524f5354;

/** The version of the tables below. It stands in the file's header. */
export const VERSION = 1;

/** Every table of a new file. */
export const SCHEMA: string = `
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
    -- Somebody cancelled it.
    stopped INTEGER NOT NULL DEFAULT 0,
    calls INTEGER NOT NULL DEFAULT 0,
    -- NULL: the cost of some call is unknown.
    cost_usd REAL DEFAULT 0,
    -- The costs that are known.
    known_usd REAL NOT NULL DEFAULT 0,
    panel TEXT NOT NULL DEFAULT '[]',
    user_id TEXT,
    team_id TEXT,
    -- The configured panel.
    panel_name TEXT,
    -- The run that it follows up.
    parent TEXT,
    -- How many events are stored.
    events INTEGER NOT NULL DEFAULT 0,
    -- What a search looks through, in lower case.
    words TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX runs_by_age ON runs (updated_at);
  -- Servers look again and again for runs that nobody goes on with.
  CREATE INDEX runs_unfinished ON runs (n) WHERE status = 'running';
  -- For the lists that people look at. Sums are read from an index alone.
  CREATE INDEX runs_to_review ON runs (n)
    WHERE (waiting AND status = 'running') OR (escalated AND status = 'completed');
  CREATE INDEX runs_doubtful ON runs (n) WHERE degraded OR escalated;
  CREATE INDEX runs_failed ON runs (n) WHERE status = 'failed';
  CREATE INDEX runs_by_time ON runs (created_at, calls, cost_usd, known_usd);
  CREATE INDEX runs_by_panel ON runs (panel_name, n, calls, cost_usd, known_usd) WHERE panel_name IS NOT NULL;
  CREATE INDEX runs_by_user ON runs (user_id, n, calls, cost_usd, known_usd) WHERE user_id IS NOT NULL;
  CREATE INDEX runs_by_team ON runs (team_id, n, calls, cost_usd, known_usd) WHERE team_id IS NOT NULL;
  CREATE INDEX runs_by_parent ON runs (parent, n) WHERE parent IS NOT NULL;

  CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
    step TEXT NOT NULL,
    hash TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    done_at INTEGER,
    -- What the attempts before the last one used, as JSON.
    earlier TEXT,
    outcome TEXT,
    PRIMARY KEY (run, step)
  ) STRICT;

  CREATE TABLE events (
    run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) STRICT;

  -- The files of a run's context. They are not in its row because every event rewrites that.
  CREATE TABLE files (
    run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (run, name)
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

  -- What servers store in addition to runs.
  CREATE TABLE people (n INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE) STRICT;

  CREATE TABLE acts (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    person INTEGER REFERENCES people (n),
    act TEXT NOT NULL,
    debate TEXT,
    outcome TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT,
    address TEXT,
    request TEXT
  ) STRICT;
  CREATE INDEX acts_by_person ON acts (person, n);
  CREATE INDEX acts_by_debate ON acts (debate, n);
  CREATE TABLE acts_kept (since INTEGER NOT NULL) STRICT;
  INSERT INTO acts_kept VALUES (0);
  CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  CREATE TRIGGER acts_expire BEFORE DELETE ON acts
  WHEN OLD.at >= (SELECT since FROM acts_kept) BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;

  CREATE TABLE wallets (
    name TEXT PRIMARY KEY, ${eachColumn((name) => `${name} REAL NOT NULL`)}
  ) STRICT;
  CREATE TABLE reserved (
    run TEXT NOT NULL, wallet TEXT NOT NULL,
    ${eachColumn((name) => `${name} REAL NOT NULL`)},
    PRIMARY KEY (run, wallet)
  ) STRICT;
  CREATE INDEX reserved_by_wallet ON reserved (wallet);

  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    hook TEXT NOT NULL,
    debate TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    given_up INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    -- A message that was delivered is remembered, so that nobody adds it again.
    delivered_at INTEGER
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE given_up = 0;
  CREATE INDEX deliveries_delivered ON deliveries (delivered_at) WHERE delivered_at IS NOT NULL;

  -- Panels that were saved on a server.
  CREATE TABLE panels (
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    person INTEGER REFERENCES people (n),
    at INTEGER NOT NULL
  ) STRICT;
`;

import type { Dialect } from "./statements.ts";

/** How a database spells columns, after an @. */
export interface TableDialect extends Dialect {
  /** A number that rises with every row, as the primary key. */
  rising: string;
  /** The number of a row of another table. */
  row: string;
  text: string;
  /** A text that rows are found by. */
  key: string;
  whole: string;
  moment: string;
  real: string;
  flag: string;
  /** Clause after the columns of a table. */
  strict: string;
  /** Stands between the columns of an index and those that are only read from it. */
  covering: string;
  /** Additional columns of the indexes by user and by team. */
  sums: string;
  /** Values of a new wallet. */
  empty: string;
}

/** The tables of version 1 that both databases have. Later versions are in `migrations.ts`. */
export const TABLES: string = `
  CREATE TABLE @runs (
    n @rising,
    id @key NOT NULL UNIQUE,
    inputs @text NOT NULL,
    status @text NOT NULL,
    redacted @flag NOT NULL,
    created_at @moment NOT NULL,
    updated_at @moment NOT NULL,
    question @text NOT NULL DEFAULT '',
    answer @text,
    stop_reason @text,
    agreement @real,
    escalated @flag NOT NULL DEFAULT @no,
    degraded @flag NOT NULL DEFAULT @no,
    waiting @flag NOT NULL DEFAULT @no,
    -- Somebody cancelled it.
    stopped @flag NOT NULL DEFAULT @no,
    calls @whole NOT NULL DEFAULT 0,
    -- NULL: the cost of some call is unknown.
    cost_usd @real DEFAULT 0,
    -- The costs that are known.
    known_usd @real NOT NULL DEFAULT 0,
    panel @text NOT NULL DEFAULT '[]',
    user_id @key,
    team_id @key,
    -- The configured panel.
    panel_name @text,
    -- The run that it follows up.
    parent @key,
    -- How many events are stored.
    events @whole NOT NULL DEFAULT 0,
    -- What a search looks through, in lower case.
    words @text NOT NULL DEFAULT ''
  ) @strict;
  CREATE INDEX runs_by_age ON @runs (updated_at);
  -- Servers look again and again for runs that nobody goes on with.
  CREATE INDEX runs_unfinished ON @runs (n) WHERE status = 'running';
  -- For the lists that people look at. Sums are read from an index alone.
  CREATE INDEX runs_to_review ON @runs (n)
    WHERE (waiting AND status = 'running') OR (escalated AND status = 'completed');
  CREATE INDEX runs_doubtful ON @runs (n) WHERE degraded OR escalated;
  CREATE INDEX runs_failed ON @runs (n) WHERE status = 'failed';
  CREATE INDEX runs_by_time ON @runs (created_at@covering calls, cost_usd, known_usd);
  CREATE INDEX runs_by_panel ON @runs (panel_name, n@covering calls, cost_usd, known_usd) WHERE panel_name IS NOT NULL;
  CREATE INDEX runs_by_user ON @runs (user_id, n@sums) WHERE user_id IS NOT NULL;
  CREATE INDEX runs_by_team ON @runs (team_id, n@sums) WHERE team_id IS NOT NULL;
  CREATE INDEX runs_by_parent ON @runs (parent, n) WHERE parent IS NOT NULL;

  CREATE TABLE @events (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    seq @whole NOT NULL,
    body @text NOT NULL,
    PRIMARY KEY (run, seq)
  ) @strict;

  -- What servers store in addition to runs.
  CREATE TABLE @people (n @rising, name @key UNIQUE) @strict;

  CREATE TABLE @acts (
    n @rising,
    at @moment NOT NULL,
    person @row REFERENCES @people (n),
    act @text NOT NULL,
    debate @text,
    outcome @text NOT NULL,
    status @whole NOT NULL,
    code @text,
    address @text,
    request @text
  ) @strict;
  CREATE INDEX acts_by_person ON @acts (person, n);
  CREATE INDEX acts_by_debate ON @acts (debate, n);
  CREATE TABLE @acts_kept (since @moment NOT NULL) @strict;
  INSERT INTO @acts_kept VALUES (0);

  CREATE TABLE @wallets (
    name @key PRIMARY KEY,
    calls @real NOT NULL@empty,
    tokens @real NOT NULL@empty,
    usd @real NOT NULL@empty
  ) @strict;
  CREATE TABLE @reserved (
    run @key NOT NULL,
    wallet @key NOT NULL,
    calls @real NOT NULL,
    tokens @real NOT NULL,
    usd @real NOT NULL,
    PRIMARY KEY (run, wallet)
  ) @strict;
  CREATE INDEX reserved_by_wallet ON @reserved (wallet);

  CREATE TABLE @deliveries (
    id @key PRIMARY KEY,
    hook @text NOT NULL,
    debate @key NOT NULL,
    seq @whole NOT NULL,
    body @text NOT NULL,
    created_at @moment NOT NULL,
    due_at @moment NOT NULL,
    attempts @whole NOT NULL DEFAULT 0,
    given_up @flag NOT NULL DEFAULT @no,
    error @text,
    -- A message that was delivered is remembered, so that nobody adds it again.
    delivered_at @moment
  ) @strict;
  CREATE INDEX deliveries_due ON @deliveries (due_at) WHERE given_up = @no;
  CREATE INDEX deliveries_delivered ON @deliveries (delivered_at) WHERE delivered_at IS NOT NULL;

  -- Panels that were saved on a server.
  CREATE TABLE @panels (
    name @key PRIMARY KEY,
    version @whole NOT NULL,
    body @text NOT NULL,
    person @row REFERENCES @people (n),
    at @moment NOT NULL
  ) @strict;
`;

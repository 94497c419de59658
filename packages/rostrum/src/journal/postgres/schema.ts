/**
 * One entry per version, each leading from the version before it, for the tables of one schema. Entries
 * are never changed once released: a database may be at any of them.
 */
export const MIGRATIONS: readonly ((schema: string) => string)[] = [
  (schema) => `
  CREATE TABLE ${schema}.runs (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    inputs text NOT NULL,
    status text NOT NULL,
    redacted boolean NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    question text NOT NULL DEFAULT '',
    answer text,
    stop_reason text,
    agreement double precision,
    escalated boolean NOT NULL DEFAULT false,
    degraded boolean NOT NULL DEFAULT false,
    waiting boolean NOT NULL DEFAULT false,
    stopped boolean NOT NULL DEFAULT false,
    calls integer NOT NULL DEFAULT 0,
    cost_usd double precision DEFAULT 0,
    panel text NOT NULL DEFAULT '[]',
    -- How many events are stored.
    events integer NOT NULL DEFAULT 0,
    -- What a search looks through, in lower case.
    words text NOT NULL DEFAULT ''
  );
  CREATE INDEX runs_by_age ON ${schema}.runs (updated_at);
  CREATE INDEX runs_unfinished ON ${schema}.runs (n) WHERE status = 'running';

  CREATE TABLE ${schema}.steps (
    run bigint NOT NULL REFERENCES ${schema}.runs (n) ON DELETE CASCADE,
    step text COLLATE "C" NOT NULL,
    n bigint GENERATED ALWAYS AS IDENTITY,
    hash text NOT NULL,
    started_at bigint NOT NULL,
    done_at bigint,
    -- What the attempts before the last one took, as JSON.
    earlier text,
    outcome text,
    PRIMARY KEY (run, step)
  );

  CREATE TABLE ${schema}.events (
    run bigint NOT NULL REFERENCES ${schema}.runs (n) ON DELETE CASCADE,
    seq integer NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run, seq)
  );

  -- Processes that hold runs, each alive until the moment that its heartbeat moves on.
  CREATE TABLE ${schema}.owners (
    owner uuid PRIMARY KEY,
    name text NOT NULL,
    until timestamptz NOT NULL
  );

  CREATE TABLE ${schema}.leases (
    run bigint PRIMARY KEY REFERENCES ${schema}.runs (n) ON DELETE CASCADE,
    token text NOT NULL,
    owner uuid NOT NULL
  );
  CREATE INDEX leases_by_owner ON ${schema}.leases (owner);

  -- What one process asks another to do with a run that the other holds.
  CREATE TABLE ${schema}.requests (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run bigint NOT NULL REFERENCES ${schema}.runs (n) ON DELETE CASCADE,
    body text NOT NULL,
    answer text,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  `,
];

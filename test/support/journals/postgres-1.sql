-- The tables of version 1, as the version of rostrum that made them wrote them.
  CREATE TABLE :schema.runs (
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
    -- Somebody cancelled it.
    stopped boolean NOT NULL DEFAULT false,
    calls integer NOT NULL DEFAULT 0,
    -- NULL: the cost of some call is unknown.
    cost_usd double precision DEFAULT 0,
    -- The costs that are known.
    known_usd double precision NOT NULL DEFAULT 0,
    panel text NOT NULL DEFAULT '[]',
    user_id text COLLATE "C",
    team_id text COLLATE "C",
    -- The configured panel.
    panel_name text,
    -- The run that it follows up.
    parent text COLLATE "C",
    -- How many events are stored.
    events integer NOT NULL DEFAULT 0,
    -- What a search looks through, in lower case.
    words text NOT NULL DEFAULT ''
  ) ;
  CREATE INDEX runs_by_age ON :schema.runs (updated_at);
  -- Servers look again and again for runs that nobody goes on with.
  CREATE INDEX runs_unfinished ON :schema.runs (n) WHERE status = 'running';
  -- For the lists that people look at. Sums are read from an index alone.
  CREATE INDEX runs_to_review ON :schema.runs (n)
    WHERE (waiting AND status = 'running') OR (escalated AND status = 'completed');
  CREATE INDEX runs_doubtful ON :schema.runs (n) WHERE degraded OR escalated;
  CREATE INDEX runs_failed ON :schema.runs (n) WHERE status = 'failed';
  CREATE INDEX runs_by_time ON :schema.runs (created_at) INCLUDE ( calls, cost_usd, known_usd);
  CREATE INDEX runs_by_panel ON :schema.runs (panel_name, n) INCLUDE ( calls, cost_usd, known_usd) WHERE panel_name IS NOT NULL;
  CREATE INDEX runs_by_user ON :schema.runs (user_id, n) WHERE user_id IS NOT NULL;
  CREATE INDEX runs_by_team ON :schema.runs (team_id, n) WHERE team_id IS NOT NULL;
  CREATE INDEX runs_by_parent ON :schema.runs (parent, n) WHERE parent IS NOT NULL;
  CREATE TABLE :schema.events (
    run bigint NOT NULL REFERENCES :schema.runs (n) ON DELETE CASCADE,
    seq integer NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (run, seq)
  ) ;
  -- What servers store in addition to runs.
  CREATE TABLE :schema.people (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" UNIQUE) ;
  CREATE TABLE :schema.acts (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    person bigint REFERENCES :schema.people (n),
    act text NOT NULL,
    debate text,
    outcome text NOT NULL,
    status integer NOT NULL,
    code text,
    address text,
    request text
  ) ;
  CREATE INDEX acts_by_person ON :schema.acts (person, n);
  CREATE INDEX acts_by_debate ON :schema.acts (debate, n);
  CREATE TABLE :schema.acts_kept (since bigint NOT NULL) ;
  INSERT INTO :schema.acts_kept VALUES (0);
  CREATE TABLE :schema.wallets (
    name text COLLATE "C" PRIMARY KEY,
    calls double precision NOT NULL DEFAULT 0, tokens double precision NOT NULL DEFAULT 0, usd double precision NOT NULL DEFAULT 0
  ) ;
  CREATE TABLE :schema.reserved (
    run text COLLATE "C" NOT NULL,
    wallet text COLLATE "C" NOT NULL,
    calls double precision NOT NULL, tokens double precision NOT NULL, usd double precision NOT NULL,
    PRIMARY KEY (run, wallet)
  ) ;
  CREATE INDEX reserved_by_wallet ON :schema.reserved (wallet);
  CREATE TABLE :schema.deliveries (
    id text COLLATE "C" PRIMARY KEY,
    hook text NOT NULL,
    debate text COLLATE "C" NOT NULL,
    seq integer NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    given_up boolean NOT NULL DEFAULT false,
    error text,
    -- A message that was delivered is remembered, so that nobody adds it again.
    delivered_at bigint
  ) ;
  CREATE INDEX deliveries_due ON :schema.deliveries (due_at) WHERE given_up = false;
  CREATE INDEX deliveries_delivered ON :schema.deliveries (delivered_at) WHERE delivered_at IS NOT NULL;
  -- Panels that were saved on a server.
  CREATE TABLE :schema.panels (
    name text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    body text NOT NULL,
    person bigint REFERENCES :schema.people (n),
    at bigint NOT NULL
  ) ;
  CREATE TABLE :schema.journal_version (version integer NOT NULL);
  INSERT INTO :schema.journal_version VALUES (1);
  CREATE TABLE :schema.steps (
    run bigint NOT NULL REFERENCES :schema.runs (n) ON DELETE CASCADE,
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
  -- Processes that hold runs, each alive until the moment that its heartbeat moves on.
  CREATE TABLE :schema.owners (
    owner uuid PRIMARY KEY,
    name text NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE TABLE :schema.leases (
    run bigint PRIMARY KEY REFERENCES :schema.runs (n) ON DELETE CASCADE,
    token text NOT NULL,
    owner uuid NOT NULL
  );
  CREATE INDEX leases_by_owner ON :schema.leases (owner);
  -- What one process asks another to do with a run that the other holds.
  CREATE TABLE :schema.requests (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run bigint NOT NULL REFERENCES :schema.runs (n) ON DELETE CASCADE,
    body text NOT NULL,
    answer text,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE FUNCTION :schema.acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.at < (SELECT since FROM :schema.acts_kept) THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'the audit is append-only';
  END $$;
  CREATE TRIGGER acts_stay BEFORE UPDATE OR DELETE ON :schema.acts
    FOR EACH ROW EXECUTE FUNCTION :schema.acts_stay();
  CREATE TRIGGER acts_not_emptied BEFORE TRUNCATE ON :schema.acts
    FOR EACH STATEMENT EXECUTE FUNCTION :schema.acts_stay();

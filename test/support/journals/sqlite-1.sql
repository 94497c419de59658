-- A journal of version 1, as the version of rostrum that made it wrote it.
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
CREATE TABLE events (
  run INTEGER NOT NULL REFERENCES runs (n) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run, seq)
  ) STRICT;
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
CREATE TABLE acts_kept (since INTEGER NOT NULL) STRICT;
CREATE TABLE wallets (
  name TEXT PRIMARY KEY,
  calls REAL NOT NULL, tokens REAL NOT NULL, usd REAL NOT NULL
  ) STRICT;
CREATE TABLE reserved (
  run TEXT NOT NULL,
  wallet TEXT NOT NULL,
  calls REAL NOT NULL, tokens REAL NOT NULL, usd REAL NOT NULL,
  PRIMARY KEY (run, wallet)
  ) STRICT;
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
CREATE TABLE panels (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  person INTEGER REFERENCES people (n),
  at INTEGER NOT NULL
  ) STRICT;
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
INSERT INTO runs (n, id, inputs, status, redacted, created_at, updated_at, question, answer, stop_reason, agreement, escalated, degraded, waiting, stopped, calls, cost_usd, known_usd, panel, user_id, team_id, panel_name, parent, events, words) VALUES (1, 'before', '{"budget":"74234e98afe7498fb5daf1f36ac2d78a","question":"0e69f6ae57d38e6adffba92e708e9f35","context":"4f53cda18c2baa0c0354bb5f9a3ecbe5","debaters[0].name":"3e6cb2e9b37faf6a32841445eb0068c5","debaters[0].instructions":"12ae32cb1ec02d01eda3581b127c1fee","debaters[0].temperature":"e3b0c44298fc1c149afbf4c8996fb924","debaters[0].weight":"6b86b273ff34fce19d6b804eff5a3f57","debaters[0].reasoningEffort":"e3b0c44298fc1c149afbf4c8996fb924","debaters[0].toolsInRevisions":"fcbcf165908dd18a9e49f7ff27810176","debaters[0].maxToolSteps":"2c624232cdd221771294dfbb310aca00","debaters[0].providerOptions":"e3b0c44298fc1c149afbf4c8996fb924","debaters[0].model":"a99c4de307066c6f4355786f498a1d99","debaters[0].fallback":"74234e98afe7498fb5daf1f36ac2d78a","debaters[0].tools":"4f53cda18c2baa0c0354bb5f9a3ecbe5","debaters[1].name":"a49aa1652364f07cf5aa8e00ddf42b94","debaters[1].instructions":"12ae32cb1ec02d01eda3581b127c1fee","debaters[1].temperature":"e3b0c44298fc1c149afbf4c8996fb924","debaters[1].weight":"6b86b273ff34fce19d6b804eff5a3f57","debaters[1].reasoningEffort":"e3b0c44298fc1c149afbf4c8996fb924","debaters[1].toolsInRevisions":"fcbcf165908dd18a9e49f7ff27810176","debaters[1].maxToolSteps":"2c624232cdd221771294dfbb310aca00","debaters[1].providerOptions":"e3b0c44298fc1c149afbf4c8996fb924","debaters[1].model":"a99c4de307066c6f4355786f498a1d99","debaters[1].fallback":"74234e98afe7498fb5daf1f36ac2d78a","debaters[1].tools":"4f53cda18c2baa0c0354bb5f9a3ecbe5","judge":"74234e98afe7498fb5daf1f36ac2d78a","route":"d333d83199b91330a7eb9ab43afa89e9","compare":"74234e98afe7498fb5daf1f36ac2d78a","crux":"74234e98afe7498fb5daf1f36ac2d78a","report":"74234e98afe7498fb5daf1f36ac2d78a","rounds":"5feceb66ffc86f38d952786c6d696c79","answer":"d7522ccd58caaccd080ff42fc7010460","sides":"74234e98afe7498fb5daf1f36ac2d78a","stop":"51e2411afb068ffc99bceb2b66287f3e","decide":"22bc220d12f2a8493a3e1b23a118139d","poll":"74234e98afe7498fb5daf1f36ac2d78a","stakes":"74234e98afe7498fb5daf1f36ac2d78a","revise":"710e7c5b5a0816305e26d617f213e052","see":"67111e9e8d1f25cd2ef344649ea291bc","show":"eb0f1f245cda8f6d333fb49929aa30c4","anonymous":"b5bea41b6c623f7c09f1bf24dcae58eb","prompts":"5c44c384546e91057502c5a6564dc24d","verify":"74234e98afe7498fb5daf1f36ac2d78a","escalateBelow":"d2cbad71ff333de67d07ec676e352ab7","onEscalate":"262330f986ad87fc1ab762270716f3c9","seed":"5feceb66ffc86f38d952786c6d696c79","fence":"f6088b362449f530d32ca57ffdf4a3c8"}', 'completed', 0, 1794884375870, 1794884375925, 'What is 6*7?', '42', 'agreed', 1, 0, 0, 0, 0, 2, 0.00004, 0.00004, '["debater_0","debater_1"]', 'ada', 'core', NULL, NULL, 8, 'beforewhat is 6*7?42');
INSERT INTO events (run, seq, body) VALUES (1, 0, '{"type":"debate.started","question":"What is 6*7?","panel":[{"name":"debater_0","model":"function:anonymous","weight":1},{"name":"debater_1","model":"function:anonymous","weight":1}],"judge":null,"rounds":0,"plannedCalls":2,"rules":{"stop":["agreement"],"decide":"majority","answer":"auto","see":"all","show":"latest","revise":"dissenters"},"anonymous":{"seed":0},"userId":"ada","teamId":"core","debateId":"before","at":1794884375888,"seq":0}');
INSERT INTO events (run, seq, body) VALUES (1, 1, '{"type":"debate.round_started","round":0,"asked":["debater_0","debater_1"],"debateId":"before","at":1794884375895,"seq":1}');
INSERT INTO events (run, seq, body) VALUES (1, 2, '{"type":"debate.response","round":0,"debater":"debater_0","status":"spoke","text":"Answer: 42","answer":"42","reasoning":"","confidence":null,"calls":[{"step":"debater_0_round_0","model":"function:anonymous","replied":true,"attempts":1,"usage":{"inputTokens":10,"outputTokens":5},"costUsd":0.00002}],"debateId":"before","at":1794884375908,"seq":2}');
INSERT INTO events (run, seq, body) VALUES (1, 3, '{"type":"debate.response","round":0,"debater":"debater_1","status":"spoke","text":"Answer: 42","answer":"42","reasoning":"","confidence":null,"calls":[{"step":"debater_1_round_0","model":"function:anonymous","replied":true,"attempts":1,"usage":{"inputTokens":10,"outputTokens":5},"costUsd":0.00002}],"debateId":"before","at":1794884375908,"seq":3}');
INSERT INTO events (run, seq, body) VALUES (1, 4, '{"type":"debate.round_completed","round":0,"standings":[{"status":"spoke","answer":"42","changed":false,"cluster":0},{"status":"spoke","answer":"42","changed":false,"cluster":0}],"agreement":1,"stopped":true,"basis":"number","debateId":"before","at":1794884375919,"seq":4}');
INSERT INTO events (run, seq, body) VALUES (1, 5, '{"type":"debate.converged","round":0,"agreement":1,"debateId":"before","at":1794884375919,"seq":5}');
INSERT INTO events (run, seq, body) VALUES (1, 6, '{"type":"debate.synthesized","method":"majority","basis":"number","answer":"42","unit":null,"text":"Answer: 42","reasoning":"","confidence":null,"confidenceBasis":null,"winner":"debater_0","tally":[{"answer":"42","votes":2,"weight":1,"debaters":["debater_0","debater_1"]}],"dissent":[],"calls":[],"fallback":null,"stopReason":"agreed","debateId":"before","at":1794884375921,"seq":6}');
INSERT INTO events (run, seq, body) VALUES (1, 7, '{"type":"debate.completed","reissued":0,"durationMs":33.03256899999997,"calls":[],"debateId":"before","at":1794884375921,"seq":7}');
INSERT INTO people (n, name) VALUES (1, 'ada');
INSERT INTO acts (n, at, person, act, debate, outcome, status, code, address, request) VALUES (1, 1000, 1, 'ask', 'before', 'done', 201, NULL, NULL, NULL);
INSERT INTO acts_kept (since) VALUES (0);
INSERT INTO wallets (name, calls, tokens, usd) VALUES ('user:ada', 2, 10, 0.5);
INSERT INTO reserved (run, wallet, calls, tokens, usd) VALUES ('before', 'user:ada', 0, 0, 0);
INSERT INTO steps (run, step, hash, started_at, done_at, earlier, outcome) VALUES (1, 'before__debater_0_round_0', 'a6420b756194591212644f062489021e', 1794884375898, 1794884375899, NULL, '{"reply":{"text":"Answer: 42","usage":{"inputTokens":10,"outputTokens":5}},"attempts":1,"usage":{"inputTokens":10,"outputTokens":5},"costUsd":0.00002}');
INSERT INTO steps (run, step, hash, started_at, done_at, earlier, outcome) VALUES (1, 'before__debater_1_round_0', '06a8f39930d11e8b4d0b31a174e110bf', 1794884375898, 1794884375899, NULL, '{"reply":{"text":"Answer: 42","usage":{"inputTokens":10,"outputTokens":5}},"attempts":1,"usage":{"inputTokens":10,"outputTokens":5},"costUsd":0.00002}');
CREATE INDEX runs_by_age ON runs (updated_at);
CREATE INDEX runs_unfinished ON runs (n) WHERE status = 'running';
CREATE INDEX runs_to_review ON runs (n)
  WHERE (waiting AND status = 'running') OR (escalated AND status = 'completed');
CREATE INDEX runs_doubtful ON runs (n) WHERE degraded OR escalated;
CREATE INDEX runs_failed ON runs (n) WHERE status = 'failed';
CREATE INDEX runs_by_time ON runs (created_at, calls, cost_usd, known_usd);
CREATE INDEX runs_by_panel ON runs (panel_name, n, calls, cost_usd, known_usd) WHERE panel_name IS NOT NULL;
CREATE INDEX runs_by_user ON runs (user_id, n, calls, cost_usd, known_usd) WHERE user_id IS NOT NULL;
CREATE INDEX runs_by_team ON runs (team_id, n, calls, cost_usd, known_usd) WHERE team_id IS NOT NULL;
CREATE INDEX runs_by_parent ON runs (parent, n) WHERE parent IS NOT NULL;
CREATE INDEX acts_by_person ON acts (person, n);
CREATE INDEX acts_by_debate ON acts (debate, n);
CREATE INDEX reserved_by_wallet ON reserved (wallet);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE given_up = 0;
CREATE INDEX deliveries_delivered ON deliveries (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN
  SELECT RAISE(ABORT, 'the audit is append-only');
  END;
CREATE TRIGGER acts_expire BEFORE DELETE ON acts
  WHEN OLD.at >= (SELECT since FROM acts_kept) BEGIN
  SELECT RAISE(ABORT, 'the audit is append-only');
  END;
PRAGMA application_id = 1380930388;
PRAGMA user_version = 1;

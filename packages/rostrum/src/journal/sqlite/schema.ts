import { translate } from "../sql/statements.ts";
import { TABLES, type TableDialect } from "../sql/tables.ts";
import { SQLITE } from "./statements.ts";

/** The application id in the file's header: "ROST". */
export const APPLICATION_ID = 0x524f5354;

const COLUMNS: TableDialect = {
  ...SQLITE,
  rising: "INTEGER PRIMARY KEY AUTOINCREMENT",
  row: "INTEGER",
  text: "TEXT",
  key: "TEXT",
  whole: "INTEGER",
  moment: "INTEGER",
  real: "REAL",
  flag: "INTEGER",
  strict: "STRICT",
  covering: ",",
  sums: ", calls, cost_usd, known_usd",
  empty: "",
};

const OWN_TABLES = `
  CREATE TABLE @steps (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    step @text NOT NULL,
    hash @text NOT NULL,
    started_at @moment NOT NULL,
    done_at @moment,
    -- What the attempts before the last one used, as JSON.
    earlier @text,
    outcome @text,
    PRIMARY KEY (run, step)
  ) @strict;

  -- The files of a run's context. They are not in its row because every event rewrites that.
  CREATE TABLE @files (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    name @text NOT NULL,
    data @text NOT NULL,
    PRIMARY KEY (run, name)
  ) @strict;

  CREATE TABLE @leases (
    run @row PRIMARY KEY REFERENCES @runs (n) ON DELETE CASCADE,
    token @text NOT NULL,
    journal @text NOT NULL,
    place @text NOT NULL,
    pid @whole NOT NULL,
    started @text,
    lease_ms @whole NOT NULL,
    beat @whole NOT NULL
  ) @strict;

  CREATE TRIGGER acts_stay BEFORE UPDATE ON @acts BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  CREATE TRIGGER acts_expire BEFORE DELETE ON @acts
  WHEN OLD.at >= (SELECT since FROM @acts_kept) BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
`;

/** Every table of a new file. */
export const SCHEMA: string = translate(TABLES + OWN_TABLES, COLUMNS);

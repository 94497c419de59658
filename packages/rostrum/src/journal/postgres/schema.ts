import { translate, type Dialect } from "../sql/statements.ts";
import { TABLES, VERSION, type TableDialect } from "../sql/tables.ts";
import { makeDialect } from "./statements.ts";

const COLUMNS: Omit<TableDialect, keyof Dialect> = {
  rising: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  row: "bigint",
  text: "text",
  key: 'text COLLATE "C"',
  whole: "integer",
  moment: "bigint",
  real: "double precision",
  flag: "boolean",
  strict: "",
  covering: ") INCLUDE (",
  sums: "",
  empty: " DEFAULT 0",
};

const OWN_TABLES = `
  CREATE TABLE @journal_version (version integer NOT NULL);
  INSERT INTO @journal_version VALUES (${VERSION});

  CREATE TABLE @steps (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    step @key NOT NULL,
    n bigint GENERATED ALWAYS AS IDENTITY,
    hash @text NOT NULL,
    started_at @moment NOT NULL,
    done_at @moment,
    -- What the attempts before the last one took, as JSON.
    earlier @text,
    outcome @text,
    PRIMARY KEY (run, step)
  );

  -- Processes that hold runs, each alive until the moment that its heartbeat moves on.
  CREATE TABLE @owners (
    owner uuid PRIMARY KEY,
    name text NOT NULL,
    until timestamptz NOT NULL
  );

  CREATE TABLE @leases (
    run @row PRIMARY KEY REFERENCES @runs (n) ON DELETE CASCADE,
    token @text NOT NULL,
    owner uuid NOT NULL
  );
  CREATE INDEX leases_by_owner ON @leases (owner);

  -- What one process asks another to do with a run that the other holds.
  CREATE TABLE @requests (
    n @rising,
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    body @text NOT NULL,
    answer @text,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );

  CREATE FUNCTION @acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.at < (SELECT since FROM @acts_kept) THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'the audit is append-only';
  END $$;
  CREATE TRIGGER acts_stay BEFORE UPDATE OR DELETE ON @acts
    FOR EACH ROW EXECUTE FUNCTION @acts_stay();
  CREATE TRIGGER acts_not_emptied BEFORE TRUNCATE ON @acts
    FOR EACH STATEMENT EXECUTE FUNCTION @acts_stay();
`;

/** Every table of a new journal, in one schema. */
export function writeSchema(schema: string): string {
  return translate(TABLES + OWN_TABLES, { ...makeDialect(schema), ...COLUMNS });
}

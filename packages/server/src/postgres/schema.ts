import {
  translate,
  type Dialect,
  describeOtherVersion,
  listMigrations,
  VERSION,
  TABLES,
  type TableDialect,
} from "@rostrum/runtime/sql-journal";
import { makeDialect } from "./statements.ts";
import { JournalError } from "@rostrum/core/support";
import { send, type Sender, type Sql } from "./driver.ts";
import type { PostgresSettings } from "./options.ts";

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
  INSERT INTO @journal_version VALUES (1);

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

/** Writes the migration from a version; 0 if there are no tables. */
function writeSchema(schema: string, from: number): string {
  const created = from === 0 ? TABLES + OWN_TABLES : "";
  const script = `${created}
    ${listMigrations(Math.max(1, from))}
    UPDATE @journal_version SET version = ${VERSION};`;
  return translate(script, { ...makeDialect(schema), ...COLUMNS });
}

/** Encodings that accept any character; SQL_ASCII stores bytes unchanged. */
const TAKES_ANY_SIGN = /^(?:UTF8|SQL_ASCII)$/;

/**
 * Creates the tables of an empty schema, or brings those of an earlier version up to date: all of them or none, and one
 * process at a time. A schema that is not ours, or whose tables have a later version, is refused before anything is
 * written.
 */
export async function createPostgresTables(
  sql: Sql,
  { schema, displayUrl }: PostgresSettings,
): Promise<void> {
  if ((await readVersion(sql)) === VERSION) return;
  await sql.begin(async (tx) => {
    await send(tx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`rostrum ${schema}`]);
    // Another process may have done it while we waited for the lock.
    const version = await readVersion(tx);
    if (version === VERSION) return;
    await tx.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await tx.unsafe(writeSchema(schema, version));
  });

  /** Returns 0 if there are no tables. */
  async function readVersion(on: Sender): Promise<number> {
    const [state] = await send<{ marked: boolean; tables: number; encoding: string }>(
      on,
      `SELECT to_regclass($1) IS NOT NULL AS marked, getdatabaseencoding() AS encoding,
        (SELECT count(*)::int FROM pg_tables WHERE schemaname = $2) AS tables`,
      [`${schema}.journal_version`, schema],
    );
    if (!TAKES_ANY_SIGN.test(state?.encoding ?? "")) {
      throw new JournalError(
        "journal_unavailable",
        `expected a database in UTF-8, which can store any text, got ${state?.encoding}. ` +
          "Create one with createdb --encoding UTF8 --template template0.",
        { path: displayUrl },
      );
    }
    if (state?.marked !== true) {
      if ((state?.tables ?? 0) === 0) return 0;
      throw new JournalError(
        "journal_foreign",
        `expected a rostrum journal, but the schema "${schema}" has tables of another program. ` +
          "Nothing was changed: name another schema or database.",
        { path: displayUrl },
      );
    }
    const [row] = await send<{ version: number }>(
      on,
      `SELECT version FROM ${schema}.journal_version`,
    );
    const version = row?.version ?? 0;
    if (version < 1 || version > VERSION) {
      const message = `${describeOtherVersion(version)}, or name another schema or database here.`;
      throw new JournalError("journal_version", message, { path: displayUrl });
    }
    return version;
  }
}

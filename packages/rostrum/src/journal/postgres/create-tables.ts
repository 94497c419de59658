import { JournalError } from "../../errors.ts";
import { send, type Sender, type Sql } from "./driver.ts";
import { VERSION } from "../sql/tables.ts";
import type { PostgresSettings } from "./options.ts";
import { writeSchema } from "./schema.ts";

/** The second stores bytes as they come. */
const TAKES_ANY_SIGN = /^(?:UTF8|SQL_ASCII)$/;

/**
 * Creates the tables of an empty schema, all of them or none, and one process at a time. A schema that is not
 * ours, or whose tables have another version, is refused before anything is written.
 */
export async function createPostgresTables(
  sql: Sql,
  { schema, shown }: PostgresSettings,
): Promise<void> {
  if (await hasTables(sql)) return;
  await sql.begin(async (tx) => {
    await send(tx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`rostrum ${schema}`]);
    // Another process may have done it while we waited for the lock.
    if (await hasTables(tx)) return;
    await tx.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await tx.unsafe(writeSchema(schema));
  });

  async function hasTables(on: Sender): Promise<boolean> {
    const [found] = await send<{ marked: boolean; tables: number; encoding: string }>(
      on,
      `SELECT to_regclass($1) IS NOT NULL AS marked, getdatabaseencoding() AS encoding,
        (SELECT count(*)::int FROM pg_tables WHERE schemaname = $2) AS tables`,
      [`${schema}.journal_version`, schema],
    );
    if (!TAKES_ANY_SIGN.test(found?.encoding ?? "")) {
      throw new JournalError(
        "journal_unavailable",
        `expected a database in UTF-8, which takes any sign of any text, got ${found?.encoding}. ` +
          "Create one with createdb --encoding UTF8 --template template0.",
        { path: shown },
      );
    }
    if (found?.marked !== true) {
      if ((found?.tables ?? 0) === 0) return false;
      throw new JournalError(
        "journal_foreign",
        `expected a rostrum journal, but the schema "${schema}" has tables of another program. ` +
          "It was left as it is: name another schema or database.",
        { path: shown },
      );
    }
    const [row] = await send<{ version: number }>(
      on,
      `SELECT version FROM ${schema}.journal_version`,
    );
    // When VERSION becomes 2, a journal of version 1 is migrated here.
    if (row?.version !== VERSION) {
      throw new JournalError(
        "journal_version",
        `expected a journal of version ${VERSION}, got version ${row?.version}, made by another version of rostrum. ` +
          "It was left as it is: open it with that version, or name another schema or database here.",
        { path: shown },
      );
    }
    return true;
  }
}

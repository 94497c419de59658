import { JournalError } from "../../errors.ts";
import { send, type Sender, type Sql } from "./driver.ts";
import type { Settings } from "./options.ts";
import { MIGRATIONS } from "./schema.ts";

/** The second stores bytes as they come. */
const TAKES_ANY_SIGN = /^(?:UTF8|SQL_ASCII)$/;

/**
 * Brings the schema to our version, all of it or nothing, and one process at a time. A schema that is not
 * ours, or newer than we are, is refused before anything is written.
 */
export async function migrate(
  sql: Sql,
  { schema, shown }: Settings,
  migrations: readonly ((schema: string) => string)[] = MIGRATIONS,
): Promise<void> {
  const latest = migrations.length;
  if ((await versionOf(sql)) === latest) return;
  await sql.begin(async (tx) => {
    await send(tx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`rostrum ${schema}`]);
    // Another process may have done it while we waited for the lock.
    const version = await versionOf(tx);
    if (version === latest) return;
    await tx.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    if (version === 0) await tx.unsafe(`CREATE TABLE ${schema}.journal_version (version integer)`);
    for (const migration of migrations.slice(version)) await tx.unsafe(migration(schema));
    await tx.unsafe(`DELETE FROM ${schema}.journal_version`);
    await send(tx, `INSERT INTO ${schema}.journal_version VALUES ($1)`, [latest]);
  });

  /** 0: there is nothing yet. */
  async function versionOf(on: Sender): Promise<number> {
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
      if ((found?.tables ?? 0) === 0) return 0;
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
    const version = row?.version ?? 0;
    if (version > latest) {
      throw new JournalError(
        "journal_newer",
        `expected a journal of version ${latest} or older, got version ${version}. ` +
          "It was left as it is: upgrade rostrum, or name another schema or database.",
        { path: shown },
      );
    }
    return version;
  }
}

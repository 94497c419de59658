/** Value of a statement's parameter. */
export type SqlValue = string | number | boolean | null;

/** A statement with its values; `$1` is the first. `anew`: the best query plan depends on these values. */
export type Query = [statement: string, values?: readonly SqlValue[], anew?: boolean];

/**
 * Work on a database, step by step: it yields statements and gets their rows. So the same work is done by SQLite, which
 * answers at once, and by Postgres, which doesn't.
 */
export type SqlScript<T> = Generator<Query, T, object[]>;

export function* askSql<Row extends object>(...query: Query): SqlScript<Row[]> {
  return (yield query) as Row[];
}

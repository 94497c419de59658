import { cutPage } from "../../query.ts";
import { askSql, type SqlScript } from "../../sql/script.ts";
import type { ServiceStatements } from "../../sql/statements.ts";
import { type CheckedActQuery, checkActQuery } from "../act-query.ts";
import type { ActPage, AuditStore } from "../audit-store.ts";
import { type ActRow, readAct } from "../rows.ts";
import type { ServiceDatabase } from "./service-database.ts";

/** One page of the audit log. */
export function* listActs(
  sql: Pick<ServiceStatements, "acts">,
  { cursor, from, to, user, act, debate, outcome, limit }: CheckedActQuery,
): SqlScript<ActPage> {
  const values = [cursor, from, to, user, act, debate, outcome, limit + 1];
  const { rows, next } = cutPage(yield* askSql<ActRow>(sql.acts, values), limit);
  return { acts: rows.map(readAct), next };
}

export function createSqlAudit(database: ServiceDatabase): AuditStore {
  const { statements: sql, write } = database;
  return {
    addActs: (acts) =>
      write(function* () {
        // In one order, so that two transactions never wait for each other.
        const names = new Set(acts.flatMap(({ user }) => user ?? []));
        for (const name of [...names].sort()) yield [sql.addPerson, [name]];
        for (const { at, user, act, debate, outcome, status, code, address, requestId } of acts) {
          const values = [at, user, act, debate, outcome, status, code, address, requestId];
          yield [sql.addAct, values];
        }
      }),
    listActs: async (query = {}) => database.listActs(checkActQuery(query)),
    pruneActs: (olderThan) =>
      write(function* () {
        yield [sql.keepActsSince, [olderThan]];
        return (yield [sql.pruneActs, [olderThan]]).length;
      }),
  };
}

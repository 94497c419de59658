import { askSql, type SqlScript } from "../../sql/script.ts";
import { readShare, type ShareRow } from "../rows.ts";
import type { ShareStore, StoredShare } from "../share-store.ts";
import type { ServiceDatabase } from "./service-database.ts";

export function createSqlShares({ statements: sql, read, write }: ServiceDatabase): ShareStore {
  function* listSharesOf(hash: string | null, debate: string | null): SqlScript<StoredShare[]> {
    return (yield* askSql<ShareRow>(sql.shares, [hash, debate])).map(readShare);
  }

  return {
    addShare: ({ hash, debate, by, until }) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        return (yield [sql.addShare, [hash, debate, by, until]]).length > 0;
      }),
    findShare: async (hash) => (await read(() => listSharesOf(hash, null)))[0],
    listShares: (debate) => read(() => listSharesOf(null, debate)),
    revokeShare: (debate, id) =>
      write(function* () {
        const rows = yield* askSql<ShareRow>(sql.shares, [null, debate]);
        const share = rows.find(({ hash }) => hash.startsWith(id));
        return share ? (yield [sql.revokeShare, [share.hash]]).length > 0 : false;
      }),
  };
}

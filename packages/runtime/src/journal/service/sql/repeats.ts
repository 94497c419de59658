import { askSql } from "../../sql/script.ts";
import type { RepeatStore } from "../repeat-store.ts";
import type { ServiceDatabase } from "./service-database.ts";

export function createSqlRepeats({ statements: sql, read, write }: ServiceDatabase): RepeatStore {
  return {
    claimRepeat: ({ key, debate, keepMs, declared }) =>
      write(function* () {
        const takenRows = yield* askSql<{ debate: string }>(sql.takeRepeat, [
          key,
          Number(declared),
        ]);
        if (takenRows[0]) return takenRows[0].debate;
        yield [sql.addRepeat, [debate, key, keepMs]];
        return debate;
      }),
    freeRepeat: (debate) =>
      write(function* () {
        yield [sql.freeRepeat, [debate]];
      }),
    isRepeatFree: (debate) =>
      read(function* () {
        return (yield* askSql(sql.isRepeatFree, [debate])).length > 0;
      }),
    forgetRepeat: (debate) =>
      write(function* () {
        yield [sql.forgetRepeat, [debate]];
      }),
  };
}

import { askSql } from "../sql/script.ts";
import { formatForgottenName } from "./rows.ts";
import type { RunOwner, ServiceStore } from "./service-store.ts";
import { createSqlAssignments } from "./sql/assignments.ts";
import { createSqlAudit } from "./sql/audit.ts";
import { createSqlDeliveries } from "./sql/deliveries.ts";
import { createSqlPanels } from "./sql/panels.ts";
import { createSqlRepeats } from "./sql/repeats.ts";
import type { ServiceDatabase } from "./sql/service-database.ts";
import { createSqlShares } from "./sql/shares.ts";
import { createSqlWallets } from "./sql/wallets.ts";

/** The tables in which servers store what is not a run. */
export function createSqlService(database: ServiceDatabase): ServiceStore {
  const { statements: sql, read, write, expire } = database;
  return {
    ...createSqlAudit(database),
    ...createSqlWallets(database),
    ...createSqlDeliveries(database),
    ...createSqlPanels(database),
    ...createSqlRepeats(database),
    ...createSqlShares(database),
    ...createSqlAssignments(database),
    ownerOf: (id) =>
      read(function* () {
        const [owner] = yield* askSql<RunOwner>(sql.owner, [id]);
        return owner && { user: owner.user, team: owner.team };
      }),
    expire,
    forgetUser: (user) =>
      write(function* () {
        yield [sql.addPerson, [user]];
        const [{ n } = { n: 0 }] = yield* askSql<{ n: number }>(sql.person, [user]);
        const name = formatForgottenName(n);
        yield [sql.revokeSharesOf, [n]];
        yield [sql.forgetPerson, [n]];
        yield [sql.forgetInRemoved, [user, name]];
        yield [sql.renameWallet, [`user:${user}`, `user:${name}`]];
        yield [sql.dropReserved, [`user:${user}`]];
        yield [sql.dropLostDeliveries];
        return name;
      }),
  };
}

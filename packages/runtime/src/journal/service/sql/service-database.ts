import type { SqlScript } from "../../sql/script.ts";
import type { ServiceStatements } from "../../sql/statements.ts";
import type { CheckedActQuery } from "../act-query.ts";
import type { ActPage } from "../audit-store.ts";

export interface ServiceDatabase {
  statements: ServiceStatements;
  read<T>(script: () => SqlScript<T>): Promise<T>;
  /**
   * In one transaction, which takes effect once: the script is only called again if the try before it had no effect.
   * `soon`: while the database is away, it is not tried for longer than a read.
   */
  write<T>(script: () => SqlScript<T>, soon?: boolean): Promise<T>;
  /** Locks these wallets, or the panels, until the transaction ends. */
  lockWallets(names: readonly string[]): SqlScript<void>;
  lockPanels(): SqlScript<void>;
  listActs(wanted: CheckedActQuery): Promise<ActPage>;
  expire(olderThan: number): Promise<number>;
}

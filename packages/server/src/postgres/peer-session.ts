import type { Sql } from "./driver.ts";
import type { PostgresSignals } from "./signals.ts";
import type { PostgresStatements } from "./statements.ts";

/** Opens the journal if it isn't open yet. */
export type OpenPeerSession = () => Promise<{
  sql: Sql;
  statements: PostgresStatements;
  signals: PostgresSignals;
}>;

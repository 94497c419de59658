import type { SqlScript } from "@rostrum/runtime/sql-journal";
import { runScript, send, type Sql } from "./driver.ts";
import { isAway, isNeverAssigned } from "./fault.ts";

/**
 * Makes a transaction repeatable. If the connection broke after COMMIT was sent, the next try first asks the database
 * whether it took effect: a charge that is added twice can't be told from two charges.
 */
export function createTransaction<T>(script: () => SqlScript<T>): (sql: Sql) => Promise<T> {
  interface Try {
    xid: string;
    result: T;
  }
  /** A try whose COMMIT was sent and not confirmed. */
  let unconfirmed: Try | null = null;

  return async (sql) => {
    if (unconfirmed !== null && (await hasCommitted(sql, unconfirmed.xid)))
      return unconfirmed.result;
    unconfirmed = null;
    let finished = null as Try | null;
    try {
      return await sql.begin(async (tx) => {
        const [[row], result] = await Promise.all([
          send<{ xid: string }>(tx, "SELECT txid_current()::text AS xid"),
          runScript(tx, script()),
        ]);
        finished = { xid: row?.xid ?? "", result };
        return result;
      });
    } catch (error) {
      if (isAway(error)) unconfirmed = finished;
      throw error;
    }
  };
}

/** Throws an error that is worth trying again while the server still works on the transaction. */
async function hasCommitted(sql: Sql, xid: string): Promise<boolean> {
  try {
    const [row] = await send<{ status: string | null }>(
      sql,
      "SELECT txid_status($1::text::bigint) AS status",
      [xid],
    );
    if (row?.status === "committed") return true;
    if (row?.status === "aborted") return false;
  } catch (error) {
    // A standby that took over had not got it yet.
    if (isNeverAssigned(error)) return false;
    throw error;
  }
  const error = new Error("nobody knows yet whether the last transaction took effect");
  throw Object.assign(error, { code: RESOLUTION_UNKNOWN });
}

/** The SQLSTATE transaction_resolution_unknown. */
const RESOLUTION_UNKNOWN = "08007";

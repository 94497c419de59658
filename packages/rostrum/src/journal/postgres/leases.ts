import { hostname } from "node:os";
import { createHeartbeat, type Heartbeat } from "../sql/heartbeat.ts";
import { describeProcess } from "../waiting-for-owner.ts";
import { send, type Sql } from "./driver.ts";
import type { PostgresStatements } from "./statements.ts";

/** This process as an owner of runs: alive as long as its heart beats, on the database's clock. */
export interface Ownership extends Heartbeat {
  /** Resolves when the database knows that this process is alive. */
  alive(): Promise<void>;
}

export function createOwnership(
  sql: Sql,
  statements: PostgresStatements,
  leaseMs: number,
): Ownership {
  const name = describeProcess(hostname(), process.pid);
  let first: { at: number; done: Promise<void> } | null = null;

  async function beat(owner: string, abandoned: readonly string[]): Promise<void> {
    await send(sql, statements.beat, [owner, name, leaseMs]);
    for (const token of abandoned) await send(sql, statements.dropLease, [token]);
  }

  const heartbeat = createHeartbeat(leaseMs, beat);
  async function alive(): Promise<void> {
    const now = performance.now();
    const isLate = !heartbeat.beating && now - (first?.at ?? -Infinity) > leaseMs / 3;
    if (first === null || isLate) first = { at: now, done: beat(heartbeat.owner, []) };
    const mine = first;
    try {
      await mine.done;
    } catch (error) {
      if (first === mine) first = null;
      throw error;
    }
  }

  return Object.assign(heartbeat, { alive });
}

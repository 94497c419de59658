import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { describeProcess } from "../waiting-for-owner.ts";
import { send, type Sql } from "./driver.ts";
import type { Statements } from "./statements.ts";

/** This process as an owner of runs: alive as long as its heart beats, on the database's clock. */
export interface Ownership {
  readonly owner: string;
  newToken(): string;
  /** Resolves when the database knows that this process is alive. */
  alive(): Promise<void>;
  hold(): void;
  /** `token`: the database doesn't know yet that the run was given up. It is told with the next heartbeat. */
  release(token?: string): void;
  stop(): void;
}

export function createOwnership({
  sql,
  statements,
  leaseMs,
}: {
  sql: Sql;
  statements: Statements;
  leaseMs: number;
}): Ownership {
  const owner = randomUUID();
  const name = describeProcess(hostname(), process.pid);
  const abandoned = new Set<string>();
  let claims = 0;
  let held = 0;
  let heart: NodeJS.Timeout | null = null;
  let beaten: { at: number; done: Promise<unknown> } | null = null;

  async function beat(): Promise<void> {
    const tokens = [...abandoned];
    await send(sql, statements.beat, [owner, name, leaseMs]);
    for (const token of tokens) {
      await send(sql, statements.dropLease, [token]);
      abandoned.delete(token);
    }
    settle();
  }

  function settle(): void {
    const needed = held > 0 || abandoned.size > 0;
    if (needed && heart === null) {
      // A missed beat: the next may succeed, and the next write says what is wrong.
      heart = setInterval(() => void beat().catch(() => undefined), leaseMs / 3);
      // Open runs keep the process alive by what they wait for; the heart alone doesn't.
      heart.unref();
    } else if (!needed && heart !== null) {
      clearInterval(heart);
      heart = null;
      beaten = null;
    }
  }

  return {
    owner,
    newToken() {
      claims += 1;
      return `${owner}/${claims}`;
    },
    async alive() {
      if (heart !== null && beaten !== null) {
        await beaten.done;
        return;
      }
      const now = performance.now();
      if (beaten === null || now - beaten.at > leaseMs / 3) beaten = { at: now, done: beat() };
      const mine = beaten;
      try {
        await mine.done;
      } catch (error) {
        if (beaten === mine) beaten = null;
        throw error;
      }
    },
    hold() {
      held += 1;
      settle();
    },
    release(token) {
      held -= 1;
      if (token !== undefined) abandoned.add(token);
      settle();
    },
    stop() {
      held = 0;
      abandoned.clear();
      settle();
    },
  };
}

import { mkdir, rename, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "../../errors.ts";

/** What a user has spent so far. */
export interface Spent {
  usd: number;
  tokens: number;
  calls: number;
}

/** Stores what each user has spent, so that a restart doesn't reset a limit. */
export interface Ledger {
  spentBy(user: string): Spent;
  add(user: string, spent: Spent): void;
  /**
   * What the calls that are under way may cost at most, each time that it changes. A ledger that keeps it
   * counts it as spent after a process that died. Absent: such calls are not counted.
   */
  setUnderWay?(user: string, most: Spent): void;
  /** Resolves when everything added so far is stored. */
  written(): Promise<void>;
}

const NOTHING: Spent = { usd: 0, tokens: 0, calls: 0 };

function sum(a: Spent, b: Spent): Spent {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens, calls: a.calls + b.calls };
}

export function memoryLedger(known: Record<string, Spent> = {}): Ledger {
  const users = new Map(Object.entries(known));
  return {
    spentBy: (user) => users.get(user) ?? NOTHING,
    add(user, spent) {
      users.set(user, sum(this.spentBy(user), spent));
    },
    written: async () => undefined,
  };
}

interface Kept {
  version: 1;
  users: Record<string, Spent>;
  /** Absent: no call was under way. */
  underWay?: Record<string, Spent>;
}

/** A ledger in its own JSON file, for one server: it is read once, at the start. */
export function fileLedger(path: string): Ledger {
  const users: Record<string, Spent> = readUsers(path);
  const inner = memoryLedger(users);
  const underWay: Record<string, Spent> = {};
  let saving: Promise<void> | null = null;
  let changed = false;

  async function save(): Promise<void> {
    while (changed) {
      changed = false;
      await mkdir(dirname(path), { recursive: true });
      // Replacing the whole file means that it is never half written.
      await writeFile(`${path}.new`, JSON.stringify(kept()), { mode: 0o600 });
      await rename(`${path}.new`, path);
    }
  }

  function kept(): Kept {
    return { version: 1, users, ...(Object.keys(underWay).length > 0 ? { underWay } : {}) };
  }

  function changedNow(): void {
    changed = true;
    // written() reports a failed write, and the next write tries again.
    saveSoon().catch(() => (changed = true));
  }

  function saveSoon(): Promise<void> {
    saving ??= save().finally(() => {
      saving = null;
    });
    return saving;
  }

  return {
    spentBy: inner.spentBy,
    add(user, spent) {
      inner.add(user, spent);
      users[user] = inner.spentBy(user);
      changedNow();
    },
    setUnderWay(user, most) {
      if (most.calls > 0) underWay[user] = most;
      else delete underWay[user];
      changedNow();
    },
    async written() {
      if (changed || saving) await saveSoon();
    },
  };
}

function readUsers(path: string): Record<string, Spent> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  try {
    const { users, underWay = {} } = JSON.parse(text) as Kept;
    const all = { ...users };
    // Nobody knows what became of these calls.
    for (const [user, most] of Object.entries(underWay))
      all[user] = sum(all[user] ?? NOTHING, most);
    return all;
  } catch (cause) {
    throw new ConfigError("ledger", `expected a ledger in ${path}, got something else`, { cause });
  }
}

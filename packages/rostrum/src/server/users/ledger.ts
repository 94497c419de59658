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
  /** Resolves when everything added so far is stored. */
  written(): Promise<void>;
}

export function memoryLedger(known: Record<string, Spent> = {}): Ledger {
  const users = new Map(Object.entries(known));
  return {
    spentBy: (user) => users.get(user) ?? { usd: 0, tokens: 0, calls: 0 },
    add(user, { usd, tokens, calls }) {
      const before = this.spentBy(user);
      users.set(user, {
        usd: before.usd + usd,
        tokens: before.tokens + tokens,
        calls: before.calls + calls,
      });
    },
    written: async () => undefined,
  };
}

/** A ledger in its own JSON file, for one server: it is read once, at the start. */
export function fileLedger(path: string): Ledger {
  const users: Record<string, Spent> = readUsers(path);
  const inner = memoryLedger(users);
  let saving: Promise<void> | null = null;
  let changed = false;

  async function save(): Promise<void> {
    while (changed) {
      changed = false;
      await mkdir(dirname(path), { recursive: true });
      // Replacing the whole file means that it is never half written.
      await writeFile(`${path}.new`, JSON.stringify({ version: 1, users }), { mode: 0o600 });
      await rename(`${path}.new`, path);
    }
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
      changed = true;
      // written() reports a failed write, and the next write tries again.
      saveSoon().catch(() => (changed = true));
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
    const { users } = JSON.parse(text) as { users: Record<string, Spent> };
    return { ...users };
  } catch (cause) {
    throw new ConfigError("ledger", `expected a ledger in ${path}, got something else`, { cause });
  }
}

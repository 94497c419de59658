import { readFile, rename } from "node:fs/promises";
import type { RunStore } from "../../protocol/journal.ts";
import type { Amount } from "../../protocol/service-store.ts";
import { UserError } from "../user-error.ts";

interface Kept {
  users: Record<string, Amount>;
  /** What calls could have cost that were in flight when a process died. */
  underWay?: Record<string, Amount>;
}

/**
 * Imports what users spent with an earlier version, which stored it in a file next to the journal.
 * The file is renamed afterwards. If that fails, the amounts count twice rather than not at all.
 */
export async function takeOverSpending(path: string, journal: RunStore): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return false;
  }
  for (const [user, spent] of amountsIn(text, path)) {
    await journal.service?.settle(
      "earlier",
      [`user:${user}`],
      { usd: 0, tokens: 0, calls: 0 },
      spent,
    );
  }
  await rename(path, `${path}.taken-over`);
  return true;
}

function amountsIn(text: string, path: string): [string, Amount][] {
  try {
    const { users, underWay = {} } = JSON.parse(text) as Kept;
    const all = [...Object.entries(users), ...Object.entries(underWay)];
    return all.map(([user, { usd, tokens, calls }]) => [user, { usd, tokens, calls }]);
  } catch {
    throw new UserError(
      `expected users' spending as JSON in ${path}, got something else: repair or remove the file`,
    );
  }
}

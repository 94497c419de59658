import { ConfigError } from "@rostrum/core/support";
import { nodeModule } from "../../node-builtins.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

const NOBODY = 65_534;
/** Bits of CAP_SETGID and CAP_SETUID. */
const SWITCH_USER = 0b1100_0000n;

/**
 * The user that a program runs as. Root gives way to nobody, and never runs a program as root. `undefined`: the user of
 * this process.
 */
export function chooseUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { isNobodyMapped, isRealRoot, maySwitch } = readRootRights();
  if (isNobodyMapped && maySwitch) return NOBODY;
  // In a container that maps root to an ordinary user and has no other, root is that user.
  if (!isRealRoot) return undefined;
  throw new ConfigError(
    "verify",
    'rostrum runs as root and can\'t switch to the user "nobody", and programs that check answers never run as ' +
      "root: run rostrum as another user",
  );
}

/** Rights that this root process has outside its container or user namespace. */
function readRootRights(): { isNobodyMapped: boolean; isRealRoot: boolean; maySwitch: boolean } {
  if (process.platform !== "linux") {
    return { isNobodyMapped: false, isRealRoot: true, maySwitch: false };
  }
  const { readFileSync } = nodeModule("node:fs", PROGRAM_CHECK);
  const ranges = readFileSync("/proc/self/uid_map", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const capabilities = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"));
  return {
    isNobodyMapped: ranges.some(
      ([first = 0, , count = 0]) => first <= NOBODY && NOBODY < first + count,
    ),
    isRealRoot: ranges.some(([first, outside]) => first === 0 && outside === 0),
    maySwitch: (BigInt(`0x${capabilities?.[1] ?? "0"}`) & SWITCH_USER) === SWITCH_USER,
  };
}

/** Refuses what the user that programs run as can't reach. */
export function refuseUnreachable(path: string): never {
  throw new ConfigError(
    "verify",
    'rostrum runs as root, so programs that check answers run as the user "nobody", who may not read ' +
      `${path}: put it where everybody may read it, or run rostrum as another user`,
  );
}

/** True if everybody can reach and read a file or folder. */
export function isOpenToAll(path: string): boolean {
  const { realpathSync, statSync } = nodeModule("node:fs", PROGRAM_CHECK);
  const { dirname } = nodeModule("node:path", PROGRAM_CHECK);
  try {
    let ancestor = realpathSync(path);
    if ((statSync(ancestor).mode & 0o5) !== 0o5) return false;
    while (dirname(ancestor) !== ancestor) {
      ancestor = dirname(ancestor);
      if ((statSync(ancestor).mode & 0o1) === 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Gives a folder, and all that is in it, to a user. */
export async function giveTo(user: number, folder: string): Promise<void> {
  const { lchown, readdir } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  await lchown(folder, user, user);
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? giveTo(user, path) : lchown(path, user, user);
    }),
  );
}

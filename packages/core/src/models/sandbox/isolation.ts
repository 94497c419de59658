import { nodeModule } from "../../runtime.ts";
import { findProgram } from "../command/find-program.ts";
import { runProgram } from "../command/run-program.ts";

const NEEDED_BY = "a check by a program";

/** What the system keeps a program from. */
export interface Isolation {
  /** It can't reach the network; it can reach itself on loopback. */
  network: boolean;
  /** It can write only to its own folder. */
  files: boolean;
  /** It sees no other processes, and none that it starts outlives it. */
  processes: boolean;
  /** Its memory is limited. */
  memory: boolean;
}

const NONE: Isolation = { network: false, files: false, processes: false, memory: false };

/** Namespaces of its own. It is root in them and nobody outside. */
const WHOLE =
  "--user --map-root-user --net --ipc --pid --fork --kill-child --mount --mount-proc".split(" ");
const NETWORK_ONLY = "--user --map-root-user --net".split(" ");

/**
 * Before the program starts: only its folder ($1) stays writable, memory is limited to $2 KiB, places where people keep
 * keys are empty, the working folder is entered anew so that it is the writable one, and the rights that made this possible are given up.
 */
const PREPARE_WHOLE = `
ip link set lo up 2>/dev/null
own=$1; memory=$2; home=$3; shift 3
mount --bind "$own" "$own" || exit 125
while read -r _ _ _ _ at _; do
  at=$(printf '%b' "$at")
  case "$at" in
    "$own" | /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) ;;
    *) mount -o remount,bind,ro "$at" 2>/dev/null || { echo "can't be made read-only: $at" >&2; exit 125; } ;;
  esac
done < /proc/self/mountinfo
for at in .ssh .aws .azure .config .docker .gnupg .kube .rostrum; do
  if [ -d "$home/$at" ]; then mount -t tmpfs none "$home/$at" 2>/dev/null || exit 125; fi
done
cd "$PWD" || exit 125
ulimit -d "$memory" 2>/dev/null
exec setpriv --bounding-set -all --inh-caps -all --no-new-privs -- "$@"`;
const PREPARE_MEMORY = 'memory=$2; shift 3; ulimit -d "$memory" 2>/dev/null; exec "$@"';

/** How programs are isolated on this system. */
export interface Wrapping {
  isolation: Isolation;
  /** The arguments of `unshare`; `null`: it can't be used. */
  unshare: readonly string[] | null;
  prepare: string | null;
}

let found: Promise<Wrapping> | null = null;

/** What this system offers. It is tried once, with a program that does nothing. */
export function findWrapping(): Promise<Wrapping> {
  found ??= tryWrappings();
  return found;
}

async function tryWrappings(): Promise<Wrapping> {
  const bare: Wrapping = { isolation: NONE, unshare: null, prepare: null };
  if (process.platform === "win32") return bare;
  const limited = { ...NONE, memory: process.platform === "linux" };
  const candidates: Wrapping[] = [
    {
      isolation: { network: true, files: true, processes: true, memory: true },
      unshare: WHOLE,
      prepare: PREPARE_WHOLE,
    },
    {
      isolation: { ...limited, network: true },
      unshare: NETWORK_ONLY,
      prepare: PREPARE_MEMORY,
    },
    { isolation: limited, unshare: null, prepare: PREPARE_MEMORY },
  ];
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return bare;
}

async function works(wrapping: Wrapping): Promise<boolean> {
  const { mkdtemp, rm } = nodeModule("node:fs/promises", NEEDED_BY);
  const { join } = nodeModule("node:path", NEEDED_BY);
  const folder = await mkdtemp(join(nodeModule("node:os", NEEDED_BY).tmpdir(), "rostrum-try-"));
  try {
    const user = chooseUser([]);
    if (user !== undefined) await giveTo(user, folder);
    const tried = wrapProgram(wrapping, { path: "/bin/sh", args: ["-c", ":"], folder });
    if (tried === null) return false;
    const { code } = await runProgram({
      ...tried,
      cwd: "/",
      env: [],
      input: "",
      signal: AbortSignal.timeout(10_000),
      ...(user === undefined ? {} : { user }),
    });
    return code === 0;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is run so that a program is isolated; `null` where that can't be done. */
export function wrapProgram(
  { unshare, prepare }: Wrapping,
  program: {
    path: string;
    args: readonly string[];
    /** The folder that it may write to. */
    folder: string;
    memoryMb?: number;
    network?: boolean;
  },
): { path: string; args: string[] } | null {
  const { path, args, folder, memoryMb, network = false } = program;
  const memory = memoryMb === undefined ? "unlimited" : String(memoryMb * 1024);
  const home = nodeModule("node:os", NEEDED_BY).homedir();
  const prepared = [
    "-c",
    prepare ?? 'shift 3; exec "$@"',
    "sh",
    folder,
    memory,
    home,
    path,
    ...args,
  ];
  if (unshare === null) return { path: "/bin/sh", args: prepared };
  const tool = findProgram("unshare", "/");
  const flags = unshare.filter((flag) => !(network && flag === "--net"));
  return tool === null ? null : { path: tool, args: [...flags, "/bin/sh", ...prepared] };
}

const NOBODY = 65_534;

/**
 * Who the program runs as. Root gives way to nobody, unless nobody may not reach what the program needs. `undefined`:
 * the user of this process.
 */
export function chooseUser(needed: readonly string[]): number | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  return needed.every(isOpenToAll) ? NOBODY : undefined;
}

/** Whether everybody may read a file, or look into a folder, and reach it. */
function isOpenToAll(path: string): boolean {
  const { realpathSync, statSync } = nodeModule("node:fs", NEEDED_BY);
  const { dirname } = nodeModule("node:path", NEEDED_BY);
  try {
    let at = realpathSync(path);
    if ((statSync(at).mode & 0o5) !== 0o5) return false;
    while (dirname(at) !== at) {
      at = dirname(at);
      if ((statSync(at).mode & 0o1) === 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Gives a folder, and all that is in it, to a user. */
export async function giveTo(user: number, folder: string): Promise<void> {
  const { lchown, readdir } = nodeModule("node:fs/promises", NEEDED_BY);
  const { join } = nodeModule("node:path", NEEDED_BY);
  await lchown(folder, user, user);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(user, path);
    else await lchown(path, user, user);
  }
}

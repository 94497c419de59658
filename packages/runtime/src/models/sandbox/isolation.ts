import { nodeModule } from "../../node-builtins.ts";
import { findProgram } from "../command/find-program.ts";
import { MAX_PROCESSES } from "./memory-group.ts";
import { KERNEL_SETTINGS, type View } from "./sandbox-root.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/** Restrictions that the system enforces on a program. */
export interface Isolation {
  /** No network, except loopback inside the sandbox. */
  network: boolean;
  /** Writes only to its own folder, with its own /dev, /run and /tmp. */
  files: boolean;
  /** No connection to Unix sockets of other programs. */
  sockets: boolean;
  /** Sees no other processes, and no process that it starts outlives it. */
  processes: boolean;
  /** The memory of each of its processes is limited. */
  memory: boolean;
}

const NO_ISOLATION: Isolation = {
  network: false,
  files: false,
  sockets: false,
  processes: false,
  memory: false,
};

/** Namespaces of its own. It is root in them, and an ordinary user outside. */
const ALL_NAMESPACES =
  "--user --map-root-user --net --ipc --pid --fork --kill-child --mount --mount-proc".split(" ");
const NETWORK_NAMESPACE = "--user --map-root-user --net".split(" ");

/**
 * Mounts what is listed in $folder/mounts, and makes $folder/root the root folder. `pivot_root` needs a folder for the
 * old root: /tmp, which is unmounted right after.
 */
const ENTER_ROOT = `
path=$PATH; PATH=$PATH:/usr/sbin:/sbin
refuse() { echo "the sandbox can't be set up: $1" >&2; exit 125; }
ip link set lo up 2>/dev/null
mount -n --all --fstab "$folder/mounts" >&2 || refuse "its folders can't be mounted"
cd "$folder/root" && pivot_root . tmp && cd / && umount -n -l /tmp || refuse "its root can't be entered"
mount -n -o remount,bind,ro / || refuse "its root can't be made read-only"
cd "$cwd" || refuse "its folder $cwd can't be entered"
PATH=$path
`;

/** Runs a command line with limits, and without the rights that a sandbox needs to set itself up. */
const LIMIT = 'prlimit --core=0 --data="$memory"';
const LIMIT_AND_DROP = `${LIMIT} --nproc="$processes" setpriv --bounding-set -all --inh-caps -all --no-new-privs --`;

/** Runs a command line where it sees neither the processes of the sandbox nor those outside. */
const HIDE_PROCESSES = `unshare --pid --fork --kill-child --mount sh -c '
mount -n -t proc -o nosuid,nodev,noexec proc /proc || exit 125
for each in ${KERNEL_SETTINGS.join(" ")}; do
  if [ -e /proc/$each ]; then mount -n -o bind,ro /proc/$each /proc/$each || exit 125; fi
done
exec "$@"' sh`;

/**
 * Runs the program, and its partner, if it has one. Two named pipes connect them: what one writes to descriptor 4, the
 * other reads from descriptor 3. They are opened for both directions first, because opening one end waits for the other.
 */
const run = (program: string, partner: string): string => `
if [ -n "$partner" ]; then
  mkfifo "$TMPDIR/.asks" "$TMPDIR/.answers" || exit 125
  exec 9<> "$TMPDIR/.asks"; exec 5< "$TMPDIR/.asks" 6> "$TMPDIR/.asks"
  exec 9<> "$TMPDIR/.answers"; exec 7< "$TMPDIR/.answers" 8> "$TMPDIR/.answers" 9>&-
  rm "$TMPDIR/.asks" "$TMPDIR/.answers"
  (eval "set -- $partner"; exec ${partner} "$@" < /dev/null >&2 3<&5 4>&8 5<&- 6>&- 7<&- 8>&-) &
  exec 3<&7 4>&6 5<&- 6>&- 7<&- 8>&-
fi
exec ${program} "$@"`;

const READ_ARGUMENTS = "folder=$1; cwd=$2; memory=$3; processes=$4; partner=$5; shift 5";
const SCRIPTS = {
  namespaces: `${READ_ARGUMENTS}${ENTER_ROOT}${run(LIMIT_AND_DROP, `${HIDE_PROCESSES} ${LIMIT_AND_DROP}`)}`,
  limits: `${READ_ARGUMENTS}${run(LIMIT, LIMIT)}`,
  bare: `${READ_ARGUMENTS}${run("", "")}`,
};

/** How programs are isolated on this system. */
export interface Wrapping {
  isolation: Isolation;
  /** The arguments of `unshare`. Empty: it isn't used. */
  namespaces: readonly string[];
  /** Shell script that runs the program. */
  script: string;
  /** How it sees the files of the system. `null`: as everybody does. */
  view: View | null;
}

/** Lists the wrappings to try, strongest first. The last one works anywhere. */
export function listWrappings(): Wrapping[] {
  const bare: Wrapping = {
    isolation: NO_ISOLATION,
    namespaces: [],
    script: SCRIPTS.bare,
    view: null,
  };
  if (process.platform !== "linux") return [bare];
  const inNamespaces = { namespaces: ALL_NAMESPACES, script: SCRIPTS.namespaces };
  const all = { network: true, files: true, processes: true, memory: true };
  const limited = { script: SCRIPTS.limits, view: null };
  return [
    { ...inNamespaces, isolation: { ...all, sockets: true }, view: "overlay" },
    { ...inNamespaces, isolation: { ...all, sockets: false }, view: "bind" },
    {
      ...limited,
      isolation: { ...NO_ISOLATION, memory: true, network: true },
      namespaces: NETWORK_NAMESPACE,
    },
    { ...limited, isolation: { ...NO_ISOLATION, memory: true }, namespaces: [] },
    bare,
  ];
}

/** A command line that runs a program isolated. Windows has no shell, and runs it as it is. */
export function wrapProgram(
  { namespaces, script }: Wrapping,
  program: {
    command: readonly string[];
    partner: readonly string[];
    /** The folder of the sandbox. */
    folder: string;
    cwd: string;
    memoryMb: number;
    network: boolean;
  },
): string[] {
  const { command, partner, folder, cwd, memoryMb, network } = program;
  if (process.platform === "win32") return [...command];
  const values = [
    folder,
    cwd,
    String(memoryMb * 1024 * 1024),
    countsPerNamespace() ? String(MAX_PROCESSES) : "unlimited",
    partner.map(quote).join(" "),
  ];
  const wrapped = ["/bin/sh", "-c", script, "sh", ...values, ...command];
  if (namespaces.length === 0) return wrapped;
  const flags = namespaces.filter((flag) => !(network && flag === "--net"));
  return [findProgram("unshare", "/") ?? "unshare", ...flags, ...leaveKeyring(), ...wrapped];
}

/** Numbers of the system call `keyctl`. */
const KEYCTL: Readonly<Record<string, number>> = { x64: 250, arm64: 219 };

/**
 * Gives a command line an empty session keyring: that of a login has its keys, and namespaces don't hide them. No shell
 * can do that, but perl is part of most systems. Where the system refuses the call, it refuses it to the program too.
 */
function leaveKeyring(): string[] {
  const perl = findProgram("perl", "/");
  const call = KEYCTL[process.arch];
  if (perl === null || call === undefined) return [];
  const refused = "$! == 1 || $! == 38";
  return [
    perl,
    "-e",
    `syscall(${call}, 1, 0) >= 0 || ${refused} || exit 125; exec { $ARGV[0] } @ARGV`,
  ];
}

/** False if a program can use the keys of its user's login. */
export function hasOwnKeyring({ isolation }: Wrapping): boolean {
  return isolation.processes && leaveKeyring().length > 0;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Older systems count all processes of a user, so that a limit would hit those of others. */
function countsPerNamespace(): boolean {
  const [major = 0, minor = 0] = nodeModule("node:os", PROGRAM_CHECK)
    .release()
    .split(".")
    .map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

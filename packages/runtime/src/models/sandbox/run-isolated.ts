import { nodeModule } from "../../node-builtins.ts";
import { findProgram } from "../command/find-program.ts";
import { runProgram, type ProgramOutcome } from "../command/run-program.ts";
import { readMessage } from "@rostrum/core/support";
import { createSandbox, type Sandbox } from "./create-sandbox.ts";
import { hasOwnKeyring, listWrappings, type Isolation, type Wrapping } from "./isolation.ts";
import { createMemoryGroup, type MemoryGroup } from "./memory-group.ts";
import { removeFolder } from "./remove-folder.ts";
import { chooseUser, giveTo, isOpenToAll } from "./sandbox-user.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/** A test run may print a lot, and only its end is shown. */
const MAX_OUTPUT_LENGTH = 10_000_000;
/** All processes of a program may use this many times the memory of one, with what they share. */
const GROUP_FACTOR = 4;

export interface IsolatedProgram {
  command: readonly string[];
  /**
   * A second program next to it, which can't see its processes. What one writes to descriptor 4, the other reads from
   * descriptor 3. It has no standard input, and its output is shown as errors of the first.
   */
  partner?: readonly string[];
  input: string;
  /** Names of the variables that it gets in addition to those that any program needs. */
  env: readonly string[];
  timeoutMs: number;
  memoryMb: number;
  network: boolean;
  signal: AbortSignal;
  /**
   * Fills the only folder that the program may write to, which is its working folder then. Absent: it works in the folder
   * of this process, and can write to its /tmp only.
   */
  prepare?(folder: string): Promise<void>;
  /** Other programs that it starts. */
  needs?: readonly string[];
}

export interface IsolatedOutcome extends ProgramOutcome {
  /** Stopped because its time was over. */
  timedOut: boolean;
  /** Access that could not be blocked here, as phrases; empty if all was. */
  unblockedAccess: string[];
  isolation: Isolation;
}

/**
 * Runs a program with a folder of its own and without network, as far as the system allows. It is ended with all its
 * children when its time is over, and its folder is removed. Rejects if it would have to run as root.
 */
export async function runIsolated(program: IsolatedProgram): Promise<IsolatedOutcome> {
  return runWrapped(await findWrapping(), program);
}

/** Lists the restrictions that are missing on this system, as phrases. Rejects if programs aren't run at all. */
export async function describeIsolation(): Promise<string[]> {
  const { unblockedAccess } = await runIsolated(doNothing());
  return unblockedAccess;
}

let bestWrapping: Promise<Wrapping> | null = null;

/** The strongest isolation that this system offers. It is tried once, with a program that does nothing. */
function findWrapping(): Promise<Wrapping> {
  bestWrapping ??= tryWrappings();
  return bestWrapping;
}

async function tryWrappings(): Promise<Wrapping> {
  const wrappings = listWrappings();
  for (const wrapping of wrappings) {
    const trial = await runWrapped(wrapping, doNothing()).catch(() => null);
    if (trial?.code === 0) return wrapping;
  }
  return wrappings.at(-1)!;
}

function doNothing(): IsolatedProgram {
  return {
    command: process.platform === "win32" ? ["cmd", "/c", "rem"] : ["/bin/sh", "-c", ":"],
    input: "",
    env: [],
    timeoutMs: 10_000,
    memoryMb: 1024,
    network: false,
    signal: new AbortController().signal,
  };
}

async function runWrapped(wrapping: Wrapping, program: IsolatedProgram): Promise<IsolatedOutcome> {
  const { input, env, timeoutMs, memoryMb, network, signal } = program;
  const { mkdtemp } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  const user = chooseUser();
  const folder = await mkdtemp(join(await findTemporaryFolder(user), "rostrum-check-"));
  const unblockedAccess: string[] = [];
  let group: MemoryGroup | null = null;
  try {
    group = await createMemoryGroup(memoryMb * GROUP_FACTOR);
    unblockedAccess.push(...listUnblockedAccess(wrapping, network, group));
    const sandbox = await createSandbox(wrapping, join(folder, "sandbox"), { ...program, user });
    // The folder that a program works in is shown whole.
    if (wrapping.view !== null && sandbox.cwd === "/tmp") unblockedAccess.push("it can read /tmp");
    if (user !== undefined) await giveTo(user, folder);
    const [path = "", ...args] = switchTo(user, group, sandbox);
    const time = AbortSignal.timeout(timeoutMs);
    let printed = "";
    let timedOut = false;
    const outcome = await runProgram({
      path,
      args,
      cwd: sandbox.cwd,
      env,
      variables: {
        TMPDIR: sandbox.temporary,
        ...(user === undefined ? {} : { HOME: sandbox.temporary }),
      },
      input,
      longest: MAX_OUTPUT_LENGTH,
      graceMs: 0,
      onText: (piece) => {
        printed += piece;
      },
      signal: AbortSignal.any([signal, time]),
      ...(user === undefined || group !== null ? {} : { user }),
    }).catch((error: unknown): ProgramOutcome => {
      if (!time.aborted || signal.aborted) throw error;
      timedOut = true;
      return {
        text: printed,
        errors: "",
        errorLines: "",
        code: null,
        signal: null,
        printedTooMuch: false,
      };
    });
    // The folder has another name each time.
    const withoutFolder = (text: string): string =>
      text.replaceAll(sandbox.cwd, ".").replaceAll(folder, "");
    return {
      ...outcome,
      timedOut,
      text: withoutFolder(outcome.text),
      errors: withoutFolder(outcome.errors),
      errorLines: withoutFolder(outcome.errorLines),
      unblockedAccess,
      isolation: wrapping.isolation,
    };
  } finally {
    // Report files that can't be removed, without hiding the program's outcome.
    for (const remove of [() => group?.remove(), () => removeFolder(folder)]) {
      await Promise.resolve(remove()).catch((error: unknown) => {
        unblockedAccess.push(`what it left behind could not be removed (${readMessage(error)})`);
      });
    }
  }
}

/** Chooses a folder for sandboxes. It can't be below /dev, and another user must be able to reach it. */
async function findTemporaryFolder(user: number | undefined): Promise<string> {
  const { realpath } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const path = await realpath(nodeModule("node:os", PROGRAM_CHECK).tmpdir());
  const isUsable = !path.startsWith("/dev/") && (user === undefined || isOpenToAll(path));
  return isUsable ? path : "/tmp";
}

/** The command line of a sandbox that enters a memory group first. Only root may do so for another user. */
function switchTo(
  user: number | undefined,
  group: MemoryGroup | null,
  { command }: Sandbox,
): string[] {
  if (group === null) return command;
  const enter = 'echo $$ > "$1" || exit 125; shift; exec "$@"';
  const users = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--"];
  const switching = user === undefined ? [] : [findProgram("setpriv", "/") ?? "setpriv", ...users];
  return ["/bin/sh", "-c", enter, "sh", group.processesFile, ...switching, ...command];
}

const MISSING_PARTS: Record<keyof Isolation, string> = {
  network: "it can reach the network",
  files: "it can write to files of its user",
  sockets: "it can connect to Unix sockets",
  processes: "it sees other processes",
  memory: "its memory is not limited",
};

/** Lists the missing restrictions, as phrases. */
function listUnblockedAccess(
  wrapping: Wrapping,
  network: boolean,
  group: MemoryGroup | null,
): string[] {
  const { isolation } = wrapping;
  const unblockedAccess = (Object.keys(MISSING_PARTS) as (keyof Isolation)[])
    .filter((part) => !isolation[part] && !(part === "network" && network))
    .map((part) => MISSING_PARTS[part]);
  if (isolation.processes && !hasOwnKeyring(wrapping))
    unblockedAccess.push("it can use the keys of a login");
  return isolation.memory && group === null
    ? [...unblockedAccess, "memory that its processes share is not limited"]
    : unblockedAccess;
}

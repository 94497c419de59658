import { nodeModule } from "../../runtime.ts";
import { explainMissing, findProgram } from "../command/find-program.ts";
import { runProgram, type ProgramOutcome } from "../command/run-program.ts";
import { ConfigError } from "../../errors.ts";
import { chooseUser, findWrapping, giveTo, wrapProgram, type Isolation } from "./isolation.ts";

const NEEDED_BY = "a check by a program";
/** A test run may print a lot, and only its end is shown. */
const LONGEST_OUTPUT = 10_000_000;

export interface IsolatedProgram {
  command: readonly string[];
  input: string;
  /** Names of the variables that it gets in addition to those that any program needs. */
  env: readonly string[];
  timeoutMs: number;
  memoryMb: number;
  network: boolean;
  signal: AbortSignal;
  /**
   * Fills the only folder that the program may write to, which is its working folder then. Absent: it works in the folder
   * of this process, and the folder that it may write to is for temporary files.
   */
  prepare?(folder: string): Promise<void>;
  /** Other programs that it starts. */
  needs?: readonly string[];
}

export interface IsolatedOutcome extends ProgramOutcome {
  /** What it ran without, in words. Empty: it was kept from all of it. */
  open: string[];
}

/**
 * Runs a program with a folder of its own and without network, as far as the system allows. It is ended with all its
 * children when its time is over, and its folder is removed.
 */
export async function runIsolated(program: IsolatedProgram): Promise<IsolatedOutcome> {
  const { command, input, env, timeoutMs, memoryMb, network, prepare, needs = [] } = program;
  const [name = "", ...args] = command;
  const { mkdir, mkdtemp, realpath, rm } = nodeModule("node:fs/promises", NEEDED_BY);
  const { join } = nodeModule("node:path", NEEDED_BY);
  const parent = await realpath(nodeModule("node:os", NEEDED_BY).tmpdir());
  const folder = await mkdtemp(join(parent, "rostrum-check-"));
  try {
    const [copy, temporary] = [join(folder, "work"), join(folder, "tmp")];
    await mkdir(copy);
    await mkdir(temporary);
    await prepare?.(copy);
    const cwd = prepare ? copy : process.cwd();
    const path = findProgram(name, cwd);
    if (path === null) throw new ConfigError("verify", explainMissing(name, cwd));
    const wrapping = await findWrapping();
    const reached = needs.flatMap((tool) => findProgram(tool, cwd) ?? []);
    const user = chooseUser([path, ...(prepare ? [] : [cwd]), ...reached]);
    if (user !== undefined) await giveTo(user, folder);
    const wrapped = wrapProgram(wrapping, { path, args, folder, memoryMb, network });
    const time = AbortSignal.timeout(timeoutMs);
    const outcome = await runProgram({
      ...(wrapped ?? { path, args }),
      cwd,
      env,
      variables: { TMPDIR: temporary, ...(user === undefined ? {} : { HOME: temporary }) },
      input,
      longest: LONGEST_OUTPUT,
      graceMs: 0,
      signal: AbortSignal.any([program.signal, time]),
      ...(user === undefined ? {} : { user }),
    }).catch((error: unknown): never => {
      if (!time.aborted || program.signal.aborted) throw error;
      throw new Error(`it did not end within ${timeoutMs} ms (verify.timeoutMs)`);
    });
    // The folder has another name each time.
    const withoutFolder = (text: string): string =>
      text.replaceAll(cwd, ".").replaceAll(folder, "");
    return {
      ...outcome,
      text: withoutFolder(outcome.text),
      errorLines: withoutFolder(outcome.errorLines),
      open: listOpen(wrapping.isolation, network, user),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const LACKING: Record<keyof Isolation, string> = {
  network: "it can reach the network",
  files: "it can write to files of its user",
  processes: "it sees other processes",
  memory: "its memory is not limited",
};

/** What a program is not kept from, in words. */
function listOpen(isolation: Isolation, network: boolean, user: number | undefined): string[] {
  const open = (Object.keys(LACKING) as (keyof Isolation)[])
    .filter((part) => !isolation[part] && !(part === "network" && network))
    .map((part) => LACKING[part]);
  const isRoot = process.getuid?.() === 0 && user === undefined;
  return isRoot ? [...open, "it runs as root"] : open;
}

/** What programs that check answers are not kept from on this system, for people. */
export async function describeIsolation(): Promise<string[]> {
  const { isolation } = await findWrapping();
  return listOpen(isolation, false, chooseUser([]));
}

import { ConfigError } from "@rostrum/core/support";
import { environmentVariables, nodeModule } from "../../node-builtins.ts";
import { explainMissing, findProgram } from "../command/find-program.ts";
import { wrapProgram, type Wrapping } from "./isolation.ts";
import { createSandboxFolders, prepareRoot } from "./sandbox-root.ts";
import { isOpenToAll, refuseUnreachable } from "./sandbox-user.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/** A program that is ready to be run isolated. */
export interface Sandbox {
  /** A command line that isolates itself before it runs the program. */
  command: string[];
  cwd: string;
  /** Folder for temporary files, as the program sees it. */
  temporary: string;
}

export interface SandboxedProgram {
  command: readonly string[];
  memoryMb: number;
  network: boolean;
  /** The system's user that it runs as. Absent: the one of this process. */
  user?: number | undefined;
  partner?: readonly string[] | undefined;
  prepare?: ((folder: string) => Promise<void>) | undefined;
  needs?: readonly string[] | undefined;
}

/** Prepares a folder in which a program can be run isolated. */
export async function createSandbox(
  wrapping: Wrapping,
  folder: string,
  program: SandboxedProgram,
): Promise<Sandbox> {
  const { command, partner = [], memoryMb, network, user, prepare, needs = [] } = program;
  const folders = await createSandboxFolders(folder);
  await prepare?.(folders.work);
  const cwd = prepare ? folders.work : process.cwd();
  const reach = (tool: string): string | null => {
    if (user === undefined) return findProgram(tool, cwd);
    const path = findProgram(tool, cwd, isOpenToAll);
    const unreachable = path === null ? findProgram(tool, cwd) : null;
    return unreachable === null ? path : refuseUnreachable(unreachable);
  };
  const resolveCommand = ([name = "", ...args]: readonly string[]): string[] => {
    const path = reach(name);
    if (path === null) throw new ConfigError("verify", explainMissing(name, cwd));
    return [path, ...args];
  };
  const commands = [command, partner].map((commandLine) =>
    commandLine.length === 0 ? [] : resolveCommand(commandLine),
  );
  const [resolved = [], resolvedPartner = []] = commands;
  for (const tool of needs) reach(tool);
  if (user !== undefined && !prepare && !isOpenToAll(cwd)) refuseUnreachable(cwd);
  const programs = commands.flatMap(([path]) => path ?? []);
  const isReachable = user === undefined ? isOpenToThis : isOpenToAll;
  const temporary =
    wrapping.view === null
      ? folders.temporary
      : prepareRoot({
          folders,
          view: wrapping.view,
          cwd,
          visible: listVisible(programs, cwd, network).filter(isReachable),
          isReachable,
        });
  const commandLines = { command: resolved, partner: resolvedPartner };
  return {
    command: wrapProgram(wrapping, { ...commandLines, folder, cwd, memoryMb, network }),
    cwd,
    temporary,
  };
}

/** Folders that the program needs, wherever they are. */
function listVisible(programs: readonly string[], cwd: string, network: boolean): string[] {
  const { realpathSync } = nodeModule("node:fs", PROGRAM_CHECK);
  const { delimiter, dirname } = nodeModule("node:path", PROGRAM_CHECK);
  const files = [...programs, ...(network ? ["/etc/resolv.conf"] : [])];
  const folders = [
    cwd,
    ...(environmentVariables()["PATH"] ?? "").split(delimiter),
    ...files.flatMap((file) => {
      try {
        return [dirname(file), dirname(realpathSync(file))];
      } catch {
        return [];
      }
    }),
  ];
  return [...new Set(folders)].toSorted();
}

/** True if this process may read a folder. */
function isOpenToThis(folder: string): boolean {
  const { accessSync, constants, statSync } = nodeModule("node:fs", PROGRAM_CHECK);
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

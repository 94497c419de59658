import { nodeModule } from "../../node-builtins.ts";
import { COMMAND_MODEL } from "../node-features.ts";

/**
 * Path of a program, from PATH or from its own path. `null` if it isn't found or its folder is missing. `isUsable`
 * skips files that the user who runs it can't reach, as the system does.
 */
export function findProgram(
  program: string,
  cwd: string,
  isUsable: (path: string) => boolean = () => true,
): string | null {
  const { delimiter, isAbsolute, join, resolve } = nodeModule("node:path", COMMAND_MODEL);
  if (!isFolder(cwd)) return null;
  if (/[/\\]/.test(program) || isAbsolute(program)) {
    const path = resolve(cwd, program);
    return isProgram(path) && isUsable(path) ? path : null;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".exe", ".com", ""] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, program + ending);
      if (isProgram(path) && isUsable(path)) return path;
    }
  }
  return null;
}

/** Describes why a program can't be run, under its name in the config. `error`: the system's error. */
export function explainMissing(program: string, cwd: string | undefined, error?: unknown): string {
  if (Object(error).code === "E2BIG") {
    return (
      "expected arguments and variables that the system can pass on, got longer ones: " +
      "have the program read them from a file"
    );
  }
  const { statSync } = nodeModule("node:fs", COMMAND_MODEL);
  const { isAbsolute, resolve } = nodeModule("node:path", COMMAND_MODEL);
  const name = `"${program}"`;
  if (cwd !== undefined && !isFolder(cwd))
    return `expected the path of a folder in cwd, got "${cwd}", which is not a folder`;
  const path = resolve(cwd ?? ".", program);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!/[/\\]/.test(program)) return `${name} is not on the PATH: ${suggestFix(program, !!stats)}`;
  if (!stats && isAbsolute(program)) return `${name} doesn't exist: ${suggestFix(program)}`;
  if (!stats) return `${name} is not in ${cwd ?? "the current folder"}: ${suggestFix(program)}`;
  if (!stats.isFile()) return `${name} is not a file`;
  return isProgram(path)
    ? `the system can't start ${name}: if it is a script, its first line must name a program that exists, ` +
        "and must not end in CR LF"
    : `${name} may not be executed: chmod +x it`;
}

/** `isHere`: its folder has a file of that name, which only a path can refer to. */
function suggestFix(program: string, isHere = false): string {
  if (isHere) return `write "./${program}" for the file here`;
  if (/\s/.test(program)) return "if it has arguments, write each as a word of its own";
  if (program.startsWith("~")) return "no shell reads it, so write the whole path";
  return "install it or correct its name";
}

function isFolder(path: string): boolean {
  try {
    return nodeModule("node:fs", COMMAND_MODEL).statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isProgram(path: string): boolean {
  const { accessSync, constants, statSync } = nodeModule("node:fs", COMMAND_MODEL);
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

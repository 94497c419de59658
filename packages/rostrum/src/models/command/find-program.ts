import { nodeModule } from "../../runtime.ts";

const NEEDED_BY = "a command: model";

/** Where a program is: on the PATH, or at the path that it is given by. `null`: nowhere. */
export function findProgram(program: string, cwd: string): string | null {
  const { delimiter, isAbsolute, join, resolve } = nodeModule("node:path", NEEDED_BY);
  if (/[/\\]/.test(program) || isAbsolute(program)) {
    const path = resolve(cwd, program);
    return isProgram(path) ? path : null;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".exe", ".com", ""] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, program + ending);
      if (isProgram(path)) return path;
    }
  }
  return null;
}

function isProgram(path: string): boolean {
  const { accessSync, constants, statSync } = nodeModule("node:fs", NEEDED_BY);
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

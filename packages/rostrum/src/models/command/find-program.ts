import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Where a program is: on the PATH, or at the path that it is given by. `null`: nowhere. */
export function findProgram(program: string, cwd: string): string | null {
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
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

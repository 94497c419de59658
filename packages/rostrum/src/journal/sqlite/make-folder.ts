import { nodeModule } from "../../runtime.ts";

/**
 * Makes a folder and those it lies in. Node's own `recursive` never returns where the system says "no such
 * file" although the folder around it exists, as in /proc; this fails.
 */
export function makeFolder(path: string, mode: number): void {
  const { existsSync, mkdirSync } = nodeModule("node:fs", "sqliteJournal");
  const { dirname, resolve } = nodeModule("node:path", "sqliteJournal");
  const make = (folder: string): void => {
    if (existsSync(folder)) return;
    make(dirname(folder));
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  };
  make(resolve(path));
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PANELS: string = fileURLToPath(new URL("./panels.config.ts", import.meta.url));

/** A folder of its own for each test: nothing of the person who runs the tests is read or written. */
export interface Home extends Disposable {
  folder: string;
  file(name: string): string;
  env(extra?: Record<string, string>): Record<string, string>;
}

export function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-cli-"));
  return {
    folder,
    file: (name) => join(folder, name),
    env: (extra = {}) => ({
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      ROSTRUM_HOME: folder,
      ...extra,
    }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Arguments for a panel of the test's config. */
export function asking(panel: string, ...rest: string[]): string[] {
  return ["ask", "--config", PANELS, "--panel", panel, ...rest];
}

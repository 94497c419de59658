import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs what only one test wants, by the lockfile in the manifest's folder, and keeps it for later runs. Returns the
 * folder, or `null` if this machine can't install it: the test is then skipped.
 */
export async function installPrivately(
  manifest: URL,
  proof: string,
  /** `install` for packages whose optional parts for other platforms are not all in every registry: `ci` refuses them. */
  act: "ci" | "install" = "ci",
): Promise<string | null> {
  const from = fileURLToPath(manifest);
  const name = from.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "");
  const folder = fileURLToPath(new URL(`../../.cache/private-${name}`, import.meta.url));
  const isThere = (): boolean => existsSync(join(folder, "node_modules", proof));
  if (isThere()) return folder;
  cpSync(from, folder, { recursive: true });
  // On Windows, npm is a file that only a shell can run.
  const options = { cwd: folder, shell: process.platform === "win32" };
  await run("npm", [act, "--no-audit", "--no-fund"], options).catch(() => undefined);
  return isThere() ? folder : null;
}

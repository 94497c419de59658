import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
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
  flags: readonly string[] = [],
): Promise<string | null> {
  const from = fileURLToPath(manifest);
  const name = from.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "");
  const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));
  const folder = join(cache, `private-${name}`);
  const lock = readFileSync(join(from, "package-lock.json"), "utf8");
  // npm rewrites a lockfile next to its manifest.
  const isThere = (place: string): boolean =>
    existsSync(join(place, "installed-by.json")) &&
    existsSync(join(place, "node_modules", proof)) &&
    readFileSync(join(place, "installed-by.json"), "utf8") === lock;
  if (isThere(folder)) return folder;
  // Another worker may install the same: each does so in a folder of its own, and the first to be ready is used.
  mkdirSync(cache, { recursive: true });
  const ownFolder = mkdtempSync(`${folder}-`);
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    if (existsSync(join(from, file))) cpSync(join(from, file), join(ownFolder, file));
  cpSync(join(from, "package-lock.json"), join(ownFolder, "installed-by.json"));
  // On Windows, npm is a file that only a shell can run.
  const options = { cwd: ownFolder, shell: process.platform === "win32" };
  const args = [act, "--prefer-offline", "--no-audit", "--no-fund", ...flags];
  await run("npm", args, options).catch(() => undefined);
  if (isThere(ownFolder) && !isThere(folder)) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(ownFolder, folder);
  } else rmSync(ownFolder, { recursive: true, force: true });
  return isThere(folder) ? folder : null;
}

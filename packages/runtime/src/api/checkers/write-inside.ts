import { ConfigError } from "@rostrum/core/support";
import { nodeModule } from "../../node-builtins.ts";
import { PROGRAM_CHECK } from "../../models/node-features.ts";

/**
 * Writes a file inside a folder whose contents nobody vouches for. No link is followed: every part of the path is looked
 * at before anything is created, and the file is created anew.
 */
export async function writeInside(folder: string, file: string, text: string): Promise<void> {
  const { mkdir, lstat, open, rm } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { constants } = nodeModule("node:fs", PROGRAM_CHECK);
  const { dirname, isAbsolute, join, relative, resolve, sep } = nodeModule(
    "node:path",
    PROGRAM_CHECK,
  );
  const path = resolve(folder, file);
  const parts = relative(folder, path).split(sep);
  if (parts[0] === "" || parts[0] === ".." || isAbsolute(relative(folder, path))) refuseFile(file);
  let mode = 0o666;
  for (const [index] of parts.entries()) {
    const fullPath = join(folder, ...parts.slice(0, index + 1));
    const stats = await lstat(fullPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (stats === null) break;
    const isLast = index === parts.length - 1;
    if (isLast ? !stats.isFile() : !stats.isDirectory()) refuseFile(file);
    if (isLast) mode = stats.mode & 0o777;
  }
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  // Windows has no O_NOFOLLOW, and O_EXCL alone follows no link either.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(path, flags | (constants.O_NOFOLLOW ?? 0), mode);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

function refuseFile(file: string): never {
  throw new ConfigError(
    "verify.file",
    `expected a file inside the folder that no link leads to, got "${file}"`,
  );
}

import { constants, copyFile, readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { replaceFile } from "../files.ts";
import { describeFileError, UserError } from "../user-error.ts";

/*
 * Earlier versions of a learned file are kept next to it: `a.json` is current, `a.v1.json` was replaced first. Nothing is
 * overwritten without a copy.
 */

/**
 * Writes a file and keeps the previous content as a version. Returns that version's path, or null if nothing was
 * replaced.
 */
export async function writeVersioned(
  path: string,
  text: string,
  flag: string,
): Promise<string | null> {
  const current = await readFile(path, "utf8").catch(() => null);
  if (current === text) return null;
  const savedVersion = current === null ? null : await saveVersion(path);
  await replaceFile(path, text).catch((error: unknown) => {
    throw new UserError(`${flag}: ${describeFileError(error, path)}`);
  });
  return savedVersion;
}

/** Makes an earlier version current (default: the last one). The current file becomes a version. */
export async function rollBack(path: string, number?: number): Promise<string> {
  const versions = await listVersions(path);
  const target = number ?? versions.at(-1);
  if (target === undefined || !versions.includes(target)) {
    throw new UserError(
      `${path} has no ${number === undefined ? "earlier version" : `version ${number}`}`,
      [
        `versions: ${versions.join(", ") || "none; a version is kept whenever the file is replaced"}`,
      ],
    );
  }
  try {
    await saveVersion(path);
    await replaceFile(path, await readFile(nameVersion(path, target), "utf8"));
  } catch (error) {
    throw new UserError(describeFileError(error, path));
  }
  return nameVersion(path, target);
}

async function saveVersion(path: string): Promise<string> {
  const version = nameVersion(path, ((await listVersions(path)).at(-1) ?? 0) + 1);
  await copyFile(path, version, constants.COPYFILE_EXCL);
  return version;
}

/** Version numbers that exist for a file, oldest first. */
async function listVersions(path: string): Promise<number[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  const numbers = names.flatMap((name) => {
    const number = /\.v([1-9]\d{0,5})\.[^.]+$/.exec(name)?.[1];
    return number !== undefined && name === basename(nameVersion(path, Number(number)))
      ? [Number(number)]
      : [];
  });
  return numbers.sort((a, b) => a - b);
}

function nameVersion(path: string, number: number): string {
  const end = extname(path);
  return join(dirname(path), `${basename(path, end)}.v${number}${end}`);
}

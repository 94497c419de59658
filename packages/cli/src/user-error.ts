import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findNearestWord } from "@rostrum/core/options";
import { toOneLine } from "@rostrum/core/support";

/** Formats a path for messages: files of the current folder by name alone. */
export function formatPath(path: string): string {
  return dirname(path) === process.cwd() ? basename(path) : path;
}

/** An error that the user can fix. Printed as one message, without a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** Ways to fix it, one line each. */
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = [], options?: { cause?: unknown }) {
    super(message, options);
    this.hints = hints;
  }
}

/** Asks whether a file with a similar name was meant. Empty if its folder has none. */
export function suggestPath(path: string): string[] {
  try {
    const near = findNearestWord(basename(path), readdirSync(dirname(path)));
    return near === undefined ? [] : [`Did you mean ${toOneLine(join(dirname(path), near))}?`];
  } catch {
    return [];
  }
}

const FILE_ERRORS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => [`there is no file ${path}`, ...suggestPath(path)].join(". "),
  EISDIR: (path) => `"${path}" is a folder, not a file`,
  ENOTDIR: (path) => `a part of ${path} is a file, not a folder`,
  EACCES: (path) => `no permission for ${path}`,
  EPERM: (path) => `no permission for ${path}`,
  EROFS: (path) => `${path} is on a read-only file system`,
  ENOSPC: (path) => `no space is left for ${path}`,
  ELOOP: (path) => `${path} is a symbolic link that leads back to itself`,
  ENAMETOOLONG: (path) => `the name is too long: ${path}`,
};

/** Explains why a file can't be read or written, without names of system calls. */
export function describeFileError(error: unknown, path: string): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return FILE_ERRORS[code]?.(path) ?? `${path}: ${message}`;
}

import { createHash, randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { defaultJournalPath } from "@rostrum/runtime/journal";
import { isPlainObject } from "@rostrum/core/support";

/** A file as it was when the user trusted it. */
export interface TrustedFile {
  /** Real path of its folder, and its name. */
  path: string;
  sha256: string;
  /** ISO date of the approval. */
  at: string;
  /** The file was trusted when `rostrum init` wrote it. Absent: the user approved it. */
  by?: "init";
}

/**
 * Key under which a file is remembered. Links of the folder are resolved, a link in place of the file isn't: a link
 * in another folder to a trusted file must not be trusted, because the programs that the file names would be that
 * folder's.
 */
export function identifyFile(path: string): string {
  return join(realpathSync.native(dirname(path)), basename(path));
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Looks up a trusted file. Null when it was never trusted, or somebody else could have written the entry. */
export function readTrustedFile(path: string): TrustedFile | null {
  return readEntry(findEntry(path));
}

export function rememberTrust(path: string, text: string, by?: TrustedFile["by"]): void {
  const at = new Date().toISOString();
  const file: TrustedFile = { path, sha256: hashText(text), at, ...(by ? { by } : {}) };
  writeOwnFile(findEntry(path), `${JSON.stringify(file)}\n`);
}

/** Returns whether the file was trusted. */
export function forgetTrust(path: string): boolean {
  const wasTrusted = readTrustedFile(path) !== null;
  rmSync(findEntry(path), { force: true });
  return wasTrusted;
}

/** Reads this user's secret, which is created on first use. Null when it can't be stored. */
export function readSecret(): string | null {
  const path = join(getFolder(), "secret");
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      writeOwnFile(path, randomBytes(32).toString("hex"));
    return isOwn(path) ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

/** Reads a value that this user stored. Null when there is none, or somebody else could have written it. */
export function readOwnJson(name: string): unknown {
  const path = join(getFolder(), `${name}.json`);
  try {
    return isOwn(path) && isOwn(getFolder()) ? JSON.parse(readFileSync(path, "utf8")) : null;
  } catch {
    return null;
  }
}

export function writeOwnJson(name: string, value: unknown): void {
  writeOwnFile(join(getFolder(), `${name}.json`), `${JSON.stringify(value)}\n`);
}

/** Next to the user's journal. One file per entry, so that two commands can't overwrite each other's. */
function getFolder(): string {
  return join(dirname(defaultJournalPath()), "trust");
}

function findEntry(path: string): string {
  return join(getFolder(), `${hashText(path)}.json`);
}

function readEntry(entry: string): TrustedFile | null {
  try {
    if (!isOwn(entry) || !isOwn(getFolder())) return null;
    const value: unknown = JSON.parse(readFileSync(entry, "utf8"));
    if (!isPlainObject(value)) return null;
    const { path, sha256, at } = value;
    const isWhole = [path, sha256, at].every((each) => typeof each === "string");
    // A copied or renamed entry belongs to another file.
    return isWhole && findEntry(path as string) === entry
      ? (value as unknown as TrustedFile)
      : null;
  } catch {
    return null;
  }
}

function writeOwnFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

/** True if only this user could have written it. Systems without owners rely on the location in the user's folder. */
function isOwn(path: string): boolean {
  const stats = lstatSync(path);
  const user = process.getuid?.();
  if (stats.isSymbolicLink()) return false;
  return user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0);
}

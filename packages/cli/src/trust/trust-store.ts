import { createHash, randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { defaultJournalPath } from "@rostrum/core/journal";
import { isPlainObject } from "@rostrum/core/options";

/** A file that somebody trusted, as it was then. */
export interface TrustedFile {
  /** The real path of its folder, and its name. */
  path: string;
  sha256: string;
  /** When, as an ISO date. */
  at: string;
}

/**
 * The name under which a file is remembered. The folder's links are resolved and the file's are not: a link in another
 * folder to a trusted file must not count, because the programs that the file names would be those of that folder.
 */
export function identifyFile(path: string): string {
  return join(realpathSync.native(dirname(path)), basename(path));
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What is remembered about a file; `null`: it was never trusted, or what was remembered can't be relied on. */
export function readTrustedFile(path: string): TrustedFile | null {
  return readEntry(findEntry(path));
}

/** Every file that is trusted, by path. */
export function listTrustedFiles(): TrustedFile[] {
  let names: string[] = [];
  try {
    names = readdirSync(getFolder());
  } catch {
    // Nothing was trusted yet.
  }
  return names
    .flatMap((name) => (/^[0-9a-f]{64}\.json$/.test(name) ? [join(getFolder(), name)] : []))
    .flatMap((entry) => readEntry(entry) ?? [])
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function rememberTrust(path: string, text: string, now: Date = new Date()): void {
  const file: TrustedFile = { path, sha256: hashText(text), at: now.toISOString() };
  writeOwnFile(findEntry(path), `${JSON.stringify(file)}\n`);
}

/** Returns whether there was something to forget. */
export function forgetTrust(path: string): boolean {
  const known = readTrustedFile(path) !== null;
  rmSync(findEntry(path), { force: true });
  return known;
}

/** A secret of this user, made when it is first needed; `null` where it can't be kept. */
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

/** A value that this user stored under a name; `null`: none, or somebody else could have written it. */
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

/** One file per trusted file, next to the journal of this user: two commands can't overwrite each other's. */
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
    // An entry that was copied or renamed speaks about another file.
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

/** Whether nobody else could have written it. Where there are no owners, the user's own folder must do. */
function isOwn(path: string): boolean {
  const found = lstatSync(path);
  const user = process.getuid?.();
  if (found.isSymbolicLink()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}

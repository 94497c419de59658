import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultJournalPath } from "@rostrum/runtime/journal";
import { replaceFile } from "../files.ts";
import type { TextEdit } from "./text-edit.ts";

/** Edit of a program's config, recorded so that it can be undone exactly. No other part of the file is stored. */
export interface InstallRecord {
  file: string;
  edit: TextEdit;
  /** True if the install created the file. */
  isNew: boolean;
  /** Folders that the install created, outermost first. */
  folders: string[];
  /** Hash of the whole file after the install. Missing in records of older versions. */
  sha256?: string;
}

/** Names of programs that rostrum is installed in. */
export function listInstalls(): string[] {
  try {
    return readdirSync(dirname(findRecord(""))).map((name) => name.replace(/\.json$/, ""));
  } catch {
    return [];
  }
}

export function readInstall(program: string): InstallRecord | null {
  try {
    return JSON.parse(readFileSync(findRecord(program), "utf8")) as InstallRecord;
  } catch {
    return null;
  }
}

export async function writeInstall(program: string, record: InstallRecord): Promise<void> {
  mkdirSync(dirname(findRecord(program)), { recursive: true, mode: 0o700 });
  await replaceFile(findRecord(program), `${JSON.stringify(record)}\n`);
}

export function forgetInstall(program: string): void {
  rmSync(findRecord(program), { force: true });
}

/** Creates a file's folders. Returns those that were missing, outermost first. */
export function makeFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !exists(folder); folder = dirname(folder))
    missing.unshift(folder);
  mkdirSync(dirname(file), { recursive: true });
  return missing;
}

/** Removes empty folders, innermost first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Not empty: the program stores something there.
      return;
    }
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function findRecord(program: string): string {
  return join(dirname(defaultJournalPath()), "installs", `${program}.json`);
}

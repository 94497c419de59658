import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultJournalPath } from "@rostrum/core/journal";
import { replaceFile } from "../files.ts";
import type { TextEdit } from "./text-edit.ts";

/** What was done to a program's config, so that it can be undone to the byte. No other part of the file is kept. */
export interface InstallRecord {
  file: string;
  edit: TextEdit;
  /** The file was not there. */
  isNew: boolean;
  /** Folders that were made for it, the outermost first. */
  folders: string[];
  /** Of the whole file after the install. Absent in records of earlier versions. */
  sha256?: string;
}

/** The programs that rostrum was installed into. */
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

/** Makes a file's folders. Returns those that were missing, the outermost first. */
export function makeFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !exists(folder); folder = dirname(folder))
    missing.unshift(folder);
  mkdirSync(dirname(file), { recursive: true });
  return missing;
}

/** Removes folders that are empty, the innermost first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // The program has put something of its own there.
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

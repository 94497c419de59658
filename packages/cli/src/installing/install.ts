import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { readMessage } from "@rostrum/core/support";
import { replaceFile } from "../files.ts";
import { hashText } from "../trust/trust-store.ts";
import { describeFileError, UserError } from "../user-error.ts";
import {
  forgetInstall,
  makeFolders,
  readInstall,
  removeFolders,
  writeInstall,
  type InstallRecord,
} from "./install-record.ts";
import { LAUNCHER_NAME } from "./launcher.ts";
import type { AgentProgram, Launch } from "./programs.ts";
import { applyEdit, undoEdit, type TextEdit } from "./text-edit.ts";

/** A planned change of a program's config. */
export interface PlannedChange {
  file: string;
  /** Null when there is no such file. */
  before: string | null;
  /** Null when the file is to be removed. */
  after: string | null;
  /** Shown if the change is not a plain undo. */
  note?: string;
  write(): Promise<void>;
}

/** Plans to add our server to a program's config. An earlier install's entry is replaced. */
export function planInstall(name: string, program: AgentProgram, launch: Launch): PlannedChange {
  const file = findRealFile(program.file());
  const before = readConfig(file);
  const earlier = readInstall(name);
  const isOurs = earlier !== null && earlier.file === file && before !== null;
  const clean = isOurs ? removeOurEntry(before, earlier, program) : null;
  const text = clean ?? before ?? "";
  const edit = planEdit(program, file, text, launch);
  const after = applyEdit(text, edit);
  // Uninstall must still remove a file that an earlier install created.
  const isNew = isOurs && clean !== null ? earlier.isNew : before === null;
  return {
    file,
    before,
    after,
    async write() {
      const newFolders = makeFolders(file);
      const folders = [...(isOurs ? earlier.folders : []), ...newFolders];
      await writeInstall(name, { file, edit, isNew, folders, sha256: hashText(after) });
      await replaceFile(file, after);
    },
  };
}

function planEdit(program: AgentProgram, file: string, text: string, launch: Launch): TextEdit {
  try {
    const edit = program.add(text, launch);
    if (edit !== null) return edit;
  } catch (error) {
    throw new UserError(`${file} can't be changed: ${readMessage(error)}`);
  }
  throw refuseForeignEntry(file);
}

/** An entry without a record may be the user's own, so it is neither replaced nor removed. */
function refuseForeignEntry(file: string): UserError {
  return new UserError(
    `${file} already has a server called rostrum, which was not installed by this command`,
    ["remove it there, or leave it as it is"],
  );
}

/** Plans to remove our server from a program's config. Null when it isn't there. */
export function planUninstall(name: string, program: AgentProgram): PlannedChange | null {
  const record = readInstall(name);
  const file = record?.file ?? findRealFile(program.file());
  const before = readConfig(file);
  const after = before === null ? null : findOriginal(before, record, program, file);
  if (before === null || after === null) {
    if (record !== null) forgetInstall(name);
    return null;
  }
  if (record === null) throw refuseForeignEntry(file);
  const isLeftover = record.isNew && after.trim() === "";
  const isChanged = record.sha256 !== hashText(before);
  return {
    file,
    before,
    ...(isChanged
      ? { note: "the file was changed after the install: only the entry is removed" }
      : {}),
    after: isLeftover ? null : after,
    async write() {
      if (isLeftover) {
        rmSync(file);
        removeFolders(record.folders);
      } else await replaceFile(file, after);
      forgetInstall(name);
    },
  };
}

function findOriginal(
  text: string,
  record: InstallRecord | null,
  program: AgentProgram,
  file: string,
): string | null {
  try {
    return record === null ? program.remove(text) : removeOurEntry(text, record, program);
  } catch (error) {
    throw new UserError(`${file} can't be changed: ${readMessage(error)}`);
  }
}

/**
 * Removes the entry that a record is about, even if its program has rewritten it. Null when it isn't there, or when
 * somebody has replaced it with one that doesn't start our launcher.
 */
function removeOurEntry(
  text: string,
  { edit }: InstallRecord,
  program: AgentProgram,
): string | null {
  const undone = undoEdit(text, edit);
  if (undone !== null) return undone;
  const cleaned = program.remove(text);
  if (cleaned === null || !edit.added.includes(LAUNCHER_NAME)) return cleaned;
  const countStarts = (words: string): number => words.split(LAUNCHER_NAME).length;
  return countStarts(cleaned) < countStarts(text) ? cleaned : null;
}

/** Follows symbolic links, because configs are often linked into a dotfiles folder. */
function findRealFile(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

function readConfig(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const bytes = readFileSync(file);
    // ignoreBOM keeps the byte order mark.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UserError(describeFileError(error, file));
  }
}

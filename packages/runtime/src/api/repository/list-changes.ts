import type { Change } from "./choose-change.ts";
import { decodePath, formatPath, quoteAsGit } from "./path-names.ts";
import type { Repository } from "./open-repository.ts";

/** A file that a change touches. */
export interface ChangedFile {
  /** The displayed name: unique, on one line. */
  name: string;
  /** `null`: it is not UTF-8, and git can't be asked about it. */
  path: string | null;
  /** The path before, for a renamed file. */
  oldPath: string | null;
  kind:
    | "added"
    | "untracked"
    | "deleted"
    | "changed"
    | "renamed"
    | "conflicted"
    | "submodule"
    | "link";
}

/** The flags of every diff. Settings and drivers of the repository change nothing about it, and run nothing. */
const FLAGS = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-relative",
  "--ignore-submodules=dirty",
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--diff-algorithm=histogram",
] as const;

/** Lists the files that a change touches, in git's order; `paths` limits it to files and folders. */
export async function listChanges(
  repository: Repository,
  { compared, isWorkingTree }: Change,
  paths: readonly string[] = [],
): Promise<ChangedFile[]> {
  const { git } = repository;
  const raw = await git(["diff", "--raw", "-z", "-M", ...FLAGS, ...compared, "--", ...paths]);
  const files = readRaw(raw);
  if (!isWorkingTree) return files;
  const [untracked, conflicted] = await Promise.all([
    git(["ls-files", "-z", "--others", "--exclude-standard", "--", ...paths]),
    listConflicts(repository),
  ]);
  const untrackedFiles = splitNul(untracked).map((path) =>
    createChangedFile(path, null, "untracked"),
  );
  // Git calls a file deleted that is no longer in the index but still on disk, and lists it as untracked too.
  const onDisk = new Set(untrackedFiles.map(({ name }) => name));
  return [
    ...files
      .filter(({ name }) => !onDisk.has(name))
      .map((file) => (conflicted.has(file.name) ? { ...file, kind: "conflicted" as const } : file)),
    ...untrackedFiles,
  ];
}

/** Names of the files with merge conflicts. */
export async function listConflicts({ git }: Repository): Promise<Set<string>> {
  const entries = splitNul(await git(["ls-files", "-z", "--unmerged"]));
  return new Set(entries.map((entry) => formatPath(entry.subarray(entry.indexOf("\t") + 1))));
}

function readRaw(raw: Buffer): ChangedFile[] {
  const fields = splitNul(raw);
  const files = new Map<string, ChangedFile>();
  while (fields.length > 0) {
    const [oldMode = "", newMode = "", , , status = ""] = (fields.shift() ?? raw)
      .toString("latin1")
      .slice(1)
      .split(" ");
    const isPair = /^[RC]/.test(status);
    const oldPath = isPair ? (fields.shift() ?? null) : null;
    const file = createChangedFile(
      fields.shift() ?? Buffer.alloc(0),
      oldPath,
      [oldMode, newMode].includes(SUBMODULE)
        ? "submodule"
        : (newMode === NO_FILE ? oldMode : newMode) === LINK
          ? "link"
          : (KINDS[status[0] ?? ""] ?? "changed"),
    );
    // A file with conflicts is listed twice.
    if (files.get(file.name)?.kind !== "conflicted") files.set(file.name, file);
  }
  return [...files.values()];
}

export const SUBMODULE = "160000";
export const LINK = "120000";
const NO_FILE = "000000";
const KINDS: Readonly<Record<string, ChangedFile["kind"]>> = {
  A: "added",
  D: "deleted",
  R: "renamed",
  U: "conflicted",
};

export function createChangedFile(
  path: Buffer,
  oldPath: Buffer | null,
  kind: ChangedFile["kind"],
): ChangedFile {
  const old = oldPath && decodePath(oldPath);
  const isNamed = oldPath === null || old !== null;
  return { name: formatPath(path), path: isNamed ? decodePath(path) : null, oldPath: old, kind };
}

/** Pieces that each end with NUL. */
export function splitNul(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0, from);
    pieces.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return pieces;
}

/** Diff of one file. */
export interface FileDiff {
  /** Everything between the first line and the first hunk: modes, similarity. */
  heads: string[];
  /** From the first `@@` on; empty for a change of mode, a plain rename and an empty file. */
  hunks: string;
  isBinary: boolean;
}

/** Paths of one command stay far below the length that systems allow. */
const FILES_PER_COMMAND = 100;

/** The diffs of tracked files, by name, with so many lines around each change. */
export async function readDiffs(
  { git }: Repository,
  { compared }: Change,
  files: readonly ChangedFile[],
  context: number,
): Promise<Map<string, FileDiff>> {
  const diffs = new Map<string, FileDiff>();
  const flags = ["-p", `-U${context}`, ...FLAGS, ...compared, "--"];
  const plain = files.filter(({ oldPath }) => oldPath === null);
  for (let from = 0; from < plain.length; from += FILES_PER_COMMAND) {
    const batch = plain.slice(from, from + FILES_PER_COMMAND);
    const paths = batch.flatMap(({ path }) => path ?? []);
    const output = await git(["diff", "--no-renames", ...flags, ...paths]);
    const sections = splitSections(output);
    for (const file of batch) {
      const path = file.path ?? "";
      const head = `diff --git ${quoteAsGit(`a/${path}`)} ${quoteAsGit(`b/${path}`)}`;
      // A file that became a link is deleted and added.
      const ownSections = sections.filter((section) => section.startsWith(`${head}\n`));
      diffs.set(file.name, readSections(ownSections));
    }
  }
  // Asked for alone, so that no other file can be taken for its old or new name.
  for (const { name, path, oldPath } of files.filter((file) => file.oldPath !== null)) {
    const paths = [oldPath ?? "", path ?? ""];
    const output = await git(["diff", "-M", ...flags, ...paths]);
    diffs.set(name, readSections(splitSections(output)));
  }
  return diffs;
}

/** Lines of files have a sign before them, so no line of a file looks like the head of a section. */
function splitSections(output: Buffer): string[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(output);
  return text === "" ? [] : text.split(/(?<=\n)(?=diff --git )/);
}

export function readSections(sections: readonly string[]): FileDiff {
  const parts = sections.map((section) => {
    const start = section.indexOf("\n@@ ") + 1;
    const heads = section.slice(0, start === 0 ? section.length : start).split("\n");
    return { heads, hunks: start === 0 ? "" : section.slice(start) };
  });
  return {
    heads: parts.flatMap(({ heads }) => heads.filter((line) => DESCRIBED_HEADERS.test(line))),
    // A carriage return alone ends a line for some readers, and then lines would have other numbers.
    hunks: parts.map(({ hunks }) => hunks.replace(/\r(?!\n)/g, " ")).join(""),
    isBinary: parts.some(({ heads }) => heads.some((line) => BINARY.test(line))),
  };
}

const DESCRIBED_HEADERS = /^(?:(?:old|new|new file|deleted file) mode|similarity index) /;
const BINARY = /^(?:Binary files |GIT binary patch)/;

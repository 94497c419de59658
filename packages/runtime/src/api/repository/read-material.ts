import { ConfigError } from "@rostrum/core/support";
import { nodeModule } from "../../node-builtins.ts";
import { chooseChange, type Change, type ChangeRequest } from "./choose-change.ts";
import {
  listChanges,
  listConflicts,
  readDiffs,
  splitNul,
  type ChangedFile,
  type FileDiff,
} from "./list-changes.ts";
import {
  createMaterialBuilder,
  MAX_FILE_BYTES,
  TOO_MANY_BYTES,
  type FileText,
  type RepositoryMaterial,
} from "./material-builder.ts";
import type { Repository } from "./open-repository.ts";
import { readInContext, WHOLE_FILE } from "./read-in-context.ts";
import { readMessages } from "./read-messages.ts";
import { decodePath, formatPath } from "./path-names.ts";
import { writeDiff, writeHunk, writeNewFile } from "./write-diff.ts";

/** Subject of a review. */
export interface MaterialRequest extends ChangeRequest {
  /** Files and folders. Next to a change they limit it; alone, they are reviewed as they are. */
  paths?: readonly string[] | undefined;
  /** The folder that `paths` start at. Default: the root of the repository. */
  folder?: string | undefined;
  /** True for paths that the user asked to skip. */
  isSkipped?: ((path: string) => boolean) | undefined;
}

/** Reads a change, or files as they are. */
export async function readMaterial(
  repository: Repository,
  request: MaterialRequest,
): Promise<RepositoryMaterial> {
  const { staged, base, range } = request;
  const paths = await locatePaths(repository, request);
  const isChange = staged === true || base !== undefined || range !== undefined;
  if (!isChange && paths.length > 0) return readFiles(repository, paths, request);
  return readChange(repository, await chooseChange(repository, request), { ...request, paths });
}

/** True if a change has files below the paths of a request, which needn't exist any more. */
export async function hasChanges(
  repository: Repository,
  request: MaterialRequest,
): Promise<boolean> {
  const paths = await locatePaths(repository, request);
  return (await listChanges(repository, await chooseChange(repository, request), paths)).length > 0;
}

/** Says why there is no document in the material: "no change in src". */
export function explainNothing(
  { title, skipped, unreviewed }: Pick<RepositoryMaterial, "title" | "skipped" | "unreviewed">,
  /** True for files and folders as they are, rather than a change. */
  isWhole: boolean,
): string {
  const what = isWhole ? `what is in ${title}` : `what changed in ${title}`;
  if (unreviewed.length > 0) return `${what} can't be reviewed`;
  if (skipped.length > 0) return `${what} was skipped`;
  return isWhole ? `no files in ${title} that git knows` : `no change in ${title}`;
}

/** The paths of a request, from the root of the repository. */
function locatePaths(
  repository: Repository,
  { paths = [], folder = repository.root }: MaterialRequest,
): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const located = await locatePath(repository, path, folder);
      if (located !== null) return located;
      throw new ConfigError("paths", `expected a path inside ${repository.root}, got "${path}"`);
    }),
  );
}

/** A path of a folder, from the root of the repository. Null outside of it. */
async function locatePath(
  { root }: Repository,
  path: string,
  folder: string,
): Promise<string | null> {
  const { realpath } = nodeModule("node:fs/promises", "git");
  const { basename, dirname, isAbsolute, join, relative, resolve, sep } = nodeModule(
    "node:path",
    "git",
  );
  const fullPath = resolve(await realpath(folder), path);
  // A link is a file of the repository, and a link on the way to a file is not.
  const parent = await realpath(dirname(fullPath)).catch(() => dirname(fullPath));
  const isRoot = (await realpath(fullPath).catch(() => null)) === root;
  const relativePath = isRoot ? "" : relative(root, join(parent, basename(fullPath)));
  const parts = relativePath.split(sep);
  if (parts[0] === ".." || isAbsolute(relativePath)) return null;
  // Git writes slashes on every system.
  return relativePath === "" ? "." : parts.join("/");
}

/** The name that the file of a path has as a document. Null outside of the repository. */
export async function findDocumentName(
  repository: Repository,
  path: string,
  folder: string,
): Promise<string | null> {
  const located = await locatePath(repository, path, folder);
  return located === null ? null : formatPath(Buffer.from(located));
}

async function readChange(
  repository: Repository,
  change: Change,
  { paths = [], isSkipped }: MaterialRequest,
): Promise<RepositoryMaterial> {
  const files = await listChanges(repository, change, paths);
  const builder = await createMaterialBuilder(repository, files, { isSkipped, paths });
  const tracked = builder.reviewable.filter(({ kind }) => kind !== "untracked");
  const diffs = await readInContext(tracked, async (someFiles, context) => {
    const read = await readDiffs(repository, change, someFiles, context);
    if (context !== WHOLE_FILE) return read;
    for (const file of someFiles.filter(({ kind }) => kind === "changed" || kind === "renamed")) {
      const diff = read.get(file.name);
      if (diff !== undefined && !diff.isBinary && diff.hunks === "")
        read.set(file.name, { ...diff, ...(await readUnchangedText(repository, change, file)) });
    }
    return read;
  });
  for (const file of builder.reviewable) {
    const text =
      file.kind === "untracked"
        ? await readWorkingFile(repository, file, (words) => writeNewFile(file, words))
        : await createFileText(repository, change, file, diffs.get(file.name));
    builder.add(file, text);
  }
  const message = await readMessages(repository, change);
  return { title: change.title, message, ...builder.finish(), commit: change.commit };
}

/** The text of a file whose name or mode changes and nothing else, which git leaves out of its diff. */
async function readUnchangedText(
  repository: Repository,
  change: Change,
  file: ChangedFile,
): Promise<Pick<FileDiff, "hunks" | "isBinary">> {
  if ((await readSize(repository, change, file)) > MAX_FILE_BYTES)
    return { hunks: "", isBinary: true };
  const bytes = await readBytes(repository, change, file);
  const isBinary = bytes.includes(0);
  return { hunks: isBinary ? "" : writeHunk(bytes.toString("utf8"), " "), isBinary };
}

async function readBytes(
  { root, git }: Repository,
  { commit }: Pick<Change, "commit">,
  { path }: ChangedFile,
): Promise<Buffer> {
  const { readFile } = nodeModule("node:fs/promises", "git");
  const { join } = nodeModule("node:path", "git");
  return commit === null
    ? readFile(join(root, path ?? ""))
    : git(["cat-file", "blob", `${commit}:${path}`]);
}

async function createFileText(
  repository: Repository,
  change: Change,
  file: ChangedFile,
  diff: FileDiff | undefined,
): Promise<FileText> {
  if (diff === undefined) return { problem: "git shows no change of it" };
  if (!diff.isBinary) return { text: writeDiff(file, diff) };
  const size = await readSize(repository, change, file);
  const isLargeText = size > MAX_FILE_BYTES && (await isText(repository, change, file));
  return isLargeText ? { problem: TOO_MANY_BYTES } : { leftOutBecause: "binary" };
}

/** Git reads as much of a file to tell whether it is binary, unless it is large: then it says so without reading. */
const TOLD_BYTES = 8000;

async function isText(
  repository: Repository,
  change: Pick<Change, "commit">,
  file: ChangedFile,
): Promise<boolean> {
  // What is too large to be read at all is data.
  const bytes = await readBytes(repository, change, file).catch(() => Buffer.alloc(1));
  return !bytes.subarray(0, TOLD_BYTES).includes(0);
}

/** Size of a file after a change, in bytes; 0 for one that is gone. */
async function readSize(
  { root, git }: Repository,
  { commit }: Change,
  { path }: ChangedFile,
): Promise<number> {
  const { lstat } = nodeModule("node:fs/promises", "git");
  const { join } = nodeModule("node:path", "git");
  try {
    if (commit === null) return (await lstat(join(root, path ?? ""))).size;
    return Number(await git(["cat-file", "-s", `${commit}:${path}`]));
  } catch {
    return 0;
  }
}

/** Reads files of the working tree: tracked and untracked, and ignored ones only if they are named themselves. */
async function readFiles(
  repository: Repository,
  paths: readonly string[],
  { isSkipped }: MaterialRequest,
): Promise<RepositoryMaterial> {
  const { root, git } = repository;
  const { lstat } = nodeModule("node:fs/promises", "git");
  const { join } = nodeModule("node:path", "git");
  const stats = await Promise.all(paths.map((path) => lstat(join(root, path)).catch(() => null)));
  const namedFiles = paths.filter((_, index) => stats[index]?.isFile());
  const list = ["ls-files", "-z", "--cached", "--others"];
  const [listed, named, conflicted] = await Promise.all([
    git([...list, "--exclude-standard", "--", ...paths]),
    namedFiles.length > 0 ? git([...list, "--", ...namedFiles]) : Buffer.alloc(0),
    listConflicts(repository),
  ]);
  // A file with conflicts is listed once per version.
  const names = new Map(
    [...splitNul(listed), ...splitNul(named)].map((path) => [formatPath(path), decodePath(path)]),
  );
  const files = [...names].map(([name, path]): ChangedFile => ({
    name,
    path,
    oldPath: null,
    kind: conflicted.has(name) ? "conflicted" : "changed",
  }));
  const builder = await createMaterialBuilder(repository, files, { isSkipped, paths });
  for (const file of builder.reviewable)
    builder.add(file, await readWorkingFile(repository, file, (text) => text));
  return { title: paths.join(", "), message: "", ...builder.finish(), commit: null };
}

async function readWorkingFile(
  repository: Repository,
  file: ChangedFile,
  write: (text: string) => string,
): Promise<FileText> {
  const { lstat } = nodeModule("node:fs/promises", "git");
  const { join } = nodeModule("node:path", "git");
  const stats = await lstat(join(repository.root, file.path ?? "")).catch(() => null);
  if (stats === null) return { leftOutBecause: "deleted" };
  if (stats.isDirectory()) return { leftOutBecause: "a repository of its own" };
  if (!stats.isFile()) return { leftOutBecause: "a link or a special file" };
  const workingTree = { commit: null };
  if (stats.size > MAX_FILE_BYTES)
    return (await isText(repository, workingTree, file))
      ? { problem: TOO_MANY_BYTES }
      : { leftOutBecause: "binary" };
  const bytes = await readBytes(repository, workingTree, file);
  if (bytes.length === 0) return { leftOutBecause: "empty" };
  return bytes.includes(0) ? { leftOutBecause: "binary" } : { text: write(bytes.toString("utf8")) };
}

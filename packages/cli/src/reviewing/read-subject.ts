import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, normalize } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findNearestWord } from "@rostrum/core/options";
import { ConfigError, joinNames } from "@rostrum/core/support";
import {
  findDocumentName,
  findWholeBranch,
  fitDocuments,
  hasChanges,
  hasGit,
  holdsSecrets,
  isRange,
  listConflicts,
  MAX_FILE_BYTES,
  openRepository,
  readMaterial,
  readPipedDiff,
  TOO_MANY_BYTES,
  type LeftOutFile,
  type Repository,
  type RepositoryMaterial,
} from "@rostrum/runtime/repository";
import { PIPED_PLAN, type ReviewedDocument } from "@rostrum/core/export";
import { readBinaryFile, readBytes, refuseBytes } from "../files.ts";
import type { InputStream } from "../io.ts";
import { matchesPattern } from "./path-pattern.ts";
import type { ReviewFlags } from "./review-flags.ts";
import { hasPipedData } from "../question/piped-material.ts";
import { formatWarning } from "../report/lines.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";

/** Material of a review. */
export interface ReviewSubject {
  /** Description for messages, such as "the working tree against HEAD". */
  title: string;
  /** Paths that limit the change. */
  paths?: readonly string[];
  /** Commit messages of the change. */
  message?: string;
  /** True for files and folders as they are, rather than a change. */
  isWhole?: true;
  documents: ReviewedDocument[];
  skipped: LeftOutFile[];
  unreviewed: LeftOutFile[];
  /** Repository whose files reviewers may read. Null when there is none. */
  repository: { folder: string; commit: string | null } | null;
  /** False in a repository without any. */
  hasCommits?: boolean;
}

const STDIN = "-";
const STDIN_NAME = "stdin";

/**
 * Reads what the arguments name: standard input, files, folders or commits. Without arguments, the uncommitted
 * change.
 */
export async function readSubject(
  args: readonly string[],
  flags: ReviewFlags,
  { io: { stdin }, say, style }: Pick<Output, "io" | "say" | "style">,
): Promise<ReviewSubject> {
  const repository = await openRepository(process.cwd());
  const { plan } = flags;
  const readsStdin = plan === true || plan === STDIN || args.includes(STDIN);
  if (readsStdin && stdin.isTTY === true) {
    const what = plan === undefined ? "what to review" : "the plan";
    say(`reading ${what} from standard input (Ctrl-D ends it)`);
  }
  if (plan !== undefined) return readPlan(plan === true ? STDIN : plan, stdin, repository);
  const { paths, ranges, unknown } = await sortArguments(args, repository);
  const [range, second] = ranges;
  if (second !== undefined) {
    const words = ranges.join(", ");
    throw new UserError(`Expected one commit or range, got ${ranges.length}: ${words}.`, [
      `For everything between two commits: rostrum review ${range}..${second}`,
    ]);
  }
  const { staged, base } = flags;
  const changes = [
    ...(staged ? ["--staged"] : []),
    ...(base === undefined ? [] : [`--base ${base}`]),
    ...(range === undefined ? [] : [range]),
  ];
  if (changes.length > 1)
    throw new UserError(
      `${joinNames(changes)} name different changes: give only one of them.`,
      range === undefined ? [] : ["To limit a change to a file or folder, name one that exists."],
    );
  const isChange = changes.length > 0;
  for (const path of unknown) {
    // A file may be gone since the commit that it is compared with.
    const isChanged =
      isChange &&
      repository !== null &&
      (await hasChanges(repository, { ...readRequest(flags), range, paths: [path] }));
    if (!isChanged) throw await refuseUnknown(path, repository);
    paths.push(path);
  }
  if (!isChange && paths.length > 0) return readPaths(paths, flags, stdin, repository);
  if (!isChange && (await hasPipedData(stdin, (line) => say(formatWarning(line, style)))))
    throw new UserError("Something is piped in, but this command reviews the working tree.", [
      "To review what is piped in: … | rostrum review -",
      "To review the working tree: rostrum review </dev/null",
    ]);
  if (repository === null) throw await explainNoRepository(flags);
  if (paths.includes(STDIN))
    throw new UserError(
      '"-" is standard input, and can\'t be reviewed together with a commit, --staged or --base: leave it out.',
    );
  if (base !== undefined && !(await isRange(repository, base)))
    throw new UserError(
      `--base ${base}: there is no such commit, branch or tag here.`,
      await suggestBase(repository, base),
    );
  const material = await readMaterial(repository, {
    ...readRequest(flags),
    range,
    paths,
  }).catch((error: unknown) => {
    throw nameChange(error, { base: `--base ${base}`, range });
  });
  const branch = range === undefined ? null : await findWholeBranch(repository, range);
  if (branch !== null) {
    const { commitCount } = branch;
    const others = `only the last of ${commitCount} commits of ${range} is reviewed`;
    say(formatWarning(`${others}; the whole branch: rostrum review ${branch.range}`, style));
  }
  const hasCommits = await isRange(repository, "HEAD");
  return { ...toSubject(repository, material), paths, ...(hasCommits ? {} : { hasCommits }) };
}

/** Makes an error name the change as the user did. */
function nameChange(error: unknown, words: { base: string; range: string | undefined }): unknown {
  if (!(error instanceof ConfigError)) return error;
  const name = error.field === "base" || error.field === "range" ? words[error.field] : undefined;
  return name === undefined
    ? error
    : new UserError(`${name}: ${error.problem}`, [], { cause: error });
}

/** Usual names of a main branch. */
const MAIN_BRANCHES = new Set(["main", "master", "trunk", "develop"]);
const MAX_BRANCHES = 5;

/** Suggests the branch with the nearest name, else a main branch, else lists some branches. */
async function suggestBase({ git }: Repository, base: string): Promise<string[]> {
  const newestFirst = ["--sort=-committerdate", "--format=%(refname:short)"];
  const output = await git(["for-each-ref", ...newestFirst, "refs/heads", "refs/remotes"]);
  const branches = output.toString("utf8").split("\n").filter(Boolean);
  const near =
    findNearestWord(base, branches) ??
    branches.find((name) => MAIN_BRANCHES.has(name.split("/").at(-1) ?? ""));
  if (near !== undefined) return [`Did you mean --base ${near}?`];
  const names = branches.slice(0, MAX_BRANCHES).join(", ");
  return names === "" ? [] : [`Branches here: ${names}`];
}

/** A plan is one document. Its reviewers may read the repository that it is about. */
async function readPlan(
  path: string,
  stdin: InputStream,
  repository: Repository | null,
): Promise<ReviewSubject> {
  const bytes = await readDocumentBytes(path, stdin, "--plan");
  const name = await nameDocument(path, repository);
  const { document, text } = decodeDocument({ path, name }, bytes, "--plan");
  if (text.trim() === "") {
    if (path !== STDIN) throw new UserError(`There is no plan to review: ${document} is empty.`);
    throw new UserError("There is no plan to review: nothing came in on standard input.", [
      "Name its file: rostrum review --plan plan.md",
      "Or pipe it in: cat plan.md | rostrum review --plan",
    ]);
  }
  const [gap] = fitDocuments([{ document, text }]).unreviewed;
  if (gap !== undefined)
    throw new UserError(`--plan: ${document} can't be reviewed: ${gap.reason}.`);
  return {
    title: document === "stdin" ? "a plan" : `the plan ${document}`,
    documents: [{ document: document === "stdin" ? PIPED_PLAN : document, text }],
    skipped: [],
    unreviewed: [],
    repository: repository && { folder: repository.root, commit: null },
  };
}

function readRequest({ staged, base, skip = [] }: ReviewFlags): {
  staged: boolean | undefined;
  base: string | undefined;
  folder: string;
  isSkipped(path: string): boolean;
} {
  const isSkipped = (path: string): boolean =>
    skip.some((pattern) => matchesPattern(path, pattern));
  return { staged, base, folder: process.cwd(), isSkipped };
}

/** Sorts arguments into paths and commits. An existing path wins over a commit of the same name. */
async function sortArguments(
  args: readonly string[],
  repository: Repository | null,
): Promise<{ paths: string[]; ranges: string[]; unknown: string[] }> {
  const paths: string[] = [];
  const ranges: string[] = [];
  const unknown: string[] = [];
  for (const arg of new Set(args)) {
    const isPath = arg === STDIN || (await lstat(arg).catch(() => null)) !== null;
    if (isPath) paths.push(arg);
    else if (repository !== null && (await isRange(repository, arg))) ranges.push(arg);
    else unknown.push(arg);
  }
  return { paths, ranges, unknown };
}

type SubjectPart = Pick<ReviewSubject, "message" | "documents" | "skipped" | "unreviewed"> & {
  /** True for a diff. */
  isChange?: true;
};

const NOTHING: SubjectPart = { documents: [], skipped: [], unreviewed: [] };

/** Reads files and folders as they are. A named file is read even if git ignores it. */
async function readPaths(
  paths: readonly string[],
  flags: ReviewFlags,
  stdin: InputStream,
  repository: Repository | null,
): Promise<ReviewSubject> {
  // The same file may be named in several ways.
  const pathsByName = new Map<string, string>();
  for (const path of paths) pathsByName.set(await nameDocument(path, repository), path);
  const names = [...pathsByName.keys()];
  const conflicted = repository === null ? new Set() : await listConflicts(repository);
  const binaryFiles: { name: string; bytes: Uint8Array }[] = [];
  const parts = await Promise.all(
    [...pathsByName].map(async ([name, path]): Promise<SubjectPart> => {
      const stats = path === STDIN ? null : await lstat(path);
      const isFolder = stats?.isDirectory() ?? false;
      if (isFolder && repository === null) throw await refuseFolder(path);
      if (isFolder && repository !== null)
        return readMaterial(repository, { ...readRequest(flags), paths: [path] });
      const leaveOut = (list: "skipped" | "unreviewed", reason: string): SubjectPart => ({
        ...NOTHING,
        [list]: [{ path: name, reason }],
      });
      const secret = path === STDIN ? null : await findLinkedSecret(path);
      if (secret !== null) {
        const reason = `it leads to ${secret}, which may hold secrets; name that file itself to include it`;
        return leaveOut("skipped", reason);
      }
      if (conflicted.has(name)) return leaveOut("unreviewed", "it has merge conflicts");
      if ((stats?.size ?? 0) > MAX_FILE_BYTES) return leaveOut("unreviewed", TOO_MANY_BYTES);
      const bytes = await readDocumentBytes(path, stdin);
      if (path !== STDIN && bytes.includes(0)) {
        binaryFiles.push({ name, bytes });
        return leaveOut("skipped", "binary");
      }
      const document = decodeDocument({ path, name }, bytes);
      if (path !== STDIN) return { ...NOTHING, documents: [document] };
      const { isSkipped } = readRequest(flags);
      const change = await readPipedDiff(document.text, repository, isSkipped);
      return change === null
        ? { ...NOTHING, documents: [document] }
        : { ...change, isChange: true };
    }),
  );
  const isChange = parts.some((part) => part.isChange);
  const wholeFiles = new Set(
    parts.flatMap((part) => (part.isChange ? [] : part.documents.map((each) => each.document))),
  );
  const documents = parts.flatMap((part) =>
    part.isChange
      ? part.documents.map((each) =>
          // Named next to the diff that changes it.
          wholeFiles.has(each.document)
            ? { ...each, document: `${each.document} (piped diff)` }
            : each,
        )
      : part.documents,
  );
  const [binary] = binaryFiles;
  if (documents.length === 0 && binary !== undefined)
    throw refuseBytes(binary.bytes, "review", binary.name);
  const distinct = new Map(documents.map((each) => [each.document, each]));
  const filled = [...distinct.values()].filter(({ text }) => text.trim() !== "");
  const fitting = fitDocuments(filled);
  // An empty diff has no change; a named file should not be empty.
  if (filled.length === 0 && documents.length > 0 && !paths.includes(STDIN)) {
    const empty = names.length === 1 ? `${names[0]} is empty` : "all of these files are empty";
    throw new UserError(`Nothing to review: ${empty}.`);
  }
  return {
    title: names
      .map((name) => (isChange && name === STDIN_NAME ? "the piped diff" : name))
      .join(", "),
    message: parts.map((part) => part.message ?? "").join(""),
    ...(isChange ? {} : { isWhole: true }),
    documents: fitting.documents,
    // A folder leaves out what may hold secrets, unless it is named too.
    skipped: parts.flatMap(({ skipped }) => skipped.filter(({ path }) => !distinct.has(path))),
    unreviewed: [...parts.flatMap(({ unreviewed }) => unreviewed), ...fitting.unreviewed],
    repository: repository && { folder: repository.root, commit: null },
  };
}

/** Only git knows what was changed. */
async function explainNoRepository({ staged, base }: ReviewFlags): Promise<UserError> {
  const reason = await describeNoRepository();
  const flag = staged ? "--staged" : base === undefined ? null : "--base";
  return new UserError(
    flag === null
      ? `No file was given, and ${reason}, so rostrum can't find your changes.`
      : `${flag} can't be used: ${reason}.`,
    [
      `${reason === NO_GIT ? "Install git, or name files" : "Name files"}: rostrum review src/cart.ts src/order.ts`,
      "Or pipe a change in: rostrum review - < change.diff",
    ],
  );
}

const NO_GIT = "git is not installed";

/** Why no repository was found. */
async function describeNoRepository(): Promise<string> {
  return (await hasGit()) ? "there is no git repository here" : NO_GIT;
}

/** Without git, a folder can't be reviewed: git tells which files are generated, ignored or secret. */
async function refuseFolder(path: string): Promise<UserError> {
  const entries = await readdir(path);
  if (entries.length === 0)
    return new UserError(`Nothing to review: "${path}" is an empty folder.`);
  return new UserError(`"${path}" is a folder, and ${await describeNoRepository()}.`, [
    `Name the files: rostrum review ${path === "." ? "" : `${path.replace(/[\\/]$/, "")}/`}*`,
  ]);
}

function toSubject({ root }: Repository, material: RepositoryMaterial): ReviewSubject {
  const { commit, ...subject } = material;
  return { ...subject, repository: { folder: root, commit } };
}

/** Name of the file with secrets that a path leads to, unless the path itself has such a name. */
async function findLinkedSecret(path: string): Promise<string | null> {
  const target = await realpath(path).catch(() => path);
  return holdsSecrets(target) && !holdsSecrets(path) ? basename(target) : null;
}

function readDocumentBytes(
  path: string,
  stdin: InputStream,
  /** Named in error messages. */
  flag = "review",
): Promise<Buffer> {
  return path === STDIN
    ? readBytes(stdin, flag, "standard input", MAX_FILE_BYTES)
    : readBinaryFile(path, flag, MAX_FILE_BYTES);
}

function decodeDocument(
  { path, name: document }: { path: string; name: string },
  bytes: Uint8Array,
  flag = "review",
): ReviewedDocument {
  if (bytes.includes(0)) throw refuseBytes(bytes, flag, document);
  // Not fatal, as in a change: text in an older encoding can be reviewed, except for some of its characters.
  const text = new TextDecoder().decode(bytes);
  // Git's settings may add colours, and a diff with colour codes can't be read as a diff.
  return { document, text: path === STDIN ? stripVTControlCharacters(text) : text };
}

/** In a repository, a file has the same name wherever the command runs. */
async function nameDocument(path: string, repository: Repository | null): Promise<string> {
  if (path === STDIN) return STDIN_NAME;
  const name = repository && (await findDocumentName(repository, path, process.cwd()));
  return name ?? normalize(path).replaceAll("\\", "/");
}

import { lstat, readdir } from "node:fs/promises";
import { normalize } from "node:path";
import {
  isRange,
  openRepository,
  readMaterial,
  type LeftOutFile,
  type Repository,
  type RepositoryMaterial,
} from "@rostrum/runtime/repository";
import { formatNumber, PIPED_PLAN, type ReviewedDocument } from "@rostrum/core/export";
import { readInput, readTextFile, refuseBytes } from "../files.ts";
import type { InputStream } from "../io.ts";
import { matchesPattern } from "../pull-request/path-pattern.ts";
import type { ReviewFlags } from "../pull-request/review-flags.ts";
import { hasPipedData } from "../question/piped-material.ts";
import { formatWarning } from "../report/lines.ts";
import type { Output } from "../terminal/output.ts";
import { suggestPath, UserError } from "../user-error.ts";

/** Material of a review. */
export interface ReviewSubject {
  /** Description for messages, such as "the working tree against HEAD". */
  title: string;
  /** Commit messages of the change. */
  message?: string;
  /** True for files and folders as they are, rather than a change. */
  isWhole?: true;
  documents: ReviewedDocument[];
  skipped: LeftOutFile[];
  unreviewed: LeftOutFile[];
  /** Repository whose files reviewers may read. Null when there is none. */
  repository: { folder: string; commit: string | null } | null;
}

const STDIN = "-";

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
  const { paths, ranges } = await sortArguments(args, repository);
  const [range, second] = ranges;
  if (second !== undefined) {
    const words = ranges.join(", ");
    throw new UserError(`Expected one commit or range, got ${ranges.length}: ${words}.`, [
      `For everything between two commits: rostrum review ${range}..${second}`,
    ]);
  }
  const { staged, base } = flags;
  const isChange = staged === true || base !== undefined || range !== undefined;
  if (!isChange && paths.length > 0) return readPaths(paths, flags, stdin, repository);
  if (!isChange && (await hasPipedData(stdin, (line) => say(formatWarning(line, style)))))
    throw new UserError("Something is piped in, but this command reviews the working tree.", [
      "To review what is piped in: … | rostrum review -",
      "To review the working tree: rostrum review </dev/null",
    ]);
  if (repository === null) {
    const missing = isChange ? "" : ", and no file was given";
    throw new UserError(
      `Nothing to review: there is no git repository here (or no git)${missing}.`,
      [
        "Name files: rostrum review src/cart.ts src/order.ts",
        "Or pipe a change in: git diff | rostrum review -",
      ],
    );
  }
  if (paths.includes(STDIN))
    throw new UserError(
      '"-" is standard input, and can\'t be reviewed together with a commit, --staged or --base: leave it out.',
    );
  if (base !== undefined && !(await isRange(repository, base)))
    throw new UserError(
      `--base ${base}: there is no such commit, branch or tag here.`,
      await suggestBase(repository),
    );
  return toSubject(
    repository,
    await readMaterial(repository, { ...readRequest(flags), range, paths }),
  );
}

/** Names that the branch others begin at usually has. */
const MAIN_BRANCHES = new Set(["main", "master", "trunk", "develop"]);
const MAX_BRANCHES = 5;

/** Hints at the branches that there are, those that others begin at first. */
async function suggestBase({ git }: Repository): Promise<string[]> {
  const newestFirst = ["--sort=-committerdate", "--format=%(refname:short)"];
  const output = await git(["for-each-ref", ...newestFirst, "refs/heads", "refs/remotes"]);
  const branches = output.toString("utf8").split("\n").filter(Boolean);
  const main = branches.find((name) => MAIN_BRANCHES.has(name.split("/").at(-1) ?? ""));
  if (main !== undefined) return [`Did you mean --base ${main}?`];
  const names = branches.slice(0, MAX_BRANCHES).join(", ");
  return names === "" ? [] : [`Branches here: ${names}`];
}

/** A plan is one document. Its reviewers may read the repository that it is about. */
async function readPlan(
  path: string,
  stdin: InputStream,
  repository: Repository | null,
): Promise<ReviewSubject> {
  const { document, text } = await readDocument(path, stdin, "--plan");
  if (text.trim() === "") {
    if (path !== STDIN) throw new UserError(`There is no plan to review: ${document} is empty.`);
    throw new UserError("There is no plan to review: nothing came in on standard input.", [
      "Name its file: rostrum review --plan plan.md",
      "Or pipe it in: cat plan.md | rostrum review --plan",
    ]);
  }
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
): Promise<{ paths: string[]; ranges: string[] }> {
  const paths: string[] = [];
  const ranges: string[] = [];
  for (const arg of new Set(args)) {
    const isPath = arg === STDIN || (await lstat(arg).catch(() => null)) !== null;
    if (isPath) paths.push(arg);
    else if (repository !== null && (await isRange(repository, arg))) ranges.push(arg);
    else {
      throw new UserError(
        repository === null
          ? `There is no file or folder ${arg}. (This is not a git repository, so it can't be a commit either.)`
          : `There is no file, folder or commit ${arg} here.`,
        suggestPath(arg),
      );
    }
  }
  return { paths, ranges };
}

/** Reads files and folders as they are. A named file is read even if git ignores it. */
async function readPaths(
  paths: readonly string[],
  flags: ReviewFlags,
  stdin: InputStream,
  repository: Repository | null,
): Promise<ReviewSubject> {
  const names = [...new Set(paths.map((path) => (path === STDIN ? path : normalize(path))))];
  const parts = await Promise.all(
    names.map(
      async (path): Promise<Pick<ReviewSubject, "documents" | "skipped" | "unreviewed">> => {
        const isFolder = path !== STDIN && (await lstat(path)).isDirectory();
        if (isFolder && repository === null) throw await refuseFolder(path);
        if (isFolder && repository !== null)
          return readMaterial(repository, { ...readRequest(flags), paths: [path] });
        return { documents: [await readDocument(path, stdin)], skipped: [], unreviewed: [] };
      },
    ),
  );
  const documents = parts.flatMap((part) => part.documents);
  const distinct = new Map(documents.map((each) => [each.document, each]));
  const filled = [...distinct.values()].filter(({ text }) => text.trim() !== "");
  // An empty diff has no change; a named file should not be empty.
  if (filled.length === 0 && documents.length > 0 && !names.includes(STDIN)) {
    const empty = names.length === 1 ? `${names[0]} is empty` : "all of these files are empty";
    throw new UserError(`Nothing to review: ${empty}.`);
  }
  return {
    title: names.join(", "),
    isWhole: true,
    documents: filled,
    skipped: parts.flatMap(({ skipped }) => skipped),
    unreviewed: parts.flatMap(({ unreviewed }) => unreviewed),
    repository: repository && { folder: repository.root, commit: null },
  };
}

/** Without git, a folder can't be reviewed: git tells which files are generated, ignored or secret. */
async function refuseFolder(path: string): Promise<UserError> {
  const entries = await readdir(path);
  if (entries.length === 0)
    return new UserError(`Nothing to review: "${path}" is an empty folder.`);
  return new UserError(`"${path}" is a folder, and there is no git repository here (or no git).`, [
    `Name the files: rostrum review ${path === "." ? "" : `${path.replace(/[\\/]$/, "")}/`}*`,
  ]);
}

function toSubject({ root }: Repository, material: RepositoryMaterial): ReviewSubject {
  const { commit, ...subject } = material;
  return { ...subject, repository: { folder: root, commit } };
}

/** No model reads more at once, and a longer file is generated or data. */
const MAX_CHARACTERS = 1_000_000;

async function readDocument(
  path: string,
  stdin: InputStream,
  /** Named in error messages. */
  flag = "review",
): Promise<ReviewedDocument> {
  const document = path === STDIN ? "stdin" : path.replaceAll("\\", "/");
  const text = path === STDIN ? await readInput(stdin, flag) : await readTextFile(path, flag);
  if (text.length > MAX_CHARACTERS) {
    throw new UserError(
      `${flag}: expected at most ${formatNumber(MAX_CHARACTERS)} characters, got ${formatNumber(text.length)} in ${document}`,
      ["review the parts that matter, or a change: rostrum review --base main"],
    );
  }
  if (text.includes("\0")) {
    throw refuseBytes(Buffer.from(text), flag, document);
  }
  return { document, text };
}

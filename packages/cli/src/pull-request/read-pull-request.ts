import pLimit from "p-limit";
import { z } from "zod";
import type { ReviewedDocument } from "@rostrum/core/export";
import { holdsSecrets } from "@rostrum/runtime/repository";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";

/** A pull request, as GitHub describes it. */
export interface PullRequest {
  title: string;
  body: string | null;
  state: string;
  changed_files: number;
  user: { login: string } | null;
  author_association: string;
  head: { sha: string; repo: { full_name: string } | null };
  base: { sha: string; repo: { full_name: string; html_url: string } };
}

const pullShape: z.ZodType<PullRequest> = z.object({
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  changed_files: z.int(),
  user: z.object({ login: z.string() }).nullable(),
  author_association: z.string(),
  head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() }),
  base: z.object({
    sha: z.string(),
    repo: z.object({ full_name: z.string(), html_url: z.string() }),
  }),
});

const fileShape = z.object({
  filename: z.string(),
  status: z.string(),
  additions: z.int(),
  deletions: z.int(),
  changes: z.int(),
  patch: z.string().optional(),
  previous_filename: z.string().optional(),
});
type ChangedFile = z.infer<typeof fileShape>;

/** Material that a panel reads about a pull request, and changes that it can't read. */
export interface ReviewMaterial {
  documents: ReviewedDocument[];
  /** Name of the document with the diff. */
  diff: string;
  /** Changes that are not reviewed, with the reason. */
  unreviewed: UnreviewedFile[];
  /** Files that need no review or are not sent, with the reason. */
  skipped: UnreviewedFile[];
}

export interface UnreviewedFile {
  path: string;
  reason: string;
}

export function formatRepository({ owner, repo }: PullRequestAddress): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

export function formatPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

export function readPull(api: GitHubApi, address: PullRequestAddress): Promise<PullRequest> {
  return api.get(`${formatRepository(address)}/pulls/${address.number}`, pullShape);
}

/** True if the changes come from another repository, whose author may be anybody. */
export function isFromFork({ head, base }: PullRequest): boolean {
  return head.repo?.full_name !== base.repo.full_name;
}

/** About 100,000 tokens, which is what a panel can read at once. */
const MAX_CHARS = 400_000;
const MAX_DESCRIPTION_CHARS = 4000;
const FILES_AT_ONCE = 8;

/**
 * Reads the diff, then the changed files after the change while there is room, then the author's description. Files
 * that don't fit are reported, never cut.
 */
export async function readMaterial(
  api: GitHubApi,
  address: PullRequestAddress,
  pull: PullRequest,
  isSkipped: (path: string) => boolean,
): Promise<ReviewMaterial> {
  const pullPath = `${formatRepository(address)}/pulls/${address.number}`;
  const listed = await api.list(`${pullPath}/files`, fileShape);
  const unreviewed: UnreviewedFile[] = [];
  const missing = pull.changed_files - listed.length;
  if (missing > 0) {
    unreviewed.push({ path: `${missing} more files`, reason: "GitHub doesn't list them" });
  }
  const read = pLimit(FILES_AT_ONCE);
  const readHead = (path: string): Promise<string | null> =>
    read(() => readText(api, address, path, pull.head.sha));
  const skipped: UnreviewedFile[] = [];
  let remainingChars = MAX_CHARS;
  const reserveChars = (text: string): boolean => {
    if (text.length > remainingChars) return false;
    remainingChars -= text.length;
    return true;
  };
  let diff = "";
  const reviewedFiles: ChangedFile[] = [];
  for (const file of listed) {
    const skipReason = await findSkipReason(file, isSkipped, readHead);
    if (skipReason !== null) {
      skipped.push({ path: file.filename, reason: skipReason });
      continue;
    }
    const problem = findProblem(file);
    const part = problem === null ? formatDiff(file) : "";
    if (problem !== null) unreviewed.push({ path: file.filename, reason: problem });
    else if (!reserveChars(part)) {
      unreviewed.push({ path: file.filename, reason: "the pull request is too large" });
    } else {
      diff += part;
      reviewedFiles.push(file);
    }
  }
  const remainingPaths = reviewedFiles
    .filter(({ status }) => status !== "removed")
    .map(({ filename }) => filename);
  const texts = await Promise.all(remainingPaths.map(readHead));
  const files = remainingPaths.flatMap((document, index) => {
    const text = texts[index] ?? "";
    // A file that doesn't fit is still reviewed by its diff.
    return text.trim() !== "" && reserveChars(text) ? [{ document, text }] : [];
  });
  const usedNames = new Set(listed.map(({ filename }) => filename));
  const name = chooseName("changes.diff", usedNames);
  const description = `${pull.title}\n\n${pull.body ?? ""}`.slice(0, MAX_DESCRIPTION_CHARS);
  return {
    documents: [
      ...(diff === "" ? [] : [{ document: name, text: diff }]),
      ...files,
      { document: chooseName("description.md", usedNames), text: description },
    ],
    diff: name,
    unreviewed,
    skipped,
  };
}

/** Could be read as a line of the diff, or lead to another address. */
const UNSAFE_NAME = /\p{Cc}|(?:^|\/)\.{1,2}(?:\/|$)/u;

/** Reason why a change needs no review, or must not be sent. Null when it is reviewed. */
async function findSkipReason(
  { filename, previous_filename, status, patch, changes }: ChangedFile,
  isSkipped: (path: string) => boolean,
  readHead: (path: string) => Promise<string | null>,
): Promise<string | null> {
  if (isSkipped(filename)) return "left out on request";
  if (holdsSecrets(filename) || holdsSecrets(previous_filename ?? "")) return "may hold secrets";
  const hasText =
    patch !== undefined || changes > 0 || status === "renamed" || status === "removed";
  if (hasText || UNSAFE_NAME.test(filename)) return null;
  return (await readHead(filename)) === "" ? null : "not a text, or only its mode changed";
}

/** Reason why a change can't be reviewed. Null when it can. */
function findProblem({ filename, patch, ...counts }: ChangedFile): string | null {
  if (UNSAFE_NAME.test(filename)) return "it has a name that can't be shown";
  if (patch === undefined)
    return counts.changes > 0 ? "it is too large: GitHub gives no diff for it" : null;
  const rows = patch.split("\n");
  const count = (mark: string): number => rows.filter((row) => row.startsWith(mark)).length;
  const isWhole = count("+") === counts.additions && count("-") === counts.deletions;
  return isWhole ? null : "GitHub gives only a part of its diff";
}

function formatDiff({ filename, previous_filename, status, patch }: ChangedFile): string {
  const old = previous_filename ?? filename;
  const heads = [
    `diff --git a/${old} b/${filename}`,
    ...(status === "renamed" ? [`rename from ${old}`, `rename to ${filename}`] : []),
    ...(patch === undefined
      ? []
      : [
          status === "added" ? "--- /dev/null" : `--- a/${old}`,
          status === "removed" ? "+++ /dev/null" : `+++ b/${filename}`,
          // On GitHub only \n ends a line, so other line breaks would shift the line numbers.
          patch.replace(/\r(?!\n)/g, " "),
        ]),
  ];
  return `${heads.join("\n")}\n`;
}

/** Reads a file at a commit. Null when it is missing or not a text. */
export async function readText(
  api: GitHubApi,
  address: PullRequestAddress,
  path: string,
  commit: string,
): Promise<string | null> {
  const contents = `${formatRepository(address)}/contents/${formatPath(path)}`;
  const bytes = await api.readFile(`${contents}?ref=${encodeURIComponent(commit)}`);
  if (bytes === null) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Chooses a name that no file of the pull request has. */
function chooseName(name: string, usedNames: ReadonlySet<string>): string {
  return usedNames.has(name) ? chooseName(`pull-request/${name}`, usedNames) : name;
}

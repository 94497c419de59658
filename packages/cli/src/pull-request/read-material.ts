import pLimit from "p-limit";
import { z } from "zod";
import { formatCount, type LeftOutFile } from "@rostrum/core/export";
import {
  clipMessages,
  readListedChange,
  type ListedChange,
  type ReadFile,
} from "@rostrum/runtime/repository";
import type { ReviewSubject } from "../reviewing/read-subject.ts";
import { withBaseAttributes } from "./base-attributes.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import { formatRepository, readFile, type PullRequest } from "./read-pull-request.ts";
import { readTree } from "./read-tree.ts";

const fileShape = z.object({
  filename: z.string(),
  status: z.string(),
  additions: z.int(),
  deletions: z.int(),
  patch: z.string().optional(),
  previous_filename: z.string().optional(),
});

/** Material that a panel reads about a pull request, and what it can't read. */
export interface ReviewMaterial extends Pick<
  ReviewSubject,
  "title" | "documents" | "skipped" | "unreviewed"
> {
  /** What its author says about it. */
  description: string;
  /** The changed files that need a review. */
  files: ReadFile[];
}

const FILES_AT_ONCE = 8;

const KINDS: Readonly<Record<string, ListedChange["kind"]>> = {
  added: "added",
  removed: "deleted",
  renamed: "renamed",
};

/** Reads the changed files of a pull request, as a local review reads those of a change. */
export async function readMaterial(
  api: GitHubApi,
  address: PullRequestAddress,
  pull: PullRequest,
  isSkipped: (path: string) => boolean,
): Promise<ReviewMaterial> {
  const { owner, repo, number } = address;
  const { base, head } = pull;
  const read = pLimit(FILES_AT_ONCE);
  const readAt = (path: string, commit: string): Promise<Uint8Array | null> =>
    read(() => readFile(api, address, path, commit));
  const [listed, before, after] = await Promise.all([
    api.list(`${formatRepository(address)}/pulls/${number}/files`, fileShape),
    readTree(api, address, base.sha),
    readTree(api, address, head.sha),
  ]);
  const changes = listed.map(({ filename, status, previous_filename, patch, ...counts }) => ({
    path: filename,
    oldPath: previous_filename ?? null,
    kind: KINDS[status] ?? "changed",
    before: (status === "added" ? null : before.get(previous_filename ?? filename)) ?? null,
    after: after.get(filename) ?? null,
    patch: patch ?? null,
    ...counts,
  }));
  const { documents, skipped, unreviewed, files } = await withBaseAttributes(
    changes.map(({ path }) => path),
    { tree: before, readFile: (path) => readAt(path, base.sha) },
    (attributes) =>
      readListedChange(changes, {
        attributes,
        isSkipped,
        readFile: (path) => readAt(path, head.sha),
      }),
  );
  return {
    title: `pull request ${owner}/${repo}#${number}`,
    description: clipMessages([pull.title, pull.body ?? ""]),
    documents,
    skipped,
    unreviewed: [...listMissing(pull.changed_files - listed.length), ...unreviewed],
    files,
  };
}

function listMissing(count: number): LeftOutFile[] {
  if (count <= 0) return [];
  return [{ path: formatCount(count, "more file"), reason: "GitHub doesn't list them" }];
}

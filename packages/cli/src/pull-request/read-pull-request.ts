import { z } from "zod";
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

/** Would lead to another address. */
const UNSAFE_PATH = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Reads a file at a commit. Null when it is missing. */
export async function readFile(
  api: GitHubApi,
  address: PullRequestAddress,
  path: string,
  commit: string,
): Promise<Uint8Array | null> {
  if (UNSAFE_PATH.test(path)) return null;
  const contents = `${formatRepository(address)}/contents/${formatPath(path)}`;
  return api.readFile(`${contents}?ref=${encodeURIComponent(commit)}`);
}

import { z } from "zod";
import { readMarker, type FindingNote, type SummaryNote } from "./comment-marker.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import type { PullRequest } from "./read-pull-request.ts";

/** A line comment of an earlier review. */
export interface EarlierFinding extends FindingNote {
  commentId: string;
  body: string;
  url: string;
  /** True if a person resolved the thread. Nothing is written to it any more. */
  isResolved: boolean;
  /** True if somebody resolved it who may overrule a finding, so that it no longer fails the review. */
  isSettled: boolean;
}

/** Comments of earlier reviews. */
export interface EarlierComments {
  findings: EarlierFinding[];
  summary: EarlierSummary | null;
}

export interface EarlierSummary {
  note: SummaryNote;
  commentId: string;
  body: string;
}

const comment = z.object({
  fullDatabaseId: z.union([z.string(), z.number()]).transform(String),
  body: z.string(),
  url: z.string(),
  viewerDidAuthor: z.boolean(),
});
const FIELDS = "fullDatabaseId body url viewerDidAuthor";
const thread = z.object({
  isResolved: z.boolean(),
  resolvedBy: z.object({ login: z.string() }).nullable(),
  comments: z.object({ nodes: z.array(comment) }),
});

/**
 * Finds comments that were written with this token. A marker proves nothing, because anybody can write one; GitHub
 * says whose comment it is.
 */
export async function readEarlierComments(
  api: GitHubApi,
  address: PullRequestAddress,
  pull: PullRequest,
): Promise<EarlierComments> {
  const [threads, summary] = await Promise.all([
    listNodes(
      api,
      address,
      "reviewThreads",
      `isResolved resolvedBy { login } comments(first: 1) { nodes { ${FIELDS} } }`,
      thread,
    ),
    readSummary(api, address),
  ]);
  const findings = threads.flatMap(({ isResolved, resolvedBy, comments: { nodes } }) => {
    const [first] = nodes;
    const note = first?.viewerDidAuthor ? readMarker("finding", first.body) : null;
    if (first === undefined || note === null) return [];
    const { fullDatabaseId, body, url } = first;
    const isSettled = isResolved && mayResolve(resolvedBy?.login, pull);
    return [{ ...note, commentId: fullDatabaseId, body, url, isResolved, isSettled }];
  });
  return { findings, summary };
}

/** Finds our summary. Reviews that began at the same moment may have written several: their runs count too. */
export async function readSummary(
  api: GitHubApi,
  address: PullRequestAddress,
): Promise<EarlierSummary | null> {
  const comments = await listNodes(api, address, "comments", FIELDS, comment);
  const [summary, ...otherSummaries] = comments.flatMap(
    ({ fullDatabaseId, body, viewerDidAuthor }) => {
      const note = viewerDidAuthor ? readMarker("summary", body) : null;
      return note === null ? [] : [{ note, commentId: fullDatabaseId, body }];
    },
  );
  if (summary === undefined) return null;
  const { runs } = summary.note;
  const otherRuns = otherSummaries
    .flatMap(({ note }) => note.runs)
    .filter(({ id }) => !runs.some((run) => run.id === id));
  return { ...summary, note: { ...summary.note, runs: [...otherRuns, ...runs] } };
}

/** GitHub lets authors resolve threads of their own pull requests, even from forks. That counts only for insiders. */
function mayResolve(login: string | undefined, pull: PullRequest): boolean {
  const isInsider = ["OWNER", "MEMBER", "COLLABORATOR"].includes(pull.author_association);
  return login !== undefined && (isInsider || login !== pull.user?.login);
}

/** Lists all pages of a pull request's threads or comments. */
async function listNodes<T>(
  api: GitHubApi,
  { owner, repo, number }: PullRequestAddress,
  list: "reviewThreads" | "comments",
  fields: string,
  node: z.ZodType<T>,
): Promise<T[]> {
  const text = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      ${list}(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${fields} } }
    }
  }
}`;
  const page = z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(node),
  });
  const shape = z.object({
    repository: z.object({ pullRequest: z.record(z.literal(list), page) }),
  });
  const all: T[] = [];
  for (let after: string | null = null; ;) {
    const answer: z.infer<typeof shape> = await api.query(
      text,
      { owner, repo, number, after },
      shape,
    );
    const { pageInfo, nodes } = answer.repository.pullRequest[list];
    all.push(...nodes);
    if (!pageInfo.hasNextPage) return all;
    after = pageInfo.endCursor;
  }
}

import { z } from "zod";
import { formatCount } from "@rostrum/core/export";
import { writeFindingComment, type Summary } from "./comment-text.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import { GitHubError, type GitHubApi } from "./github-api.ts";
import type { MatchedFinding } from "./match-comments.ts";
import { formatRepository } from "./read-pull-request.ts";

const created = z.object({ id: z.int() });

/** Posts new comments about findings, and updates earlier ones. Returns what GitHub refused. */
export async function publishFindings(
  api: GitHubApi,
  address: PullRequestAddress,
  review: Pick<Summary, "findings" | "pull">,
): Promise<string[]> {
  return [
    ...(await postComments(api, address, review)),
    ...(await updateComments(api, formatRepository(address), review.findings)),
  ];
}

/** Writes the summary, over the existing one if there is one. */
export async function publishSummary(
  api: GitHubApi,
  address: PullRequestAddress,
  body: string,
  commentId: string | null,
): Promise<void> {
  const issues = `${formatRepository(address)}/issues`;
  if (commentId !== null) await api.patch(`${issues}/comments/${commentId}`, { body });
  else await api.post(`${issues}/${address.number}/comments`, { body }, created);
}

/** Posts new findings as one review, so that people get one notification. GitHub requires a body. */
async function postComments(
  api: GitHubApi,
  address: PullRequestAddress,
  { findings, pull }: Pick<Summary, "findings" | "pull">,
): Promise<string[]> {
  const comments = findings.flatMap(({ finding, note, earlier }) => {
    const { place, status } = finding;
    if (place === null || note === null || earlier !== null || status === "refuted") return [];
    const { path, side, line, startLine } = place;
    const several = startLine === undefined ? {} : { start_line: startLine, start_side: side };
    return [{ path, side, line, ...several, body: writeFindingComment(finding, note) }];
  });
  if (comments.length === 0) return [];
  const count = formatCount(comments.length, "new finding");
  const review = {
    commit_id: pull.head.sha,
    event: "COMMENT",
    body: `rostrum: ${count} in ${pull.head.sha.slice(0, 7)}.`,
    comments,
  };
  try {
    await api.post(`${formatRepository(address)}/pulls/${address.number}/reviews`, review, created);
    return [];
  } catch (error) {
    // GitHub rejected a position. The summary has the findings too, so the review isn't lost.
    if (!(error instanceof GitHubError) || error.status !== 422) throw error;
    return [`GitHub refused ${formatCount(comments.length, "comment")} on lines: ${error.message}`];
  }
}

/** Updates earlier comments, except unchanged ones and those in resolved threads. */
async function updateComments(
  api: GitHubApi,
  root: string,
  findings: readonly MatchedFinding[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { finding, note, earlier } of findings) {
    if (earlier === null || earlier.isResolved) continue;
    const { path, lines, claim, severity, status } = note ?? earlier;
    const storedNote = { path, lines, claim, severity, status };
    const body = writeFindingComment(finding, {
      ...storedNote,
      severity: finding.severity,
      status: finding.status,
    });
    if (body === earlier.body.replaceAll("\r\n", "\n").trim()) continue;
    try {
      await api.patch(`${root}/pulls/comments/${earlier.commentId}`, { body });
    } catch (error) {
      // Somebody deleted it in the meantime.
      if (!(error instanceof GitHubError) || error.status !== 404) throw error;
      problems.push(`a comment is gone: ${error.message}`);
    }
  }
  return problems;
}

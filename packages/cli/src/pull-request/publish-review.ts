import { z } from "zod";
import { formatCount } from "@rostrum/core/export";
import { writeFindingComment, writeSummary, type Summary } from "./comment-text.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import { GitHubError, type GitHubApi } from "./github-api.ts";
import type { MatchedFinding } from "./match-comments.ts";
import { formatRepository } from "./read-pull-request.ts";

const created = z.object({ id: z.int() });

/** Writes a review: new comments on their lines, known comments anew, and the summary. Returns what GitHub refused. */
export async function publishReview(
  api: GitHubApi,
  address: PullRequestAddress,
  summary: Summary,
  /** The summary's comment, if there is one. */
  summaryId: string | null,
): Promise<string[]> {
  const root = formatRepository(address);
  const problems = [
    ...(await postComments(api, address, summary)),
    ...(await updateComments(api, root, summary.findings)),
  ];
  const body = writeSummary({ ...summary, notices: [...summary.notices, ...problems] });
  if (summaryId !== null) await api.patch(`${root}/issues/comments/${summaryId}`, { body });
  else await api.post(`${root}/issues/${address.number}/comments`, { body }, created);
  return problems;
}

/** New findings are one review, so that people get one message. GitHub wants a text with it. */
async function postComments(
  api: GitHubApi,
  address: PullRequestAddress,
  { findings, pull }: Summary,
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
    // A place that GitHub doesn't take must not cost the whole review: the summary has the findings too.
    if (!(error instanceof GitHubError) || error.status !== 422) throw error;
    return [`GitHub refused ${formatCount(comments.length, "comment")} on lines: ${error.message}`];
  }
}

/** What is the same is not written again, and neither is anything in a thread that a person has resolved. */
async function updateComments(
  api: GitHubApi,
  root: string,
  findings: readonly MatchedFinding[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { finding, note, earlier } of findings) {
    if (earlier === null || earlier.isResolved) continue;
    const { path, lines, claim, severity, status } = note ?? earlier;
    const kept = { path, lines, claim, severity, status };
    const body = writeFindingComment(finding, {
      ...kept,
      severity: finding.severity,
      status: finding.status,
    });
    if (body === earlier.body.replaceAll("\r\n", "\n").trim()) continue;
    try {
      await api.patch(`${root}/pulls/comments/${earlier.commentId}`, { body });
    } catch (error) {
      // Somebody may have deleted it in the meantime.
      if (!(error instanceof GitHubError) || error.status !== 404) throw error;
      problems.push(`a comment is gone: ${error.message}`);
    }
  }
  return problems;
}

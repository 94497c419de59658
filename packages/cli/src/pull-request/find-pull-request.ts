import { z } from "zod";
import { readTextFile } from "../files.ts";
import { UserError } from "../user-error.ts";

export interface PullRequestAddress {
  owner: string;
  repo: string;
  number: number;
}

/** Pull request to review, or the reason why there is nothing to do. */
export type ReviewRequest = { address: PullRequestAddress; about: string } | { nothing: string };

const NAME = "[A-Za-z0-9._-]+";
const FORMS = [
  new RegExp(String.raw`^(?<number>\d+)$`),
  new RegExp(String.raw`^(?<owner>${NAME})/(?<repo>${NAME})#(?<number>\d+)$`),
  new RegExp(
    String.raw`^https://[^/]+/(?<owner>${NAME})/(?<repo>${NAME})/pull/(?<number>\d+)(?:[/?#].*)?$`,
  ),
];

/** Finds the pull request that a flag names, or the one of the GitHub Actions event. */
export async function findPullRequest(
  target: string | true,
  env: NodeJS.ProcessEnv,
): Promise<ReviewRequest> {
  return target === true ? readEvent(env) : { address: parseName(target, env), about: "" };
}

function parseName(target: string, env: NodeJS.ProcessEnv): PullRequestAddress {
  const match = FORMS.map((form) => form.exec(target)?.groups).find(Boolean);
  if (match === undefined) {
    throw new UserError(
      `--pr: expected 12, owner/repo#12 or the address of a pull request, got ${target}`,
    );
  }
  const { owner, repo } = match["owner"] === undefined ? readRepository(env) : match;
  return { owner, repo, number: Number(match["number"]) };
}

function readRepository(env: NodeJS.ProcessEnv): { owner: string; repo: string } {
  const [owner, repo] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  if (owner && repo) return { owner, repo };
  throw new UserError("--pr: a number alone needs the repository", [
    "owner/repo#12, the address of the pull request, or GITHUB_REPOSITORY=owner/repo",
  ]);
}

const pullEvent = z.object({ pull_request: z.object({ number: z.int() }) });
const commentEvent = z.object({
  action: z.string(),
  issue: z.object({ number: z.int(), pull_request: z.unknown().optional() }),
  comment: z.object({ body: z.string().nullable(), author_association: z.string() }),
});

/** Author associations that may spend the repository's money with a comment. */
const TRUSTED_ASSOCIATIONS = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);
const COMMAND = /^\/review(?:[ \t]+(?<about>.*))?$/;

async function readEvent(env: NodeJS.ProcessEnv): Promise<ReviewRequest> {
  const { GITHUB_EVENT_NAME: name = "", GITHUB_EVENT_PATH: path = "" } = env;
  if (path === "") {
    throw new UserError("--pr: expected a pull request, or an event of GitHub Actions", [
      "rostrum review --pr owner/repo#12",
    ]);
  }
  const repository = readRepository(env);
  const event = JSON.parse(await readTextFile(path, "GITHUB_EVENT_PATH")) as unknown;
  if (name === "pull_request" || name === "pull_request_target") {
    const { number } = pullEvent.parse(event).pull_request;
    return { address: { ...repository, number }, about: "" };
  }
  if (name !== "issue_comment") {
    throw new UserError(
      `--pr: expected the event pull_request, pull_request_target or issue_comment, got ${name}`,
    );
  }
  const { action, issue, comment } = commentEvent.parse(event);
  const command = COMMAND.exec((comment.body ?? "").trim().split(/\r?\n/)[0] ?? "");
  if (action !== "created" || command === null)
    return { nothing: "the comment doesn't begin with /review" };
  if (issue.pull_request == null) return { nothing: "the comment is not on a pull request" };
  if (!TRUSTED_ASSOCIATIONS.has(comment.author_association)) {
    return { nothing: "only owners, members and collaborators may ask for a review" };
  }
  const instructions = command.groups?.["about"] ?? "";
  return { address: { ...repository, number: issue.number }, about: instructions };
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { structuredPatch } from "diff";
import { describeTree, readRaw, showText, type Tree } from "./github-tree.ts";

/*
 * A stand-in for GitHub's API, over a socket. It was made from the documents that GitHub publishes (version 2022-11-28),
 * and has never been compared with GitHub itself:
 *
 * - docs.github.com/en/rest/pulls/pulls: get a pull request, list pull requests files
 * - docs.github.com/en/rest/repos/contents: get repository content
 * - docs.github.com/en/rest/git/trees: get a tree
 * - docs.github.com/en/rest/pulls/reviews: create a review for a pull request
 * - docs.github.com/en/rest/pulls/comments: update a review comment
 * - docs.github.com/en/rest/issues/comments: create and update an issue comment
 * - docs.github.com/en/graphql/reference/objects: PullRequest, PullRequestReviewThread, IssueComment
 */

export interface GitHubComment {
  id: number;
  login: string;
  body: string;
}

export interface GitHubThread extends GitHubComment {
  path: string;
  line: number;
  side: string;
  start_line?: number;
  commit: string;
  resolvedBy: string | null;
}

interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

/** A repository with one pull request, as a test sets it up and looks at it. */
export interface GitHubServer extends AsyncDisposable {
  url: string;
  /** Variables with which a command finds it. */
  env: Record<string, string>;
  base: Tree;
  head: Tree;
  /** The changed files, for tests whose trees come from git. By default the stand-in compares the trees. */
  files: readonly ListedFile[] | null;
  /** Paths of a tree that GitHub leaves out because there are too many. */
  isUnlisted: (path: string) => boolean;
  /** Changes with the head. */
  headSha: string;
  author: { login: string; association: string };
  isFork: boolean;
  state: "open" | "closed";
  comments: GitHubComment[];
  threads: GitHubThread[];
  reviews: { commit_id: string; body: string; count: number }[];
  received: SentRequest[];
  push(head: Tree): void;
  /** Called with every request; what it returns is the answer. */
  intercept?: (request: SentRequest) => { status: number; headers?: object; body?: object } | null;
}

export const REPOSITORY = "acme/seats";
const NUMBER = 7;
const TOKENS: Record<string, string> = { "bot-token": "rostrum-bot", "other-token": "somebody" };
const BASE_SHA = "b".repeat(40);

export async function gitHubServer(base: Tree, head: Tree): Promise<GitHubServer> {
  let pushes = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const receivedRequest = {
        method: request.method ?? "",
        path: decodeURI(request.url ?? ""),
        body: text === "" ? null : (JSON.parse(text) as unknown),
      };
      hub.received.push(receivedRequest);
      const login = TOKENS[(request.headers.authorization ?? "").replace("Bearer ", "")] ?? null;
      const isRaw = (request.headers.accept ?? "").includes("raw");
      const interceptedReply = hub.intercept?.(receivedRequest);
      if (interceptedReply)
        sendJson(
          response,
          interceptedReply.status,
          interceptedReply.body ?? {},
          interceptedReply.headers,
        );
      else if (request.headers.authorization !== undefined && login === null) {
        sendJson(response, 401, { message: "Bad credentials" });
      } else answer(hub, receivedRequest, { login, isRaw, url: request.url ?? "" }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hub: GitHubServer = {
    url,
    env: {
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_TOKEN: "bot-token",
      GITHUB_REPOSITORY: REPOSITORY,
    },
    base,
    head,
    files: null,
    isUnlisted: () => false,
    headSha: "a".repeat(40),
    author: { login: "dora", association: "COLLABORATOR" },
    isFork: false,
    state: "open",
    comments: [],
    threads: [],
    reviews: [],
    received: [],
    push(next) {
      hub.head = next;
      hub.headSha = String((pushes += 1)).repeat(40);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  return hub;
}

interface Caller {
  login: string | null;
  isRaw: boolean;
  /** The address as it came, with its escapes. */
  url: string;
}

function answer(hub: GitHubServer, sent: SentRequest, caller: Caller, out: ServerResponse): void {
  const { pathname, searchParams } = new URL(caller.url, hub.url);
  const root = `/repos/${REPOSITORY}`;
  const route = `${sent.method} ${pathname}`;
  const missing = (): void => sendJson(out, 404, { message: "Not Found" });
  if (pathname === "/graphql") return answerQuery(hub, sent, caller, out);
  if (route === `GET ${root}/pulls/${NUMBER}`) return sendJson(out, 200, describePull(hub));
  if (route === `GET ${root}/pulls/${NUMBER}/files`) {
    const [size, page] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
    return sendJson(out, 200, listFiles(hub).slice(size * (page - 1), size * page));
  }
  if (route.startsWith(`GET ${root}/contents/`)) {
    const path = decodeURIComponent(pathname.slice(`${root}/contents/`.length));
    const ref = searchParams.get("ref");
    const tree = ref === BASE_SHA ? hub.base : ref === hub.headSha ? hub.head : {};
    const content = readRaw(tree, path);
    if (content === null || !caller.isRaw) return missing();
    out.writeHead(200, { "content-type": "application/vnd.github.raw+json" });
    out.end(content);
    return;
  }
  if (route.startsWith(`GET ${root}/git/trees/`)) {
    const sha = pathname.slice(`${root}/git/trees/`.length);
    const trees = new Map([
      [BASE_SHA, hub.base],
      [hub.headSha, hub.head],
    ]);
    const tree = trees.get(sha);
    if (tree === undefined || searchParams.get("recursive") === null) return missing();
    return sendJson(out, 200, describeTree(tree, sha, hub.isUnlisted));
  }
  // Everything below writes.
  if (caller.login === null) return sendJson(out, 401, { message: "Requires authentication" });
  const body = sent.body as Record<string, unknown>;
  if (route === `POST ${root}/pulls/${NUMBER}/reviews`) return createReview(hub, body, caller, out);
  if (route === `POST ${root}/issues/${NUMBER}/comments`) {
    const id = nextId(hub);
    hub.comments.push({ id, login: caller.login, body: String(body["body"]) });
    return sendJson(out, 201, { id });
  }
  const [, kind, id] =
    /^PATCH \/repos\/[^/]+\/[^/]+\/(issues|pulls)\/comments\/(\d+)$/.exec(route) ?? [];
  const list = kind === "issues" ? hub.comments : kind === "pulls" ? hub.threads : [];
  const item = list.find((each) => String(each.id) === id);
  if (item === undefined) return missing();
  if (item.login !== caller.login) return sendJson(out, 403, { message: "Forbidden" });
  item.body = String(body["body"]);
  sendJson(out, 200, { id: item.id });
}

function nextId({ comments, threads }: GitHubServer): number {
  // Beyond what 32 bits hold, as GitHub's are.
  return 5_000_000_000 + comments.length * 1000 + threads.length;
}

function describePull(hub: GitHubServer): object {
  const repo = { full_name: REPOSITORY, html_url: `https://github.com/${REPOSITORY}` };
  return {
    number: NUMBER,
    title: "Waitlist, surge prices and a store",
    body: "Replaces the legacy holds.",
    state: hub.state,
    html_url: `${repo.html_url}/pull/${NUMBER}`,
    changed_files: listFiles(hub).length,
    user: { login: hub.author.login },
    author_association: hub.author.association,
    head: {
      sha: hub.headSha,
      ref: "waitlist",
      repo: hub.isFork ? { ...repo, full_name: "stranger/seats" } : repo,
    },
    base: { sha: BASE_SHA, ref: "main", repo },
  };
}

/** A changed file, as GitHub lists it. */
export interface ListedFile {
  filename: string;
  status: string;
  additions: number;
  deletions: number;
  changes: number;
  patch?: string;
  previous_filename?: string;
}

function listFiles({ base, head, files }: GitHubServer): readonly ListedFile[] {
  if (files !== null) return files;
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  return names.flatMap((filename) => {
    const [before, after] = [base[filename], head[filename]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const status = before === undefined ? "added" : after === undefined ? "removed" : "modified";
    const counts = { additions: 0, deletions: 0, changes: 0 };
    // GitHub gives no patch for what is not a text.
    if (before instanceof Uint8Array || after instanceof Uint8Array)
      return [{ filename, status, ...counts }];
    const patch = makePatch(showText(before), showText(after));
    const rows = patch.split("\n");
    counts.additions = rows.filter((row) => row.startsWith("+")).length;
    counts.deletions = rows.filter((row) => row.startsWith("-")).length;
    counts.changes = counts.additions + counts.deletions;
    return [{ filename, status, ...counts, ...(patch === "" ? {} : { patch }) }];
  });
}

function makePatch(before: string, after: string): string {
  const { hunks } = structuredPatch("a", "b", before, after, "", "", { context: 3 });
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join("\n"),
    )
    .join("\n");
}

/** Refuses, as GitHub does, a comment on a line that the diff doesn't show. */
function createReview(
  hub: GitHubServer,
  body: Record<string, unknown>,
  { login }: Caller,
  out: ServerResponse,
): void {
  const { commit_id, event, body: words, comments = [] } = body;
  const refuse = (message: string): void =>
    sendJson(out, 422, { message: "Unprocessable Entity", errors: [message] });
  if (commit_id !== hub.headSha) return refuse("commit_id is not part of the pull request");
  if (event !== "COMMENT" || typeof words !== "string" || words === "")
    return refuse("body is required for COMMENT");
  const newComments = comments as (Omit<GitHubThread, keyof GitHubComment> & {
    body: string;
    start_side?: string;
  })[];
  for (const { path, line, side, start_line, start_side, body: text } of newComments) {
    const hunk = findHunk(hub, path, line, side);
    if (typeof text !== "string" || text === "") return refuse("body is required");
    if (hunk === -1) return refuse("pull_request_review_thread.line must be part of the diff");
    if (start_line === undefined) continue;
    if (start_side !== side || start_line >= line) return refuse("start_line must precede line");
    if (findHunk(hub, path, start_line, side) !== hunk) return refuse("not in the same hunk");
  }
  for (const { path, line, side, start_line, body: text } of newComments) {
    hub.threads.push({
      id: nextId(hub),
      login: login ?? "",
      path,
      line,
      side,
      ...(start_line === undefined ? {} : { start_line }),
      body: text,
      commit: commit_id,
      resolvedBy: null,
    });
  }
  hub.reviews.push({ commit_id, body: words, count: newComments.length });
  sendJson(out, 200, { id: hub.reviews.length });
}

/** The number of the hunk that shows a line on a side; -1: none does. */
function findHunk(hub: GitHubServer, path: string, line: number, side: string): number {
  const patch = listFiles(hub).find(({ filename }) => filename === path)?.patch ?? "";
  let [hunk, left, right] = [-1, 0, 0];
  for (const row of patch.split("\n")) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(row);
    if (head) {
      hunk += 1;
      [left, right] = [Number(head[1]), Number(head[2])];
      continue;
    }
    if (row.startsWith("\\")) continue;
    const isOld = !row.startsWith("+");
    const isNew = !row.startsWith("-");
    if (side === "LEFT" && isOld && left === line) return hunk;
    if (side === "RIGHT" && isNew && right === line) return hunk;
    if (isOld) left += 1;
    if (isNew) right += 1;
  }
  return -1;
}

const PAGE = 2;

/** Short pages, so that readers have to ask for all of them. */
function answerQuery(
  hub: GitHubServer,
  sent: SentRequest,
  caller: Caller,
  out: ServerResponse,
): void {
  if (caller.login === null)
    return sendJson(out, 401, { message: "This endpoint requires you to be authenticated." });
  const { query, variables } = sent.body as { query: string; variables: { after: string | null } };
  const describe = ({ id, login, body }: GitHubComment): object => ({
    fullDatabaseId: String(id),
    body,
    url: `https://github.com/${REPOSITORY}/pull/${NUMBER}#r${id}`,
    viewerDidAuthor: login === caller.login,
  });
  const isThreads = query.includes("reviewThreads");
  const all = isThreads
    ? hub.threads.map((thread) => ({
        isResolved: thread.resolvedBy !== null,
        resolvedBy: thread.resolvedBy === null ? null : { login: thread.resolvedBy },
        comments: { nodes: [describe(thread)] },
      }))
    : hub.comments.map(describe);
  const from = Number(variables.after ?? 0);
  const page = {
    pageInfo: { hasNextPage: from + PAGE < all.length, endCursor: String(from + PAGE) },
    nodes: all.slice(from, from + PAGE),
  };
  const pullRequest = { [isThreads ? "reviewThreads" : "comments"]: page };
  sendJson(out, 200, { data: { repository: { pullRequest } } });
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function sendJson(out: ServerResponse, status: number, body: object, headers: object = {}): void {
  out.writeHead(status, { "content-type": "application/json", ...headers });
  out.end(JSON.stringify(body));
}

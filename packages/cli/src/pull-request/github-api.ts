import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { limitBody } from "@rostrum/runtime/models";
import { packageVersion } from "@rostrum/runtime/package";
import { readMessage, clipLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";

/** The part of GitHub's API that reviews need. Every reply is validated. */
export interface GitHubApi {
  get<T>(path: string, shape: z.ZodType<T>): Promise<T>;
  /** Fetches all pages. */
  list<T>(path: string, shape: z.ZodType<T>): Promise<T[]>;
  /** Content of a file. Null when there is none. */
  readFile(path: string): Promise<Uint8Array | null>;
  post<T>(path: string, body: object, shape: z.ZodType<T>): Promise<T>;
  patch(path: string, body: object): Promise<void>;
  query<T>(text: string, variables: object, shape: z.ZodType<T>): Promise<T>;
}

/** GitHub refused a request, or can't be reached. */
export class GitHubError extends UserError {
  readonly status: number;

  constructor(message: string, status: number, hints: readonly string[] = []) {
    super(message, hints);
    this.status = status;
  }
}

interface ApiRequest {
  method?: "GET" | "POST" | "PATCH";
  body?: object;
  accept?: string;
}

const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;
const MAX_WAIT_S = 60;
const PER_PAGE = 100;
/** GitHub lists at most 3,000 files of a pull request. A list that never ends would fill the memory. */
const MAX_PAGES = 100;
/** GitHub serves no larger file. */
const MAX_BODY_BYTES = 100_000_000;

/** Creates a client for the address in GitHub Actions' variables, or for the public API. */
export function createGitHubApi(env: NodeJS.ProcessEnv): GitHubApi {
  const root = readAddress(env, "GITHUB_API_URL", "https://api.github.com");
  // GitHub Enterprise Server has REST at /api/v3 and GraphQL at /api/graphql.
  const defaultGraphql = `${root.replace(/\/v3$/, "")}/graphql`;
  const graphql = readAddress(env, "GITHUB_GRAPHQL_URL", defaultGraphql);
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"] || "";

  async function fetchWithRetries(url: string, request: ApiRequest): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(url, request, token);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const delay =
        tries < MAX_ATTEMPTS ? findDelay(outcome, request.method ?? "GET", tries) : null;
      if (delay === null) throw await describeRefusal(outcome, url, token !== "");
      await wait(delay);
    }
  }

  async function send<T>(url: string, request: ApiRequest, shape: z.ZodType<T>): Promise<T> {
    const response = await fetchWithRetries(url, request);
    // The body is here already, so this fails only on what isn't JSON.
    return checkShape(await response.json().catch(() => null), shape, url);
  }

  return {
    get: (path, shape) => send(root + path, {}, shape),
    async list(path, shape) {
      const all = [];
      for (let page = 1; ; page += 1) {
        const url = `${root}${path}?per_page=${PER_PAGE}&page=${page}`;
        const items = await send(url, {}, z.array(shape));
        all.push(...items);
        if (items.length < PER_PAGE) return all;
        if (page === MAX_PAGES)
          throw new GitHubError(`GitHub: ${path} has more than ${all.length} items`, 200);
      }
    },
    async readFile(path) {
      try {
        const response = await fetchWithRetries(root + path, {
          accept: "application/vnd.github.raw+json",
        });
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return null;
        throw error;
      }
    },
    post: (path, body, shape) => send(root + path, { method: "POST", body }, shape),
    patch: async (path, body) =>
      void (await fetchWithRetries(root + path, { method: "PATCH", body })),
    async query(text, variables, shape) {
      const body = { query: text, variables };
      const answer = z.object({
        data: z.unknown().optional(),
        errors: z.array(z.object({ message: z.string() })).optional(),
      });
      const { data, errors = [] } = await send(graphql, { method: "POST", body }, answer);
      if (errors[0]) throw new GitHubError(`GitHub: ${clipLine(errors[0].message, 300)}`, 200);
      return checkShape(data, shape, graphql);
    },
  };
}

/** The token is sent there, so plain HTTP is allowed only on loopback, for tests. */
function readAddress(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const address = env[name] || fallback;
  const url = URL.parse(address);
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(url?.hostname ?? "");
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal))
    return address.replace(/\/+$/, "");
  throw new UserError(`expected ${name} to begin with https://, got ${address}`);
}

/** Reads the whole body of a successful answer, so that one that breaks off counts as no answer. */
async function tryOnce(url: string, request: ApiRequest, token: string): Promise<Response | Error> {
  const { method = "GET", body, accept = "application/vnd.github+json" } = request;
  const headers: Record<string, string> = {
    accept,
    "user-agent": `rostrum/${packageVersion()}`,
    "x-github-api-version": "2022-11-28",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    ...(body ? { "content-type": "application/json" } : {}),
  };
  try {
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const response = limitBody(answer, MAX_BODY_BYTES);
    if (!response.ok || response.body === null) return response;
    return new Response(await response.arrayBuffer(), response);
  } catch (error) {
    return error instanceof Error ? error : new Error(readMessage(error));
  }
}

/**
 * Milliseconds to wait before the next attempt. Null when it would be useless, or could write something twice: writes
 * are repeated only if GitHub's rate limit rejected them.
 */
function findDelay(outcome: Response | Error, method: string, tries: number): number | null {
  if (outcome instanceof Error) return method === "GET" ? 1000 * tries : null;
  const after = Number(outcome.headers.get("retry-after") ?? Number.NaN);
  const isLimited = outcome.status === 429 || outcome.status === 403;
  if (isLimited && Number.isFinite(after)) return after > MAX_WAIT_S ? null : after * 1000;
  return outcome.status >= 500 && method === "GET" ? 1000 * tries : null;
}

async function describeRefusal(
  outcome: Response | Error,
  url: string,
  hasToken: boolean,
): Promise<GitHubError> {
  const { host, pathname } = new URL(url);
  if (outcome instanceof Error)
    return new GitHubError(`GitHub can't be reached at ${host}: ${outcome.message}`, 0);
  const { status, headers } = outcome;
  const isLimited = headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after");
  const body = z.object({ message: z.string() }).safeParse(await outcome.json().catch(() => null));
  const words = body.success ? clipLine(body.data.message, 300) : outcome.statusText;
  return new GitHubError(`GitHub answered ${status} for ${pathname}: ${words}`, status, [
    ...(hasToken ? [] : ["set GITHUB_TOKEN: without it only public repositories can be read"]),
    ...(hasToken && status === 403 && !isLimited
      ? [
          "the token needs contents: read and pull-requests: write",
          "a pull request from a fork gets a token that can't write: use on: pull_request_target",
        ]
      : []),
  ]);
}

function checkShape<T>(value: unknown, shape: z.ZodType<T>, url: string): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "its body";
  throw new GitHubError(
    `GitHub's answer for ${new URL(url).pathname} is not as documented: ${field}: ${issue?.message ?? ""}`,
    200,
  );
}

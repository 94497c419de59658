import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createGitHubApi, GitHubError } from "./github-api.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(["GITHUB_API_URL", "GITHUB_GRAPHQL_URL"])(
  "an address without TLS in %s is refused by that name",
  (name) => {
    const create = (): unknown => createGitHubApi({ [name]: "http://api.example.com" });
    expect(create).toThrow(`expected ${name} to begin with https://, got http://api.example.com`);
  },
);

test.each([
  ["", "/graphql"],
  ["/api/v3", "/api/graphql"],
  ["/api/v3/", "/api/graphql"],
])("with an API at %j, GraphQL is at %s", async (path, expected) => {
  let asked: string | undefined;
  const url = await serve((request, response) => {
    asked = request.url;
    response.end('{"data": 1}');
  });
  const api = createGitHubApi({ GITHUB_API_URL: url + path });
  expect(await api.query("{}", {}, z.number())).toBe(1);
  expect(asked).toBe(expected);
});

async function refuse(headers: Record<string, string>, message: string): Promise<GitHubError> {
  const url = await serve((_request, response) => {
    response.writeHead(403, headers).end(JSON.stringify({ message }));
  });
  const api = createGitHubApi({ GITHUB_API_URL: url, GITHUB_TOKEN: "t" });
  const error = await api.get("/x", z.unknown()).catch((thrown: unknown) => thrown);
  return error as GitHubError;
}

test("a token that may not do something gets hints about permissions, a used-up rate limit none", async () => {
  const forbidden = await refuse({ "x-ratelimit-remaining": "7" }, "Resource not accessible");
  expect(forbidden.hints.join()).toContain("pull-requests: write");
  for (const [name, value] of [
    ["x-ratelimit-remaining", "0"],
    ["retry-after", "3600"],
  ] as const) {
    const limited = await refuse({ [name]: value }, "rate limit exceeded");
    expect(limited.message).toContain("rate limit exceeded");
    expect(limited.hints).toEqual([]);
  }
});

test("an answer that breaks off is reported as a lost connection, not as one in another form", async () => {
  const url = await serve((request, response) => {
    if (request.url === "/odd") return void response.end("<html>");
    response.writeHead(200, { "content-length": "100" }).write('{"a":');
    response.socket?.end();
  });
  const api = createGitHubApi({ GITHUB_API_URL: url });
  await expect(api.post("/broken", {}, z.object({}))).rejects.toThrow("GitHub can't be reached");
  await expect(api.post("/odd", {}, z.object({}))).rejects.toThrow("is not as documented");
});

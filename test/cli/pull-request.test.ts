import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gitHubServer, REPOSITORY, type GitHubServer } from "../support/github-server.ts";
import { changeLine, readTree } from "../support/recorded-pull-request.ts";
import { newHome, type Home } from "./support/home.ts";
import { PROBLEMS } from "./support/reviewers.config.ts";
import { readCountedUsd } from "./support/counted-usd.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

const CONFIG = fileURLToPath(new URL("./support/reviewers.config.ts", import.meta.url));
const base = readTree("base");
const head = readTree("head");

let hub: GitHubServer;
let home: Home;
beforeEach(async () => {
  hub = await gitHubServer(base, head);
  home = newHome();
});
afterEach(async () => {
  home[Symbol.dispose]();
  await hub[Symbol.asyncDispose]();
});

function review(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  return rostrum(home, ["review", "--pr", "7", "--config", CONFIG, ...args], {
    env: { ...hub.env, ...env },
  });
}

/** Writes the event of a workflow, and the variables that lead to it. */
function event(name: string, body: object): Record<string, string> {
  writeFileSync(home.file("event.json"), JSON.stringify(body));
  return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: home.file("event.json") };
}

const findThread = (claim: string) => hub.threads.find(({ body }) => body.includes(claim));
const isWrite = ({ method, path }: { method: string; path: string }): boolean =>
  method !== "GET" && path !== "/graphql";

describe("a pull request of 600 changed lines", () => {
  test("the test server lists all 600 changed lines", async () => {
    const files = await fetch(`${hub.url}/repos/${REPOSITORY}/pulls/7/files?per_page=100&page=1`);
    const changes = ((await files.json()) as { changes: number }[]).map((file) => file.changes);
    expect(changes.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(600);
  });

  test("gets a comment on each line that a finding quotes, and one summary", async () => {
    const { code, stdout, stderr } = await review();
    expect(code).toBe(4);
    expect(stderr).toContain("11 findings");
    expect(stdout).toContain("src/store.ts:");
    expect(hub.reviews).toEqual([
      { commit_id: hub.headSha, body: "rostrum: 9 new findings in aaaaaaa.", count: 9 },
    ]);
    const line =
      head["src/store.ts"]?.split("\n").findIndex((row) => row.includes("order by")) ?? 0;
    expect(findThread("becomes part of the SQL")).toMatchObject({
      path: "src/store.ts",
      side: "RIGHT",
      line: line + 1,
      commit: hub.headSha,
    });
    expect(findThread("becomes part of the SQL")?.body).toMatch(
      /\*\*critical, upheld\*\*[^]*> order by[^]*found by ann, cat; upheld by ben/,
    );
    // Several lines, and lines that the change takes out.
    expect(findThread("Anybody can cancel")).toMatchObject({ start_line: expect.any(Number) });
    expect(findThread("jobs that import it break")).toMatchObject({
      path: "src/legacy-hold.ts",
      side: "LEFT",
      line: 39,
    });
    expect(hub.comments).toHaveLength(1);
    const body = hub.comments[0]?.body ?? "";
    expect(body).toContain("### rostrum: review of `aaaaaaa`");
    expect(body).toContain("10 findings to look at");
    expect(body).toContain(
      `[src/store.ts:${line + 1}](https://github.com/${REPOSITORY}/blob/${hub.headSha}/src/store.ts#L${line + 1})`,
    );
    expect(body).toContain("1 finding refuted by the panel");
    expect(body).not.toContain("a forged one");
  });

  test("a finding whose quote is nowhere in the diff stands in the summary alone", async () => {
    await review();
    expect(findThread("something that isn't there")).toBeUndefined();
    expect(hub.comments[0]?.body).toMatch(
      /high, contested\*\* \(not on a line of the diff\): It is about something/,
    );
  });

  test("words of a model are text: no message, reference, link, image, suggestion or marker", async () => {
    await review();
    const texts = [...hub.threads, ...hub.comments].map(({ body }) => body);
    const shown = texts.map((body) => body.split("\n").slice(1).join("\n"));
    for (const body of shown) {
      expect(body).not.toMatch(/@admin|#1\b|https:\/\/evil|www\.|[^\\]<img|[^\\]<!--|^```/m);
    }
    expect(shown.some((body) => body.includes("admin"))).toBe(true);
  });

  test("changes nothing when the same commit is reviewed again", async () => {
    await review();
    const before = structuredClone([hub.threads, hub.reviews]);
    hub.received = [];
    expect((await review()).code).toBe(4);
    expect([hub.threads, hub.reviews]).toEqual(before);
    expect(hub.comments).toHaveLength(1);
    expect(hub.received.filter(isWrite).map(({ method }) => method)).toEqual(["PATCH"]);
  });

  test("a new commit updates comments and summary, and adds only what is new", async () => {
    await review();
    const count = hub.threads.length;
    const fixed = changeLine(head, "src/store.ts", "order by ${sort} desc", "order by at desc");
    const moved = changeLine(fixed, "src/store.ts", "import", "// moved down\n\nimport");
    hub.push(
      changeLine(moved, "src/waitlist.ts", "const MOST_WAITING = 200;", "const MOST_WAITING = 90;"),
    );
    const { code } = await review();
    expect(code).toBe(4);
    // The refutation quoted a line that has changed, so that finding stands now.
    expect(hub.threads).toHaveLength(count + 1);
    expect(hub.threads.at(-1)?.body).toContain("a forged one");
    expect(hub.reviews.at(-1)).toMatchObject({ commit_id: hub.headSha, count: 1 });
    expect(hub.comments).toHaveLength(1);
    const body = hub.comments[0]?.body ?? "";
    expect(body).toContain("review of `1111111`");
    expect(body).not.toContain("becomes part of the SQL");
    expect(body).toContain("10 findings to look at");
  });

  test("a finding that a later review misses stands until its thread is resolved or its lines change", async () => {
    await review();
    hub.threads = hub.threads.filter(({ body }) => body.includes("client says what it pays"));
    const missed = await review(["--panel", "clean"]);
    expect(missed.code).toBe(4);
    expect(hub.comments[0]?.body).toMatch(/From earlier reviews[^]*\*\*critical, upheld\*\*/);
    const [thread] = hub.threads;
    if (thread) thread.resolvedBy = "maria";
    expect((await review(["--panel", "clean"])).code).toBe(0);
    if (thread) thread.resolvedBy = null;
    hub.push(changeLine(head, "src/http/routes.ts", PROBLEMS.price.quote, "const cents = 1;"));
    expect((await review(["--panel", "clean"])).code).toBe(0);
  });

  test("a resolved thread is left alone, and its finding no longer counts", async () => {
    await review(["--panel", "careful"]);
    expect(hub.threads).toHaveLength(2);
    const before = hub.threads.map((thread) => Object.assign(thread, { resolvedBy: "maria" }).body);
    hub.push(changeLine(head, "docs/seats.md", "thirty", "forty"));
    const { code } = await review(["--panel", "careful"]);
    expect(code).toBe(0);
    expect(hub.threads.map(({ body }) => body)).toEqual(before);
    expect(hub.comments[0]?.body).toContain("2 findings in resolved threads");
  });

  test("the author of a fork can't resolve a finding away", async () => {
    hub.author = { login: "stranger", association: "NONE" };
    hub.isFork = true;
    await review(["--panel", "careful"]);
    for (const thread of hub.threads) thread.resolvedBy = "stranger";
    const { code } = await review(["--panel", "careful"]);
    expect(code).toBe(4);
    expect(hub.threads).toHaveLength(2);
  });

  test("markers in comments of others count for nothing", async () => {
    await review(["--panel", "clean"]);
    const own = hub.comments[0]?.body ?? "";
    hub.comments = [{ id: 1, login: "stranger", body: own.replace('"usd":0', '"usd":900') }];
    const { code } = await review(["--panel", "clean", "--max-cost-per-pr", "1"]);
    expect(code).toBe(0);
    expect(hub.comments).toHaveLength(2);
  });

  test("--sarif has places in the repository, and --no-comment writes nothing", async () => {
    const { code, stdout } = await review(["--sarif", "--no-comment"]);
    expect(code).toBe(4);
    const [run] = JSON.parse(stdout).runs;
    const uris = run.results.flatMap(({ locations = [] }: { locations?: object[] }) => locations);
    expect(JSON.stringify(uris)).toContain('"uri":"src/store.ts"');
    expect(JSON.stringify(uris)).not.toContain("changes.diff");
    expect(run.results).toHaveLength(10);
    expect(hub.received.some(isWrite)).toBe(false);
  });
});

describe("parts of a pull request that can't be reviewed, and failed reviews, are reported", () => {
  test("binary files and files left out with --skip are listed as skipped", async () => {
    hub.head = {
      ...head,
      "logo.png": new Uint8Array([137, 80, 0, 255]),
      "empty.txt": "",
      "assets/photo.jpg": new Uint8Array([255, 216, 0]),
    };
    const { code, stderr } = await review(["--panel", "clean", "--skip", "*.jpg"]);
    // As in a local review: what needs no review doesn't make it incomplete.
    expect(code).toBe(0);
    expect(stderr).toContain("skipped: logo.png: binary");
    const body = hub.comments[0]?.body ?? "";
    const skipped = /Skipped:\n\n((?:- .*\n)+)/.exec(body)?.[1];
    expect(skipped).toMatch(/- logo\.png: binary/);
    expect(skipped).toMatch(/- assets\/photo\.jpg: left out on request/);
    expect(body).not.toContain("empty.txt");
  });

  test("a file that is too large is named, and the exit code is 2", async () => {
    const huge = Array.from(
      { length: 9000 },
      (_, index) => `const line${index} = ${index} * 1000;`,
    );
    hub.head = { ...head, "src/huge.ts": huge.join("\n").repeat(2) };
    const { code } = await review(["--panel", "clean"]);
    expect(code).toBe(2);
    expect(hub.comments[0]?.body).toMatch(/- src\/huge\.ts: it is too large: about [\d,]+ tokens/);
  });

  test("truncated diffs and unlisted files are named, and the exit code is 2", async () => {
    hub.intercept = ({ path }) =>
      path.includes("/files?")
        ? {
            status: 200,
            body: [
              {
                filename: "src/a.ts",
                status: "added",
                additions: 9,
                deletions: 0,
                changes: 9,
                patch: "@@ -0,0 +1,1 @@\n+only one",
              },
            ],
          }
        : null;
    const { code } = await review(["--panel", "clean"]);
    expect(code).toBe(2);
    expect(hub.comments[0]?.body).toContain("src/a.ts: GitHub gives only a part of its diff");
    expect(hub.comments[0]?.body).toContain("more files: GitHub doesn't list them");
  });

  test("a failed review is reported, and the next successful one replaces the report", async () => {
    const { code } = await review(["--panel", "broken"]);
    expect(code).toBe(1);
    expect(hub.comments[0]?.body).toMatch(/`aaaaaaa` was not reviewed: [^\n]+/);
    expect((await review(["--panel", "clean"])).code).toBe(0);
    expect(hub.comments).toHaveLength(1);
    expect(hub.comments[0]?.body).not.toContain("was not reviewed");
  });

  test("an unknown panel is reported in the summary and on stderr", async () => {
    const { code, stderr } = await review(["--panel", "none"]);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no panel "none"');
    expect(hub.comments[0]?.body).toContain("was not reviewed: There is no panel");
  });

  test("a review is refused when the pull request's budget is used up", async () => {
    const first = await review(["--max-cost-per-pr", "5"]);
    expect(first.code).toBe(4);
    expect(hub.comments[0]?.body).toMatch(
      /All reviews of this pull request: \$0\.\d+ of at most \$5/,
    );
    const again = await review(["--max-cost-per-pr", String(readCountedUsd(hub))]);
    expect(again.code).toBe(3);
    expect(hub.comments).toHaveLength(1);
    expect(hub.comments[0]?.body).toContain(
      "was not reviewed: the budget of this pull request is used up",
    );
    // What stood before stands.
    expect(hub.comments[0]?.body).toContain("From earlier reviews");
  });

  test("a head that moved during the review: nothing is published about the old one", async () => {
    let reads = 0;
    hub.intercept = ({ method, path }) => {
      if (method === "GET" && path.endsWith("/pulls/7") && (reads += 1) === 3) hub.push(head);
      return null;
    };
    const { code, stderr } = await review(["--panel", "clean"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nothing was published: the head is 1111111");
    expect(hub.threads).toEqual([]);
    expect(hub.comments[0]?.body).toContain("was not reviewed: the review has not finished");
  });

  test("findings are in the summary if GitHub refuses their line comments", async () => {
    hub.intercept = ({ path }) =>
      path.endsWith("/reviews")
        ? { status: 422, body: { message: "line must be in the diff" } }
        : null;
    const { code } = await review(["--fail-on", "never"]);
    expect(code).toBe(2);
    expect(hub.comments[0]?.body).toContain("GitHub refused 9 comments on lines");
    expect(hub.comments[0]?.body).toContain("becomes part of the SQL");
  });

  test("a token that can't write: findings are printed, and the error says what to change", async () => {
    hub.intercept = (request) =>
      isWrite(request) ? { status: 403, body: { message: "Resource not accessible" } } : null;
    const { code, stdout, stderr } = await review();
    expect(code).toBe(1);
    expect(stdout).toContain("src/store.ts:");
    expect(stderr).toContain("pull_request_target");
  });

  test("a request that GitHub's rate limit refuses is sent again, and the comment is posted once", async () => {
    let failures = 0;
    hub.intercept = ({ method }) => {
      if (method === "POST" && failures++ === 1)
        return { status: 429, headers: { "retry-after": "0" }, body: { message: "slow down" } };
      return null;
    };
    expect((await review(["--panel", "clean"])).code).toBe(0);
    expect(hub.comments).toHaveLength(1);
  });
});

describe("a pull request from a fork", () => {
  beforeEach(() => {
    hub.isFork = true;
    hub.author = { login: "stranger", association: "FIRST_TIME_CONTRIBUTOR" };
  });

  const BASE_CONFIG =
    'panels:\n  own:\n    debaters: ["compat:a@http://127.0.0.1:9/v1", "compat:b@http://127.0.0.1:9/v1"]\n';

  test("can't change the config, by its commit or by the folder", async () => {
    const evil = `panels:\n  own:\n    debaters: ["command:touch ${home.file("ran")}", embedded]\n`;
    hub.base = { ...base, "rostrum.config.yaml": BASE_CONFIG };
    hub.head = { ...head, "rostrum.config.yaml": evil };
    writeFileSync(home.file("rostrum.config.yaml"), evil);
    writeFileSync(home.file(".env"), "OPENAI_API_KEY=theirs\n");
    const { stdout } = await rostrum(home, ["review", "--pr", "7", "--dry-run", "--json"], {
      env: hub.env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ calls: { min: 2 } });
    const read = hub.received
      .map(({ path }) => path)
      .filter((path) => path.includes("rostrum.config"));
    expect(read.filter((path) => path.includes(hub.headSha))).toEqual([
      expect.stringContaining("/contents/rostrum.config.yaml"),
    ]);
    // Its own config is material for the review, like every file that it changes, and nothing else.
    const listed = await rostrum(home, ["review", "--pr", "7", "--panel", "own", "--dry-run"], {
      env: hub.env,
    });
    expect(listed.code).toBe(0);
  });

  test("is not reviewed by programs, because they would run in its checkout", async () => {
    mkdirSync(home.file("bin"));
    writeFileSync(home.file("bin/member"), `#!/bin/sh\ntouch ${home.file("ran")}\n`, {
      mode: 0o755,
    });
    const programs =
      'panels:\n  own:\n    debaters: ["command:./bin/member", "command:./bin/member"]\n';
    hub.base = { ...base, "rostrum.config.yaml": programs };
    const run = (): Promise<Ended> => rostrum(home, ["review", "--pr", "7"], { env: hub.env });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain("a pull request from a fork can't be reviewed by a program");
    expect(hub.comments[0]?.body).toContain("was not reviewed");
    expect(existsSync(home.file("ran"))).toBe(false);
    hub.isFork = false;
    await run();
    expect(existsSync(home.file("ran"))).toBe(true);
  });

  test("a config in the folder is refused even if it is named", async () => {
    writeFileSync(home.file("mine.yaml"), BASE_CONFIG);
    const { code, stderr } = await rostrum(home, ["review", "--pr", "7", "--config", "mine.yaml"], {
      env: hub.env,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("may be the fork's own");
  });
});

describe("in GitHub Actions", () => {
  const inAction = (env: Record<string, string>): Promise<Ended> =>
    rostrum(home, ["review", "--pr", "--config", CONFIG, "--panel", "clean"], {
      env: { ...hub.env, ...env },
    });
  const comment = (body: string, association: string, more: object = {}): Record<string, string> =>
    event("issue_comment", {
      action: "created",
      issue: { number: 7, pull_request: {} },
      comment: { body, author_association: association },
      ...more,
    });

  test.each(["pull_request", "pull_request_target"])("%s names the pull request", async (name) => {
    const { code } = await inAction(event(name, { pull_request: { number: 7 } }));
    expect(code).toBe(0);
    expect(hub.comments).toHaveLength(1);
  });

  test.each(["OWNER", "MEMBER", "COLLABORATOR"])("/review by %s is a review", async (who) => {
    await inAction(comment("/review the prices\n\nplease", who));
    expect(hub.comments).toHaveLength(1);
  });

  test.each([
    ["a stranger", () => comment("/review", "CONTRIBUTOR"), "only owners, members"],
    ["nobody", () => comment("/review", "NONE"), "only owners, members"],
    ["another comment", () => comment("Please /review", "OWNER"), "doesn't begin with /review"],
    ["a longer word", () => comment("/reviewer", "OWNER"), "doesn't begin with /review"],
    ["an edit", () => comment("/review", "OWNER", { action: "edited" }), "doesn't begin"],
    ["an issue", () => comment("/review", "OWNER", { issue: { number: 7 } }), "not on a pull"],
  ])("%s starts nothing", async (_what, env, words) => {
    const { code, stderr } = await inAction(env());
    expect(code).toBe(0);
    expect(stderr).toContain(words);
    expect(hub.received).toEqual([]);
  });

  test("a closed pull request is not reviewed", async () => {
    hub.state = "closed";
    const { code, stderr } = await inAction(event("pull_request", { pull_request: { number: 7 } }));
    expect(code).toBe(0);
    expect(stderr).toContain("the pull request is closed");
    expect(hub.received.some(isWrite)).toBe(false);
  });
});

test.each([
  [["--pr", "seven"], "expected 12, owner/repo#12 or the address"],
  [["--pr"], "expected a pull request, or an event of GitHub Actions"],
  [["--pr", "7", "src/a.ts"], "--pr can't be combined with src/a.ts"],
  [["--pr", "7", "--max-cost-per-pr", "free"], "expected dollars above 0"],
  [["--pr", "acme/other#9"], "GitHub answered 404"],
])("%j is an error that says so", async (args, words) => {
  const { code, stderr } = await rostrum(home, ["review", "--config", CONFIG, ...args], {
    env: hub.env,
  });
  expect(code).toBe(1);
  expect(stderr).toContain(words);
});

test("the token goes to no address without TLS", async () => {
  const { code, stderr } = await review([], { GITHUB_API_URL: "http://api.example.com" });
  expect(code).toBe(1);
  expect(stderr).toContain("expected GITHUB_API_URL to begin with https://");
});

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gitHubServer, type GitHubServer } from "../support/github-server.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

const BASE = { "price.js": "exports.price = (cents) => cents;\n", "price.test.js": "\n" };
const HEAD = { ...BASE, "price.js": "exports.price = (cents) => cents / 100 + 1;\n" };
const TEST = [
  "--- /dev/null",
  "+++ b/dollar.test.js",
  "@@ -0,0 +1,2 @@",
  "+const { price } = require('./price.js');",
  "+require('node:assert').strictEqual(price(100), 1, 'a dollar is 1');",
  "",
].join("\n");

let members: OpenAiServer;
let hub: GitHubServer;
let home: Home;

beforeAll(async () => {
  members = await openAiServer(({ body }) => {
    const checks = JSON.stringify(body["messages"]).includes("have reported these findings");
    const quote = "cents / 100 + 1";
    const claim = "Every price is a dollar too high.";
    const finding = { quote, claim, severity: "high", test: TEST };
    return checks
      ? { reply: JSON.stringify({ votes: [{ item: 1, vote: "uphold", quote }] }) }
      : { reply: JSON.stringify({ findings: body["model"] === "two" ? [] : [finding] }) };
  });
});
afterAll(() => members.close());

beforeEach(async () => {
  hub = await gitHubServer(withConfig({}), HEAD);
  home = newHome();
  for (const [name, text] of Object.entries(HEAD)) put(`checkout/${name}`, text);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: home.file("checkout"),
      encoding: "utf8",
    }).trim();
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "head");
  hub.headSha = git("rev-parse", "HEAD");
});
afterEach(async () => {
  home[Symbol.dispose]();
  await hub[Symbol.asyncDispose]();
});

function put(name: string, text: string): void {
  mkdirSync(dirname(home.file(name)), { recursive: true });
  writeFileSync(home.file(name), text);
}

/** The base commit, with a panel that has these settings. */
function withConfig(panel: object): Record<string, string> {
  const debaters = ["one", "two"].map((name) => ({
    name,
    model: `compat:${name}@${members.url}`,
  }));
  const own = { debaters, compare: "rules", ...panel };
  return { ...BASE, "rostrum.config.json": JSON.stringify({ panels: { own } }) };
}

const TESTS = "for f in *.test.js; do node $f || exit 1; done";
const review = (...args: string[]): Promise<Ended> =>
  rostrum(home, ["review", "--pr", "7", ...args], { env: hub.env });

test("a finding brings its failing test into the comment", async () => {
  hub.base = withConfig({ verify: { tests: TESTS, folder: home.file("checkout") } });
  const { code, stdout } = await review();
  expect(code).toBe(4);
  expect(stdout).toContain("the command fails with the test that one wrote");
  expect(hub.threads).toHaveLength(1);
  const body = hub.threads[0]?.body ?? "";
  expect(body).toContain("the command fails with the test that one wrote:");
  expect(body).toMatch(/> .*strictEqual/);
  expect(body).toContain("a dollar is 1");
  expect(existsSync(home.file("checkout/dollar.test.js"))).toBe(false);
});

test("flags say how tests are run, and SARIF has what became of them", async () => {
  const folder = ["--tests-folder", home.file("checkout")];
  const { stdout } = await review("--tests", TESTS, ...folder, "--sarif", "--no-comment");
  const [{ results }] = (JSON.parse(stdout) as { runs: [{ results: object[] }] }).runs;
  expect(results).toMatchObject([{ properties: { test: { by: "one", verdict: "fails" } } }]);
});

test("tests are run in the head commit and nowhere else", async () => {
  hub.headSha = "b".repeat(40);
  const run = (folder: string): Promise<Ended> =>
    review("--tests", `touch ${home.file("ran")}`, "--tests-folder", folder);
  for (const folder of ["checkout", "."]) {
    const { code, stderr } = await run(home.file(folder));
    expect(code).toBe(1);
    expect(stderr).toContain(`to be at the head commit ${hub.headSha}`);
  }
  expect(existsSync(home.file("ran"))).toBe(false);
  expect(hub.comments[0]?.body).toContain("was not reviewed");
});

describe("a pull request from a fork", () => {
  beforeEach(() => {
    hub.isFork = true;
    hub.author = { login: "stranger", association: "FIRST_TIME_CONTRIBUTOR" };
  });
  const ran = (): boolean => existsSync(home.file("ran"));

  test.each([
    ["the base's tests", { verify: { tests: "RAN", folder: "checkout" } }],
    ["the base's checker", { verify: { command: ["sh", "-c", "RAN"], select: false } }],
  ])("is reviewed without %s, and the summary says so", async (_name, panel) => {
    const text = JSON.stringify(panel).replace("RAN", `touch ${home.file("ran")}`);
    hub.base = withConfig(JSON.parse(text) as object);
    const { code, stderr } = await review();
    expect(code).toBe(4);
    const words = "No tests were run, because the pull request comes from a fork.";
    expect(stderr).toContain(words);
    expect(hub.comments[0]?.body).toContain(words);
    expect(hub.threads[0]?.body).not.toContain("test that");
    expect(ran()).toBe(false);
  });

  test.each([
    ["--tests", ["--tests", "RAN"], null],
    ["--verify", ["--verify", "RAN"], null],
    ["--mcp", ["--mcp", "RAN"], "by a program"],
    ["--files", ["--files", "."], "with files of this machine"],
  ])("nothing of it is run by %s", async (_name, args, refused) => {
    const given = args.map((arg) => arg.replace("RAN", `touch ${home.file("ran")}`));
    const { code, stderr } = await review(...given);
    expect(code).toBe(refused === null ? 4 : 1);
    if (refused !== null) expect(stderr).toContain(`can't be reviewed ${refused}`);
    expect(ran()).toBe(false);
  });

  test.each([
    ["programs", { tools: { mcp: { command: ["touch", "RAN"] } } }, "by a program: "],
    ["files", { tools: { files: "." } }, "with files of this machine: "],
  ])("is not reviewed with tools that are %s", async (_name, panel, refused) => {
    const text = JSON.stringify(panel).replace("RAN", home.file("ran"));
    hub.base = withConfig(JSON.parse(text) as object);
    const { code, stderr } = await review();
    expect(code).toBe(1);
    expect(stderr).toContain(`can't be reviewed ${refused}`);
    expect(hub.comments[0]?.body).toContain("was not reviewed");
    expect(ran()).toBe(false);
  });
});

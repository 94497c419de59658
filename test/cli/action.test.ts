import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../../scripts/lib/root.ts";
import { gitHubServer, type GitHubServer } from "../support/github-server.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { program } from "../support/programs.ts";
import { readTree } from "../support/recorded-pull-request.ts";
import { newHome, type Home } from "./support/home.ts";
import { watchProcess, type EndedProcess, type Running } from "./support/process.ts";

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { steps: { shell?: string; run?: string; env?: Record<string, string> }[] };
}

const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;
const step = action.runs.steps.find(({ run }) => run !== undefined);
const script = step?.run ?? "";

let members: OpenAiServer;
let hub: GitHubServer;
let home: Home;

beforeAll(async () => {
  members = await openAiServer(({ body }) => {
    const asked = JSON.stringify(body["messages"]);
    const finding = {
      quote: 'const cents = Number(body["cents"]);',
      claim: "The client says what it pays.",
      severity: "critical",
    };
    return asked.includes("have reported these findings")
      ? { reply: JSON.stringify({ votes: [{ item: 1, vote: "uphold", quote: finding.quote }] }) }
      : { reply: JSON.stringify({ findings: body["model"] === "two" ? [] : [finding] }) };
  });
});
afterAll(() => members.close());

beforeEach(async () => {
  const ids = ["one", "two"].map((name) => `compat:${name}@${members.url}`);
  const config = JSON.stringify({ panels: { own: { debaters: ids, compare: "rules" } } });
  hub = await gitHubServer(
    { ...readTree("base"), "rostrum.config.json": config },
    readTree("head"),
  );
  hub.head = { ...hub.head, "rostrum.config.json": config };
  home = newHome();
  // Stands in for the registry: it installs the command of this repository.
  const npm = `#!/bin/sh\nmkdir -p "$3/node_modules/.bin"\necho "$@" > "${home.file("npm.log")}"\nprintf '#!/bin/sh\\nexec "%s" "%s" "$@"\\n' "${process.execPath}" "${program("rostrum")}" > "$3/node_modules/.bin/rostrum"\nchmod +x "$3/node_modules/.bin/rostrum"\n`;
  mkdirSync(home.file("bin"));
  writeFileSync(home.file("bin/npm"), npm, { mode: 0o755 });
  mkdirSync(home.file("checkout"));
  return async () => {
    home[Symbol.dispose]();
    await hub[Symbol.asyncDispose]();
  };
});

function runAction(inputs: Record<string, string> = {}): Promise<EndedProcess> {
  return startAction(inputs).ended;
}

/** Starts the action's script as a runner does, with a pull request's event. */
function startAction(inputs: Record<string, string>): Running {
  const given = Object.entries(step?.env ?? {}).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? "";
    return [name, inputs[input] ?? action.inputs[input]?.default ?? ""] as const;
  });
  writeFileSync(home.file("event.json"), JSON.stringify({ pull_request: { number: 7 } }));
  const env = {
    ...home.env({ CI: "true", GITHUB_ACTIONS: "true" }),
    ...Object.fromEntries(given),
    ...hub.env,
    PATH: `${home.file("bin")}:${process.env["PATH"]}`,
    RUNNER_TEMP: home.folder,
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: home.file("event.json"),
  };
  // GitHub runs `shell: bash` with these options.
  const options = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const child = spawn("bash", options, { cwd: home.file("checkout"), env });
  child.stdin.end();
  return watchProcess(child);
}

test("the action reviews the pull request of its event with the panel of the base branch", async () => {
  const { code, stdout, stderr } = await runAction();
  expect({ code, stderr }).toMatchObject({ code: 4 });
  expect(stdout).toContain("The client says what it pays.");
  expect(hub.threads).toMatchObject([{ path: "src/http/routes.ts", line: 65 }]);
  expect(hub.comments).toHaveLength(1);
});

test("inputs become flags, and SARIF is written into the workspace", async () => {
  const { code } = await runAction({
    "fail-on": "never",
    about: 'quotes " and $(touch ran)',
    skip: "docs/**\n*.png",
    members: `compat:one@${members.url}\ncompat:two@${members.url}`,
    "sarif-file": "out.sarif",
  });
  expect(code).toBe(0);
  const log = JSON.parse(readFileSync(home.file("checkout/out.sarif"), "utf8"));
  expect(log.runs[0].results).toHaveLength(1);
  expect(hub.comments[0]?.body).toMatch(/Skipped:\n\n- docs\/seats\.md: left out on request/);
  expect(existsSync(home.file("checkout/ran"))).toBe(false);
});

test("a fork's checkout has no effect, whatever is in it", async () => {
  hub.isFork = true;
  const evil = `panels: { own: { debaters: ["command:touch ${home.file("ran")}", "command:true"] } }`;
  writeFileSync(home.file("checkout/rostrum.config.yaml"), evil);
  writeFileSync(home.file("checkout/.env"), "OPENAI_BASE_URL=http://127.0.0.1:9\n");
  writeFileSync(home.file("checkout/.npmrc"), "registry=http://127.0.0.1:9\n");
  hub.head = { ...hub.head, "rostrum.config.json": evil };
  const { code } = await runAction();
  expect(code).toBe(4);
  expect(existsSync(home.file("ran"))).toBe(false);
  expect(hub.threads).toHaveLength(1);
});

test("tests are run in the checkout, if it is at the head commit", async () => {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: home.file("checkout"),
      encoding: "utf8",
    }).trim();
  git("init", "-q");
  git("commit", "-qm", "head", "--allow-empty");
  const tests = `touch ${home.file("ran")}; exit 0`;
  const early = await runAction({ tests });
  expect(early).toMatchObject({ code: 1 });
  expect(early.stderr).toContain("to be at the head commit");
  hub.headSha = git("rev-parse", "HEAD");
  expect((await runAction({ tests })).code).toBe(4);
  hub.isFork = true;
  const forked = await runAction({ tests });
  expect(forked.code).toBe(4);
  expect(forked.stderr).toContain("No tests were run");
});

test.each(["", "out.sarif"])(
  "a cancelled job ends the review, with sarif-file: %j",
  async (file) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: never } = Promise.withResolvers<void>();
    const silent = await openAiServer(() => {
      ask();
      return { reply: "", until: never };
    });
    const ids = ["one", "two"].map((name) => `compat:${name}@${silent.url}`);
    const { child, ended } = startAction({ "sarif-file": file, members: ids.join("\n") });
    await asked;
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    await silent.close();
    expect(code).toBe(1);
    expect(stderr).toContain("stopped");
  },
);

test("the script has no expressions in it, and every input is used", () => {
  expect(script).not.toContain("${{");
  const used = Object.values(step?.env ?? {}).join(" ");
  for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} `);
});

import { beforeEach, expect, test } from "vitest";
import { createGitFolder, type GitFolder } from "../support/git-folder.ts";
import { newHome, PANELS } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

interface Reviewed {
  title: string;
  files: string[];
  skipped: { path: string; reason: string }[];
  unreviewed: { path: string; reason: string }[];
}

let repository: GitFolder;
beforeEach(() => {
  repository = createGitFolder();
  repository.write("src/a.ts", "export const a = 1;\n");
  repository.commit("first");
  return () => repository[Symbol.dispose]();
});

async function pipe(input: string, ...args: string[]): Promise<Ended> {
  using home = newHome();
  const command = ["review", "--config", PANELS, "--panel", "review", ...args];
  return await rostrum({ ...home, folder: repository.folder }, command, { input });
}

async function plan(input: string, ...args: string[]): Promise<Reviewed> {
  const { stdout } = await pipe(input, "-", "--dry-run", "--json", ...args);
  return (JSON.parse(stdout) as { reviewed: Reviewed }).reviewed;
}

test("a piped diff leaves out files that may hold secrets, generated ones and those to skip, and says so", async () => {
  repository.write(".gitattributes", "gen.ts linguist-generated\n");
  repository.write("src/a.ts", "export const a = 2;\n");
  repository.write("gen.ts", "generated\n");
  repository.write("vendor/b.ts", "export {};\n");
  repository.write("deploy/.env", "STRIPE_KEY=sk_live_51\n");
  repository.write("logo.png", Uint8Array.of(0, 1, 2));
  repository.git("add", ".");
  const diff = repository.git("diff", "--cached");
  expect(await plan(diff, "--skip", "vendor/")).toMatchObject({
    title: "the piped diff",
    files: [".gitattributes", "src/a.ts"],
    skipped: [
      { path: "deploy/.env", reason: expect.stringContaining("may hold secrets") },
      { path: "gen.ts", reason: "generated, as .gitattributes says" },
      { path: "vendor/b.ts", reason: "left out on request" },
      { path: "logo.png", reason: "binary" },
    ],
  });
  const { stdout, stderr } = await pipe(diff, "-", "--json");
  expect(stderr).toContain("skipped: deploy/.env: it may hold secrets and is not sent");
  expect(stdout).not.toContain("sk_live");
});

test("a piped diff of secrets alone asks nobody", async () => {
  repository.write(".env", "STRIPE_KEY=sk_live_51\n");
  repository.git("add", ".");
  const { code, stderr } = await pipe(repository.git("diff", "--cached"), "-");
  expect(code).toBe(0);
  expect(stderr).toContain("nothing to review: what changed in the piped diff was skipped");
});

const SECRET = "+STRIPE_KEY=sk_live_51";
const HUNK = ["@@ -0,0 +1 @@", SECRET];
const PLAIN = ["--- a.ts\t2024-05-01", "+++ a.ts\t2024-05-02", "@@ -1 +1 @@", "-x", "+y"];

test.each<[string, string[], string[], string[]]>([
  ["without git", [...PLAIN, "--- /dev/null", "+++ .env", ...HUNK], ["a.ts"], [".env"]],
  [
    "from diff -r",
    ["diff -r o/.env n/.env", "--- o/.env", "+++ n/.env", ...HUNK, "diff -r o/a n/a", ...PLAIN],
    ["a.ts"],
    ["n/.env"],
  ],
  ["of Subversion", ["Index: .env", "=====", "--- .env", "+++ .env", ...HUNK], [], [".env"]],
  [
    "with names in quotes",
    [
      String.raw`diff --git "a/\303\251/.env" "b/\303\251/.env"`,
      String.raw`--- "a/\303\251/.env"`,
      String.raw`+++ "b/\303\251/.env"`,
      ...HUNK,
    ],
    [],
    ["é/.env"],
  ],
  [
    "with other prefixes",
    ["diff --git c/.env w/.env", "--- c/.env", "+++ w/.env", ...HUNK],
    [],
    [".env"],
  ],
  [
    "without prefixes",
    ["diff --git a/x a/x", "--- a/x", "+++ a/x", "@@ -1 +1 @@", "-x", "+y"],
    ["a/x"],
    [],
  ],
  [
    "of a renamed file",
    [
      ...["diff --git a/.env b/notes.txt", "similarity index 90%", "rename from .env"],
      ...["rename to notes.txt", "--- a/.env", "+++ b/notes.txt", ...HUNK],
    ],
    [],
    ["notes.txt"],
  ],
  [
    "of a merge",
    ["diff --cc .env", "--- a/.env", "+++ b/.env", "@@@ -1,1 -1,1 +1,1 @@@", `+${SECRET}`],
    [],
    [".env"],
  ],
  [
    "with Windows line ends",
    [
      "diff --git a/.env b/.env\r",
      "--- a/.env\r",
      "+++ b/.env\r",
      "@@ -0,0 +1 @@\r",
      `${SECRET}\r`,
    ],
    [],
    [".env"],
  ],
  [
    "whose hunk has more lines than it says",
    ["diff --git a/.env b/.env", "--- a/.env", "+++ b/.env", ...HUNK, SECRET, "-x"],
    [],
    [".env"],
  ],
])("a diff %s is split by file", async (_what, lines, files, skipped) => {
  const reviewed = await pipe(`${lines.join("\n")}\n`, "-", "--dry-run", "--json");
  const { stdout, stderr } = reviewed;
  if (files.length > 0)
    expect((JSON.parse(stdout) as { reviewed: Reviewed }).reviewed.files).toEqual(files);
  else expect(stderr).toContain("nothing to review");
  for (const path of skipped) expect(stderr).toContain(`skipped: ${path}: it may hold secrets`);
});

test("messages of commits are told as such, and files of several commits are one document", async () => {
  repository.write("src/a.ts", "export const a = 2;\n");
  repository.commit("Doubles a");
  repository.write("src/a.ts", "export const a = 3;\n");
  repository.commit("Adds one to a");
  const log = repository.git("log", "-p");
  expect((await plan(log)).files).toEqual(["src/a.ts"]);
  using home = newHome();
  const run = (args: string[], input?: string): Promise<Ended> =>
    rostrum({ ...home, folder: repository.folder }, args, input === undefined ? {} : { input });
  await run(["review", "--config", PANELS, "--panel", "review", "-"], log);
  const { stdout } = await run(["show", "--json"]);
  expect(JSON.parse(stdout).question).toContain("Adds one to a");
});

test("a large piped diff is reviewed in parts, like the same change from git", async () => {
  for (const name of ["b", "c", "d"])
    repository.write(`${name}.txt`, `${name} word\n`.repeat(15_000));
  repository.git("add", ".");
  const reviewed = await plan(repository.git("diff", "--cached"));
  expect(reviewed).toMatchObject({ files: ["b.txt", "c.txt", "d.txt"], unreviewed: [] });
});

test("a text that shows a diff is reviewed as it is", async () => {
  const guide = ["# Guide", "```diff", ...PLAIN, "```", "The end."].join("\n");
  expect((await plan(guide)).files).toEqual(["stdin"]);
});

test("a file can be named next to the diff that changes it", async () => {
  repository.write("src/a.ts", "export const a = 2;\n");
  const reviewed = await plan(repository.git("diff"), "src/a.ts");
  expect(reviewed.files.toSorted()).toEqual(["src/a.ts", "src/a.ts (piped diff)"]);
});

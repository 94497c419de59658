import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createGitFolder, type GitFolder } from "../support/git-folder.ts";
import { compareCommits } from "../support/git-pull-request.ts";
import { gitHubServer, type GitHubServer } from "../support/github-server.ts";
import type { Tree } from "../support/github-tree.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

/*
 * A pull request is read like a change in a repository: the same files, as the same documents, and the same files are
 * left out for the same reasons.
 */

const CONFIG = fileURLToPath(new URL("./support/reviewers.config.ts", import.meta.url));

let hub: GitHubServer;
let home: Home;
let members: OpenAiServer;
beforeEach(async () => {
  hub = await gitHubServer({}, {});
  home = newHome();
  members = await openAiServer(() => ({ reply: '{"findings": []}' }), ["one", "two"]);
  const debaters = ["one", "two"].map((name) => `compat:${name}@${members.url}`);
  writeFileSync(home.file("own.json"), JSON.stringify({ panels: { own: { debaters } } }));
});
afterEach(async () => {
  home[Symbol.dispose]();
  await hub[Symbol.asyncDispose]();
  await members.close();
});

/** `count` lines, with one changed. */
function lines(count: number, changed?: number): string {
  return Array.from({ length: count }, (_, at) =>
    at === changed ? `const fresh = ${at};\n` : `const line${at} = ${at};\n`,
  ).join("");
}

const review = (...args: string[]): Promise<Ended> =>
  rostrum(home, ["review", "--pr", "7", ...args], { env: hub.env });

const withMembers = (...args: string[]): Promise<Ended> =>
  review("--config", home.file("own.json"), "--no-comment", ...args);

const silently = (...args: string[]): Promise<Ended> =>
  review("--config", CONFIG, "--panel", "clean", ...args);

function reviewLocally(repository: GitFolder, ...args: string[]): Promise<Ended> {
  const command = ["review", "--config", home.file("own.json"), "--no-files", ...args];
  return rostrum({ ...home, folder: repository.folder }, command, {
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
}

/** Documents that members were sent, by name. */
function readSentDocuments(): Map<string, string> {
  const messages = members.received.flatMap(
    ({ body }) => body["messages"] as { content: unknown }[],
  );
  const documents = messages.flatMap(({ content }): [string, string][] => {
    const [, name, text] =
      /^Material for the question that follows, the document (.*?):\n\n(.*)$/s.exec(
        String(content),
      ) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text]];
  });
  return new Map(documents);
}

const readSent = (): string => JSON.stringify(members.received.map(({ body }) => body));

interface LeftOut {
  path: string;
  reason: string;
}

interface Reviewed {
  files: string[];
  skipped: LeftOut[];
  unreviewed: LeftOut[];
}

const byPath = (a: LeftOut, b: LeftOut): number => (a.path < b.path ? -1 : 1);

function readReviewed({ stdout }: Ended): Reviewed {
  const { files, skipped, unreviewed } = (JSON.parse(stdout) as { reviewed: Reviewed }).reviewed;
  // On a pull request, nobody can name a file.
  const withoutHint = ({ path, reason }: LeftOut): LeftOut => ({
    path,
    reason: reason.replace("; name the file itself to include it", ""),
  });
  return {
    files,
    skipped: skipped.map(withoutHint).toSorted(byPath),
    unreviewed: unreviewed.toSorted(byPath),
  };
}

const LONG_NAME = `${"long/".repeat(50)}name.ts`;

/** Writes a base commit and a head commit with every kind of change. Returns them. */
function writeHistory(repository: GitFolder): { base: string; head: string } {
  const { folder, git, write } = repository;
  const image = (name: string): Uint8Array => Buffer.from(`\u0000${name.repeat(20)}`);
  write(".gitattributes", "*.pb.ts linguist-generated\nlib/** linguist-vendored=true\n");
  write("kept/.gitattributes", "*.pb.ts -linguist-generated\n*.dat -diff\n");
  write("src/cart.ts", lines(60));
  write("src/long.ts", lines(2500));
  write("src/gone.ts", lines(3));
  write("src/old.ts", lines(30));
  write("src/old-pure.ts", lines(30));
  write("windows.ts", lines(30).replaceAll("\n", "\r\n"));
  write("no-end.ts", lines(30).trimEnd());
  write("script.sh", "echo 1\n");
  write("latin.ts", Buffer.from("// Zo\u00eb\nconst a = 1;\n", "latin1"));
  write("kept/table.dat", lines(9));
  for (const name of ["logo.png", "gone.png", "old.png"]) write(name, image(name));
  write("deploy.pem", `${lines(30)}hunter1\n`);
  write("gone-empty.ts", "");
  symlinkSync("src/cart.ts", join(folder, "gone-link.ts"));
  git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
  const base = commitAll(repository);
  write("src/cart.ts", lines(60, 30));
  write("src/long.ts", lines(2500, 40).replace("const line90 ", "const fresh90 "));
  write("windows.ts", lines(30, 12).replaceAll("\n", "\r\n"));
  write("no-end.ts", lines(30, 3).trimEnd());
  repository.remove("src/gone.ts");
  git("mv", "src/old.ts", "src/new.ts");
  write("src/new.ts", lines(30, 3));
  git("mv", "src/old-pure.ts", "src/new-pure.ts");
  git("mv", "old.png", "new.png");
  git("update-index", "--chmod=+x", "script.sh");
  git("config", "core.fileMode", "false");
  write("latin.ts", Buffer.from("// Zo\u00eb\nconst a = 2;\n", "latin1"));
  write("kept/table.dat", lines(9, 2));
  write("logo.png", image("other"));
  repository.remove("gone.png");
  repository.remove("gone-link.ts");
  repository.remove("gone-empty.ts");
  git("mv", "deploy.pem", "notes.txt");
  write(".env", "TOKEN=hunter2\n");
  write(".env.example", "TOKEN=\n");
  symlinkSync(".env", join(folder, "linked.txt"));
  write("empty.ts", "");
  write("api.pb.ts", lines(3));
  write("kept/api.pb.ts", lines(3));
  write("lib/vendored.ts", lines(3));
  write("rostrum.schema.json", "{}\n");
  write("shot.snap", "1\n");
  write('we"ird\tname.ts', lines(3));
  write(LONG_NAME, lines(3));
  write("gr\u00f6\u00dfe.ts", lines(3));
  write("huge.ts", `const x = "${"abc ".repeat(100_000)}";\n`);
  write("giant.ts", `const x = "${"abc ".repeat(1_050_000)}";\n`);
  write("giant.png", new Uint8Array(4_200_000));
  git("update-index", "--add", "--cacheinfo", `160000,${"2".repeat(40)},sub`);
  return { base, head: commitAll(repository) };
}

/** Leaves a submodule in the index that has no folder. */
function commitAll({ git, folder }: GitFolder): string {
  const submodule = git("ls-files", "--stage", "sub").split(" ")[1] ?? "";
  git("add", "--all", "--", ":!sub");
  git("update-index", "--add", "--cacheinfo", `160000,${submodule},sub`);
  git("commit", "--quiet", "-m", `change in ${folder}`);
  return git("rev-parse", "HEAD");
}

/** Heads that GitHub doesn't know, or of which it knows no more than that a hunk begins. */
const withoutHeads = (text: string): string =>
  text.replace(/^similarity index.*\n/m, "").replace(/^(@@ .*? @@).*$/gm, "$1");

test("a pull request is read like the same change in a repository", async () => {
  using repository = createGitFolder();
  const { base, head } = writeHistory(repository);
  Object.assign(hub, compareCommits(repository, base, head));
  const local = await reviewLocally(repository, `${base}..${head}`, "--skip", "*.snap", "--json");
  const documents = readSentDocuments();
  members.received.length = 0;
  const remote = await withMembers("--skip", "*.snap", "--json");
  expect([local.code, remote.code]).toEqual([2, 2]);
  const reviewed = readReviewed(local);
  expect(readReviewed(remote)).toEqual(reviewed);
  expect([...readSentDocuments().keys()].toSorted()).toEqual([...documents.keys()].toSorted());
  for (const [name, text] of readSentDocuments())
    expect([name, withoutHeads(text)]).toEqual([name, withoutHeads(documents.get(name) ?? "")]);
  expect(readSent()).not.toMatch(/hunter\d/);
  // Both could have the same gap.
  expect(reviewed).toEqual({
    files: expect.arrayContaining([".env.example", "src/cart.ts", "src/long.ts", "script.sh"]),
    skipped: [
      { path: ".env", reason: "it may hold secrets and is not sent" },
      { path: "api.pb.ts", reason: "generated, as .gitattributes says" },
      { path: "giant.png", reason: "binary" },
      { path: "gone-link.ts", reason: "a link" },
      { path: "gone.png", reason: "binary" },
      { path: "kept/table.dat", reason: "binary" },
      { path: "lib/vendored.ts", reason: "vendored, as .gitattributes says" },
      { path: "linked.txt", reason: "a link" },
      { path: "logo.png", reason: "binary" },
      { path: "new.png", reason: "binary" },
      { path: "notes.txt", reason: "it may hold secrets and is not sent" },
      { path: "rostrum.schema.json", reason: "rostrum's own schema" },
      { path: "shot.snap", reason: "left out on request" },
      { path: "sub", reason: "a submodule" },
    ],
    unreviewed: [
      { path: "giant.ts", reason: "it is larger than 4 MB" },
      { path: "huge.ts", reason: expect.stringMatching(/^it is too large: about [\d,]+ tokens/) },
      { path: LONG_NAME, reason: "its name is longer than 200 characters" },
    ],
  });
});

describe("before anything is paid", () => {
  const HUGE = `const x = "${"abc ".repeat(100_000)}";\n`;

  test("a dry run lists what is sent and what isn't, and its exit code tells of gaps", async () => {
    hub.head = { "a.ts": lines(3), "huge.ts": HUGE, "logo.png": Uint8Array.of(0, 1) };
    const { code, stderr } = await silently("--dry-run");
    expect(stderr).toContain("reviewing pull request acme/seats#7: 1 file: a.ts\n");
    expect(stderr).toContain("skipped: logo.png: binary\n");
    expect(stderr).toMatch(/not reviewed: huge\.ts: it is too large: about [\d,]+ tokens/);
    expect(code).toBe(2);
    const json = await silently("--dry-run", "--json");
    expect(JSON.parse(json.stdout).reviewed).toMatchObject({
      files: ["a.ts"],
      skipped: [{ path: "logo.png" }],
      unreviewed: [{ path: "huge.ts" }],
    });
    expect(hub.comments).toEqual([]);
  });

  test("--quiet leaves out what needs no review, and the last line explains the exit code", async () => {
    hub.head = { "a.ts": lines(3), "huge.ts": HUGE, "logo.png": Uint8Array.of(0, 1) };
    const { code, stderr } = await silently("--quiet");
    expect(code).toBe(2);
    expect(stderr).not.toContain("skipped");
    expect(stderr).toContain("not reviewed: huge.ts: ");
    expect(stderr).toMatch(/exit code 2: not everything was reviewed\n$/);
  });

  test("files that are left out for the same reason are one line", async () => {
    const images = Array.from({ length: 5 }, (_, at) => [`${at}.png`, Uint8Array.of(0, at)]);
    hub.head = { "a.ts": lines(3), ...(Object.fromEntries(images) as Tree) };
    const { stderr } = await silently();
    expect(stderr.match(/^skipped: .*$/gm)).toEqual([
      "skipped: 0.png, 1.png, 2.png and 2 more (--json lists them): binary",
    ]);
  });

  test.each([
    ["nothing to review: what changed in pull request acme/seats#7 was skipped", "logo.png", 0],
    ["nothing could be reviewed", "huge.ts", 2],
  ])("%s", async (words, name, expected) => {
    hub.head = { [name]: name === "huge.ts" ? HUGE : Uint8Array.of(0, 1) };
    const { code, stdout, stderr } = await silently("--sarif");
    expect(code).toBe(expected);
    expect(stderr).toContain(words);
    expect(stderr).toContain(`: ${name}: `);
    // An empty file of findings is none.
    expect(JSON.parse(stdout)).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] });
    const json = await silently("--json");
    const { reviewed, findings } = JSON.parse(json.stdout);
    expect([findings, reviewed.files]).toEqual([[], []]);
    expect(hub.comments[0]?.body).toContain(`- ${name}: `);
  });
});

describe("limits", () => {
  test("a change of a million characters is reviewed in parts", async () => {
    const names = Array.from({ length: 5 }, (_, at) => `part${at}.ts`);
    hub.head = Object.fromEntries(names.map((name) => [name, lines(5_000)]));
    const { code, stdout } = await withMembers("--json");
    expect(code).toBe(0);
    expect(readReviewed({ code, stdout, stderr: "" })).toEqual({
      files: names,
      skipped: [],
      unreviewed: [],
    });
    expect([...readSentDocuments().keys()].toSorted()).toEqual(names);
    expect(members.received.length).toBeGreaterThan(2);
    // What the author says comes with every part.
    for (const { body } of members.received)
      expect(JSON.stringify(body)).toContain("Replaces the legacy holds.");
  });

  test("files that GitHub gives no diff of: added ones are read, others are named", async () => {
    hub.base = { "old.ts": lines(9) };
    hub.head = { "old.ts": lines(9, 3), "new.ts": lines(9), "cut.ts": lines(9) };
    hub.files = ["old.ts", "new.ts", "cut.ts"].map((filename) => ({
      filename,
      status: filename === "old.ts" ? "modified" : "added",
      ...{ additions: 9, deletions: 0, changes: 9 },
      ...(filename === "cut.ts" ? { patch: "@@ -0,0 +1,9 @@\n+const line0 = 0;" } : {}),
    }));
    const { code, stdout } = await withMembers("--json");
    expect(code).toBe(2);
    expect(readReviewed({ code, stdout, stderr: "" })).toEqual({
      files: ["new.ts", "cut.ts"],
      skipped: [],
      unreviewed: [{ path: "old.ts", reason: "it is too large: GitHub gives no diff for it" }],
    });
    for (const text of readSentDocuments().values()) expect(text).toContain("\n+const line8 = 8;");
  });
});

describe("what the author of a pull request can't do", () => {
  const SECRET = { ".env": "TOKEN=hunter2\n" };
  const LINK = { mode: "120000", content: ".env" };

  test.each([
    ["is skipped", false],
    ["shows where it leads, if GitHub's list of files is too long to have it", true],
  ])("a link to a secret is not followed, and %s", async (_what, isUnlisted) => {
    hub.base = { ...SECRET, "a.ts": lines(3) };
    hub.head = { ...SECRET, "a.ts": lines(3, 1), "config.txt": LINK };
    hub.isUnlisted = (path) => isUnlisted && path === "config.txt";
    const { stdout } = await withMembers("--json");
    expect(readSent()).toContain("const fresh = 1");
    expect(readSent()).not.toContain("hunter2");
    const { files, skipped } = readReviewed({ code: 0, stdout, stderr: "" });
    expect(files.includes("config.txt")).toBe(isUnlisted);
    expect(skipped).toEqual(isUnlisted ? [] : [{ path: "config.txt", reason: "a link" }]);
  });

  test("mark a file as generated, which only the base commit can", async () => {
    const ATTRIBUTES = "*.lock linguist-generated\n";
    hub.base = { ".gitattributes": ATTRIBUTES, "a.ts": lines(3) };
    hub.head = {
      ".gitattributes": `${ATTRIBUTES}*.ts linguist-generated\n`,
      "a.ts": lines(3, 1),
      "b.lock": lines(3),
    };
    const { stdout } = await withMembers("--json");
    expect(readReviewed({ code: 0, stdout, stderr: "" })).toEqual({
      files: [".gitattributes", "a.ts"],
      skipped: [{ path: "b.lock", reason: "generated, as .gitattributes says" }],
      unreviewed: [],
    });
  });
});

describe("comments of earlier reviews", () => {
  /** The line of the critical finding is in a long file. */
  const withFinding = (count: number, ...more: string[]): string =>
    `${lines(count)}sql("order by \${sort} desc");\n${more.join("")}`;
  const find = (...args: string[]): Promise<Ended> => review("--config", CONFIG, ...args);

  test("count in a long file too, when its change is elsewhere by now", async () => {
    hub.base = { "a.ts": lines(3000) };
    hub.head = { "a.ts": withFinding(3000) };
    expect((await find()).code).toBe(4);
    expect(hub.threads).toMatchObject([{ path: "a.ts", line: 3001 }]);
    hub.base = { "a.ts": withFinding(3000) };
    hub.push({ "a.ts": `const first = 1;\n${withFinding(3000)}` });
    const { code } = await find("--panel", "clean");
    expect(code).toBe(4);
    expect(hub.comments[0]?.body).toContain("From earlier reviews");
  });

  test("count if nothing can be reviewed any more", async () => {
    hub.head = { "a.ts": withFinding(3) };
    expect((await find()).code).toBe(4);
    hub.push({ "a.ts": withFinding(3, `const x = "${"abc ".repeat(100_000)}";\n`) });
    const { code, stderr } = await find();
    expect(stderr).toContain("nothing could be reviewed");
    expect(code).toBe(4);
    expect(hub.comments[0]?.body).toMatch(/From earlier reviews[^]*critical/);
  });

  test("a finding on an untouched line far from the change is in the summary alone", async () => {
    const untouched = withFinding(3, lines(40));
    hub.base = { "a.ts": untouched };
    hub.head = { "a.ts": `${untouched}const last = 1;\n` };
    const { code, stdout } = await find();
    expect(code).toBe(4);
    expect(stdout).toContain("a.ts:4:6  critical, upheld (not in this change)");
    expect(hub.threads).toEqual([]);
    expect(hub.comments[0]?.body).toContain("a.ts:4");
  });
});

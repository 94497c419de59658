import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitFolder, type GitFolder } from "../../../../../test/support/git-folder.ts";
import { readDiff } from "@rostrum/core/record";
import {
  openRepository,
  readMaterial,
  type MaterialRequest,
  type RepositoryMaterial,
} from "./index.ts";

const NUMBERS = Array.from({ length: 40 }, (_, index) => `const line${index} = ${index};\n`);

/** `count` lines, with the fifth one changed. */
function lines(changed = "const line4 = 4;\n", count = 40): string {
  const all = Array.from({ length: count }, (_, at) => `const line${at} = ${at};\n`);
  return all.with(4, changed).join("");
}

async function read(
  { folder }: GitFolder,
  request: MaterialRequest = {},
): Promise<RepositoryMaterial> {
  const repository = await openRepository(folder);
  if (repository === null) throw new Error("there is no repository");
  return readMaterial(repository, request);
}

function textOf({ documents }: RepositoryMaterial, name: string): string {
  return documents.find(({ document }) => document === name)?.text ?? "";
}

const names = ({ documents }: RepositoryMaterial): string[] =>
  documents.map(({ document }) => document);

test("a working tree: text changes with their surroundings, and everything else is named", async () => {
  using folder = createGitFolder();
  for (const name of ["a.ts", "b.ts", "src/c.ts", "old.ts", "same.ts"]) folder.write(name, lines());
  folder.write("gone.ts", "export const gone = 1;\n");
  folder.write("logo.png", Uint8Array.of(0x89, 0, 1, 2));
  folder.write(".gitignore", "ignored.ts\n");
  folder.commit();
  for (const name of ["a.ts", "b.ts", "src/c.ts"]) folder.write(name, lines("const fresh = 1;\n"));
  folder.git("mv", "old.ts", "new.ts");
  folder.remove("gone.ts");
  folder.write("untracked.ts", "export const fresh = 2;\n");
  folder.write("ignored.ts", "secret\n");
  folder.write("logo.png", Uint8Array.of(0x89, 0, 9, 9));
  const material = await read(folder);
  expect(names(material).toSorted()).toEqual(
    ["a.ts", "b.ts", "gone.ts", "new.ts", "src/c.ts", "untracked.ts"].toSorted(),
  );
  expect(material.skipped).toEqual([{ path: "logo.png", reason: "binary" }]);
  expect(material.unreviewed).toEqual([]);
  const changed = textOf(material, "src/c.ts");
  expect(changed).toContain("\n-const line4 = 4;\n+const fresh = 1;\n");
  for (const line of NUMBERS.filter((_, at) => at !== 4)) expect(changed).toContain(` ${line}`);
  expect(textOf(material, "new.ts")).toBe(
    "diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n" +
      `--- a/old.ts\n+++ b/new.ts\n@@ -1,40 +1,40 @@\n${lines().replace(/^/gm, " ").slice(0, -1)}`,
  );
  expect(textOf(material, "gone.ts")).toContain(
    "+++ /dev/null\n@@ -1 +0,0 @@\n-export const gone = 1;\n",
  );
  expect(textOf(material, "untracked.ts")).toContain(
    "--- /dev/null\n+++ b/untracked.ts\n@@ -0,0 +1,1 @@\n+export const fresh = 2;\n",
  );
  expect(JSON.stringify(material)).not.toContain("secret");
});

test.each<[string, MaterialRequest]>([
  ["HEAD", {}],
  ["a branch", { base: "main" }],
])(
  "a file that left the index and stays on disk is one document, against %s",
  async (_what, request) => {
    using folder = createGitFolder();
    for (const name of ["a.ts", "b.ts"]) folder.write(name, lines());
    folder.commit();
    folder.git("rm", "--quiet", "--cached", "a.ts");
    folder.write("a.ts", lines("const fresh = 1;\n"));
    const material = await read(folder, request);
    expect(names(material)).toEqual(["a.ts"]);
    expect(textOf(material, "a.ts")).toContain("\n+const fresh = 1;\n");
  },
);

test.each([
  [1999, true],
  [2000, true],
  [2001, false],
])("of %i lines, all are shown: %s", async (count, isWhole) => {
  using folder = createGitFolder();
  folder.git("config", "diff.suppressBlankEmpty", "true");
  const text = (changed: string): string => lines(changed, count).replace("const line9 = 9;", "");
  folder.write("a.ts", text("const line4 = 4;\n"));
  folder.commit();
  folder.write("a.ts", text("const fresh = 1;\n"));
  const shown = textOf(await read(folder), "a.ts");
  expect(shown.includes(`const line${count - 1} = `)).toBe(isWhole);
});

test("files with another name or mode and the same text are shown, unless they are long or binary", async () => {
  using folder = createGitFolder();
  folder.write("script.sh", "echo 1");
  folder.write("empty.ts", "");
  folder.write("old.ts", lines());
  folder.write("long.ts", lines("const line4 = 4;\n", 2001));
  folder.write("logo.png", Uint8Array.of(0x89, 0, 1, 2));
  folder.commit();
  folder.git("update-index", "--chmod=+x", "script.sh");
  for (const name of ["empty.ts", "old.ts", "long.ts", "logo.png"])
    folder.git("mv", name, `new-${name}`);
  const staged = { staged: true } as const;
  folder.write("new-old.ts", "const unstaged = 1;\n");
  const check = async (request: MaterialRequest): Promise<void> => {
    const material = await read(folder, request);
    expect(textOf(material, "script.sh")).toBe(
      "diff --git a/script.sh b/script.sh\nold mode 100644\nnew mode 100755\n" +
        "--- a/script.sh\n+++ b/script.sh\n@@ -1,1 +1,1 @@\n echo 1\n\\ No newline at end of file\n",
    );
    expect(textOf(material, "new-old.ts")).toContain(
      "\nrename to new-old.ts\n--- a/old.ts\n+++ b/new-old.ts\n@@ -1,40 +1,40 @@\n const line0",
    );
    expect(textOf(material, "new-old.ts")).toContain("\n const line39 = 39;\n");
    for (const name of ["new-long.ts", "new-empty.ts"])
      expect(textOf(material, name)).toMatch(/\nrename to .*\n$/);
    expect(material.skipped).toEqual([{ path: "new-logo.png", reason: "binary" }]);
  };
  await check(staged);
  folder.git("commit", "--quiet", "-m", "moved");
  await check({ range: "HEAD" });
});

describe("which change", () => {
  function createHistory(): GitFolder & { first: string; second: string } {
    const folder = createGitFolder();
    folder.write("a.ts", lines());
    const first = folder.commit("first");
    folder.write("a.ts", lines("const second = 1;\n"));
    const second = folder.commit("second");
    folder.git("checkout", "--quiet", "-b", "topic", first);
    folder.write("b.ts", "const onTopic = 1;\n");
    folder.commit("topic");
    folder.write("c.ts", "const staged = 1;\n");
    folder.git("add", "c.ts");
    folder.write("d.ts", "const loose = 1;\n");
    return { ...folder, first, second };
  }

  test.each<[string, (history: { first: string; second: string }) => MaterialRequest, string[]]>([
    ["nothing named: the working tree", () => ({}), ["c.ts", "d.ts"]],
    ["staged", () => ({ staged: true }), ["c.ts"]],
    ["base: from the merge base on", () => ({ base: "main" }), ["b.ts", "c.ts", "d.ts"]],
    ["a commit: its own change", ({ second }) => ({ range: second }), ["a.ts"]],
    ["the first commit", ({ first }) => ({ range: first }), ["a.ts"]],
    ["two commits", ({ first }) => ({ range: `${first}..main` }), ["a.ts"]],
    ["from the merge base on", () => ({ range: "main...topic" }), ["b.ts"]],
    ["an open range ends at HEAD", ({ first }) => ({ range: `${first}..` }), ["b.ts"]],
    ["a path next to a change", () => ({ base: "main", paths: ["b.ts"] }), ["b.ts"]],
    ["a path alone: the file as it is", () => ({ paths: ["a.ts"] }), ["a.ts"]],
    ["a folder alone: all of it", () => ({ paths: ["."] }), ["a.ts", "b.ts", "c.ts", "d.ts"]],
  ])("%s", async (_what, request, expected) => {
    using history = createHistory();
    const material = await read(history, request(history));
    expect(names(material).toSorted()).toEqual(expected);
  });

  test("a file alone is no diff, and a commit's own change is", async () => {
    using history = createHistory();
    expect(textOf(await read(history, { paths: ["a.ts"] }), "a.ts")).toBe(lines());
    const { second } = history;
    expect(textOf(await read(history, { range: second }), "a.ts")).toContain("+const second = 1;");
  });

  test.each<[string, MaterialRequest, string]>([
    [
      "a name that doesn't exist",
      { base: "nowhere" },
      'there is no commit, branch or tag "nowhere"',
    ],
    ["an option", { base: "--output=x" }, 'there is no commit, branch or tag "--output=x"'],
    ["a negated name", { range: "^main" }, 'there is no commit, branch or tag "^main"'],
    ["a file in a commit", { range: "main:a.ts" }, 'there is no commit, branch or tag "main:a.ts"'],
    ["two at once", { staged: true, base: "main" }, "expected only one of"],
  ])("%s is refused", async (_what, request, words) => {
    using history = createHistory();
    await expect(read(history, request)).rejects.toThrow(words);
    expect(existsSync(join(history.folder, "x"))).toBe(false);
  });

  test("what commits say about their change comes with it, the newest first", async () => {
    using folder = createGitFolder();
    folder.write("a.ts", lines());
    const first = folder.commit("first");
    folder.write("a.ts", lines("const fresh = 1;\n"));
    folder.commit("Count from one\n\nReaders do.");
    folder.write("b.ts", lines());
    const last = folder.commit("Add b");
    expect((await read(folder, { range: last })).message).toBe("Add b");
    const both = "Add b\n\nCount from one\n\nReaders do.";
    expect((await read(folder, { range: `${first}..${last}` })).message).toBe(both);
    expect((await read(folder, { base: first })).message).toBe(both);
    folder.write("b.ts", lines("const fresh = 1;\n"));
    expect((await read(folder)).message).toBe("");
  });

  test("unrelated histories have no merge base", async () => {
    using folder = createGitFolder();
    folder.commit();
    folder.git("checkout", "--quiet", "--orphan", "other");
    folder.commit("another beginning");
    await expect(read(folder, { base: "main" })).rejects.toThrow(
      'base: expected commits that share history, got "main"',
    );
    await expect(read(folder, { range: "main...other" })).rejects.toThrow(
      'range: expected commits that share history, got "main...other"',
    );
  });

  test("before the first commit everything is new; in a clean tree nothing is", async () => {
    using folder = createGitFolder();
    folder.write("a.ts", lines());
    folder.git("add", "a.ts");
    expect(names(await read(folder))).toEqual(["a.ts"]);
    folder.commit();
    expect(names(await read(folder))).toEqual([]);
  });

  test("outside of git there is no repository", async () => {
    using folder = createGitFolder();
    folder.remove(".git");
    expect(await openRepository(folder.folder)).toBeNull();
  });
});

describe("what needs no review, or can't have one", () => {
  test("generated, vendored and skipped files, submodules, links and nested repositories", async () => {
    using other = createGitFolder();
    other.write("x.ts", "x\n");
    other.commit();
    using folder = createGitFolder();
    folder.write(
      ".gitattributes",
      "*.pb.ts linguist-generated\nlib/** linguist-vendored=true\nkept/** -linguist-generated\n",
    );
    folder.commit();
    folder.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.folder, "sub");
    for (const name of ["a.pb.ts", "lib/b.ts", "kept/c.ts", "d.snap"])
      folder.write(name, "const x = 1;\n");
    symlinkSync("/etc/passwd", join(folder.folder, "link"));
    mkdirSync(join(folder.folder, "nested"));
    folder.git("-C", "nested", "init", "--quiet");
    writeFileSync(join(folder.folder, "nested", "y.ts"), "y\n");
    const material = await read(folder, { isSkipped: (path) => path.endsWith(".snap") });
    expect(names(material)).toEqual([".gitmodules", "kept/c.ts"]);
    const reasons = Object.fromEntries(material.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toEqual({
      "a.pb.ts": "generated, as .gitattributes says",
      "lib/b.ts": "vendored, as .gitattributes says",
      "d.snap": "left out on request",
      link: "a link or a special file",
      "nested/": "a repository of its own",
      sub: "a submodule",
    });
  });

  test("files that may hold secrets, unless they are named; templates and sources are reviewed", async () => {
    using folder = createGitFolder();
    folder.write("server.pem", "secret 1\n");
    folder.write("credentials.json", "secret 2\n");
    folder.write("old.key", `${lines()}secret 3\n`);
    folder.commit();
    const variables = [".env", ".env.local", ".env-prod", "app/prod.env"];
    const secrets = [...variables, "deploy/id_ed25519", ".npmrc", "config/secrets.yml"];
    for (const name of [...secrets, "server.pem", "credentials.json"])
      folder.write(name, "secret 4\n");
    folder.git("mv", "old.key", "notes.txt");
    const reviewed = [".env.example", "id_ed25519.pub", "src/secrets.ts", "src/env.ts"];
    for (const name of reviewed) folder.write(name, "const x = 1;\n");
    for (const request of [{}, { base: "HEAD" }, { paths: ["."] }]) {
      const material = await read(folder, request);
      expect(names(material).toSorted()).toEqual(
        "paths" in request ? [...reviewed, "notes.txt"].toSorted() : reviewed.toSorted(),
      );
      expect(material.skipped).toContainEqual({
        path: ".env",
        reason: "it may hold secrets and is not sent; name the file itself to include it",
      });
      if (!("paths" in request)) expect(JSON.stringify(material)).not.toContain("secret ");
    }
    folder.git("add", ".env");
    for (const request of [{ paths: [".env"] }, { staged: true, paths: [".env"] }])
      expect(names(await read(folder, request))).toEqual([".env"]);
    const staged = await read(folder, { staged: true });
    expect(staged.skipped.map(({ path }) => path)).toContain(".env");
  });

  test("a file with conflicts is named", async () => {
    using folder = createGitFolder();
    folder.write("a.ts", lines());
    folder.commit();
    folder.git("checkout", "--quiet", "-b", "one");
    folder.write("a.ts", lines("const one = 1;\n"));
    folder.commit();
    folder.git("checkout", "--quiet", "main");
    folder.write("a.ts", lines("const two = 2;\n"));
    folder.commit();
    expect(() => folder.git("merge", "one")).toThrow();
    const { documents, unreviewed } = await read(folder);
    expect(documents).toEqual([]);
    expect(unreviewed).toEqual([{ path: "a.ts", reason: "it has merge conflicts" }]);
  });

  test("of files beyond 4 MB, texts are named and other data is skipped", async () => {
    using folder = createGitFolder();
    folder.write("text.ts", "abc ".repeat(1_050_000));
    folder.write("data.bin", new Uint8Array(4_200_000));
    const check = async (request: MaterialRequest): Promise<void> => {
      const { skipped, unreviewed } = await read(folder, request);
      expect(skipped).toEqual([{ path: "data.bin", reason: "binary" }]);
      expect(unreviewed).toEqual([{ path: "text.ts", reason: "it is larger than 4 MB" }]);
    };
    await check({});
    folder.git("add", "--all");
    await check({ staged: true });
    folder.commit();
    await check({ range: "HEAD" });
  });

  test("a long file is shown around its changes, and one that is too large is named", async () => {
    using folder = createGitFolder();
    folder.write("long.ts", lines(undefined, 2500));
    folder.commit();
    folder.write("long.ts", lines("const fresh = 1;\n", 2500));
    folder.write("huge.ts", `const x = "${"abc ".repeat(100_000)}";\n`);
    const material = await read(folder);
    const shown = textOf(material, "long.ts");
    expect(shown).toContain("+const fresh = 1;");
    expect(shown).toContain("const line30 =");
    expect(shown).not.toContain("const line50 =");
    expect(material.unreviewed).toEqual([
      {
        path: "huge.ts",
        reason: expect.stringMatching(
          /^it is too large: about [\d,]+ tokens, and members read up to 80,000 of a file$/,
        ),
      },
    ]);
  });
});

describe("a hostile repository", () => {
  test("runs none of the programs that its config names", async () => {
    using folder = createGitFolder();
    folder.write("a.ts", lines());
    folder.write(".gitattributes", "*.ts filter=evil diff=evil\n*.ps filter=a=b\n");
    folder.write("b.ps", "1\n");
    folder.commit();
    const marker = join(folder.folder, ".git", "ran");
    const script = folder.writeScript(".git/evil", `#!/bin/sh\necho "$@" >> ${marker}\ncat\n`);
    folder.writeScript(".git/hooks/post-index-change", `#!/bin/sh\ntouch ${marker}\n`);
    const settings = {
      "core.fsmonitor": script,
      "core.pager": script,
      "pager.diff": script,
      "diff.external": script,
      "diff.evil.command": script,
      "diff.evil.textconv": script,
      "filter.evil.clean": script,
      "filter.evil.smudge": script,
      "filter.evil.process": script,
      "filter.evil.required": "true",
      "filter.a=b.clean": script,
      "core.hooksPath": join(folder.folder, ".git", "hooks"),
      "diff.submodule": "log",
      "diff.noprefix": "true",
      "diff.mnemonicPrefix": "true",
      "color.diff": "always",
      "core.sshCommand": script,
      "log.showSignature": "true",
      "gpg.program": script,
    };
    for (const [name, value] of Object.entries(settings)) folder.git("config", name, value);
    folder.write("a.ts", lines("const fresh = 1;\n"));
    folder.write("b.ps", "2\n");
    folder.write("new.ts", "const fresh = 2;\n");
    for (const request of [{}, { staged: true }, { base: "main" }, { range: "main" }])
      await read(folder, request);
    const material = await read(folder);
    expect(names(material)).toEqual(["a.ts", "b.ps", "new.ts"]);
    expect(textOf(material, "a.ts")).toContain("\n-const line4 = 4;\n+const fresh = 1;\n");
    await read(folder, { paths: ["."] });
    expect(existsSync(marker)).toBe(false);
  });

  test("can't name another folder as its working tree", async () => {
    using home = createGitFolder();
    home.remove(".git");
    home.write("diary.txt", "secret\n");
    home.git("init", "--quiet", "repository");
    home.git("-C", "repository", "config", "core.worktree", home.folder);
    await expect(openRepository(join(home.folder, "repository"))).rejects.toThrow(
      "expected the working tree to have a .git",
    );
  });

  const HOSTILE = [
    "line\nbreak.ts",
    "tab\tand space.ts",
    'quote".ts',
    "back\\slash.ts",
    "escape\u001b[31m.ts",
    "right\u202eto left.ts",
    "-rf.ts",
    ":(top)magic.ts",
    "a..b",
    "diff --git a b/x.ts",
    "größe/日本.ts",
    "\ufeffmark.ts",
  ];

  test.each(HOSTILE)("file name %j", async (path) => {
    using folder = createGitFolder();
    folder.write("plain.ts", "1\n");
    folder.write(path, lines());
    folder.commit();
    folder.write(path, lines("const fresh = 1;\n"));
    folder.write(`new/${path}`, "const other = 1;\n");
    const material = await read(folder);
    expect(material.documents).toHaveLength(2);
    for (const { document, text } of material.documents) {
      // oxlint-disable-next-line no-control-regex -- none of them may be shown
      expect(document).not.toMatch(/[\u0000-\u001f\u007f\u202e\ufeff]/);
      const shown = readDiff(text)?.filter((line) => line !== null) ?? [];
      expect(new Set(shown.map((line) => line.document))).toEqual(new Set([document]));
      expect(text).toMatch(/^\+const (?:fresh|other) = 1;$/m);
    }
    const whole = await read(folder, { paths: [path] });
    expect(whole.documents.map(({ text }) => text)).toEqual([lines("const fresh = 1;\n")]);
  });

  test("letters stay as they are in a name that has to be quoted", async () => {
    using folder = createGitFolder();
    folder.commit();
    folder.write('we ird"\u00fc\u202e.ts', "const one = 1;\n");
    expect(names(await read(folder))).toEqual(['"we ird\\"\u00fc\\342\\200\\256.ts"']);
  });

  test("a name that is not UTF-8 is told as such, and text that is not is still read", async () => {
    using folder = createGitFolder();
    folder.commit();
    writeFileSync(Buffer.concat([Buffer.from(`${folder.folder}/caf`), Buffer.of(0xe9)]), "1\n");
    folder.write("latin.ts", Uint8Array.of(0x2f, 0x2f, 0x20, 0xe9, 0x0a));
    const material = await read(folder);
    expect(material.unreviewed).toEqual([
      { path: String.raw`"caf\351"`, reason: "its name is not UTF-8" },
    ]);
    expect(textOf(material, "latin.ts")).toContain("+// \ufffd\n");
  });

  test("lines that look like heads of a diff stay lines of their file", async () => {
    using folder = createGitFolder();
    folder.write("a.ts", "one\n");
    folder.write("b.ts", "two\n");
    folder.commit();
    folder.write("a.ts", "one\ndiff --git a/b.ts b/b.ts\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n");
    folder.write("b.ts", "three\rdiff --git a/a.ts b/a.ts\n");
    const material = await read(folder);
    const documents = material.documents.flatMap(({ text }) =>
      (readDiff(text) ?? []).flatMap((line) => (line && line.to > line.from ? line.document : [])),
    );
    expect(documents).toEqual(["a.ts", "a.ts", "a.ts", "a.ts", "a.ts", "b.ts", "b.ts"]);
  });
});

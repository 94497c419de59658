import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createGitFolder, type GitFolder } from "../../../../../test/support/git-folder.ts";
import { createRepositoryTools } from "./repository-tools.ts";

let repository: GitFolder;
beforeEach(() => {
  repository = createGitFolder();
  repository.write("src/main.ts", "export const main = 1;\n");
  repository.write("src/deep/other.ts", "export const other = 2;\n");
  repository.write(
    "long.txt",
    Array.from({ length: 1000 }, (_, at) => `line ${at + 1}`).join("\n"),
  );
  repository.write(".env", "KEY=secret\n");
  repository.write("deploy/tls.key", "secret\n");
  repository.write(".github/workflows/ci.yml", "secret\n");
  repository.write("src/.hidden/key.ts", "secret\n");
  repository.write("binary.bin", Uint8Array.of(0xff, 0xfe, 0));
  symlinkSync("/etc/hostname", join(repository.folder, "link.txt"));
  repository.commit("first");
  repository.write("untracked.ts", "secret\n");
  repository.write("node_modules/x.js", "secret\n");
  repository.write("outside", "secret\n");
  return () => repository[Symbol.dispose]();
});

async function call(name: string, input: unknown, commit?: string): Promise<string> {
  const tools = await createRepositoryTools(repository.folder, commit, "tools");
  const tool = tools.find((each) => each.name === name);
  return String(await tool?.call(input, new AbortController().signal));
}

test("tracked files are listed, and neither dot files nor anything else", async () => {
  expect((await call("list_files", {})).split("\n")).toEqual([
    "binary.bin",
    "link.txt",
    "long.txt",
    "src/deep/other.ts",
    "src/main.ts",
  ]);
  expect(await call("list_files", { folder: "src/deep/" })).toBe("src/deep/other.ts");
  expect(await call("list_files", { folder: "nowhere" })).toBe("(no files)");
});

test("in a large repository, folders are listed with how many files they have", async () => {
  for (let at = 0; at < 600; at++) repository.write(`many/${at % 3}/f${at}.ts`, "1\n");
  repository.commit("many");
  expect((await call("list_files", {})).split("\n")).toContain("many/ (600 files)");
  expect((await call("list_files", { folder: "many" })).split("\n")).toEqual([
    "many/0/ (200 files)",
    "many/1/ (200 files)",
    "many/2/ (200 files)",
  ]);
  expect((await call("list_files", { folder: "many/1" })).split("\n")).toHaveLength(200);
});

test("a file is read whole or in parts, from the working tree or from a commit", async () => {
  repository.write("src/main.ts", "export const main = 3;\n");
  expect(await call("read_file", { path: "src/main.ts" })).toBe("export const main = 3;\n");
  expect(await call("read_file", { path: "./src/main.ts" }, "HEAD")).toBe(
    "export const main = 1;\n",
  );
  const part = await call("read_file", { path: "long.txt", from: 500, to: 502 });
  expect(part).toBe("line 500\nline 501\nline 502\n[lines 500 to 502 of 1000]");
  expect((await call("read_file", { path: "long.txt" })).split("\n")).toHaveLength(401);
});

test("lines are counted without the empty one after the last newline", async () => {
  repository.write("src/main.ts", "one\ntwo\nthree\n");
  const read = (from: number, to: number): Promise<string> =>
    call("read_file", { path: "src/main.ts", from, to });
  expect(await read(1, 900)).toBe("one\ntwo\nthree\n");
  expect(await read(3, 900)).toBe("three\n[lines 3 to 3 of 3]");
  await expect(read(4, 900)).rejects.toThrow("expected lines from 1 to 3, got 4 to 900");
  await expect(read(3, 2)).rejects.toThrow("expected lines from 1 to 3, got 3 to 2");
  await expect(call("read_file", { path: "src/main.ts", from: 500 })).rejects.toThrow(
    "expected lines from 1 to 3, got 500",
  );
});

describe.each([undefined, "HEAD", ":0"])("at %s", (commit) => {
  test.each([
    ".env",
    "deploy/tls.key",
    ".git/config",
    ".github/workflows/ci.yml",
    "src/.hidden/key.ts",
    "untracked.ts",
    "node_modules/x.js",
    "../outside",
    "src/../.env",
    "src/../../../etc/passwd",
    "/etc/passwd",
    "link.txt/../.env",
    "--help",
    "src",
    "",
    ":(top).env",
    "src/main.ts\0",
  ])("%j is refused", async (path) => {
    await expect(call("read_file", { path }, commit)).rejects.toThrow("there is no such file");
  });
});

test("links lead nowhere, also those on the way to a file, and only texts are read", async () => {
  await expect(call("read_file", { path: "link.txt" })).rejects.toThrow("it is a link");
  repository.remove("src/deep");
  mkdirSync(join(repository.folder, "elsewhere"));
  repository.write("elsewhere/other.ts", "secret\n");
  symlinkSync(join(repository.folder, "elsewhere"), join(repository.folder, "src/deep"));
  await expect(call("read_file", { path: "src/deep/other.ts" })).rejects.toThrow("it is a link");
  await expect(call("read_file", { path: "binary.bin" })).rejects.toThrow("not a text file");
});

test("a folder outside of git and an unknown commit are refused", async () => {
  await expect(call("list_files", {}, "nowhere")).rejects.toThrow(
    'tools.repositoryCommit: expected a commit, or ":0" for what is staged, got "nowhere"',
  );
  repository.remove(".git");
  await expect(call("list_files", {})).rejects.toThrow("expected a git repository");
});

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ModelFunction } from "rostrum";
import { describe, expect, test } from "vitest";
import { createGitFolder } from "../support/git-folder.ts";
import { call, newHost, overHttp, overMemory } from "./support/mcp.ts";

describe("reviews of the repository of a local server's folder", () => {
  const seen: string[] = [];
  const reviewer: ModelFunction = ({ round, messages, items = [] }) => {
    const shown = messages.map(({ content }) => content).join("\n");
    if (round === 0) seen.push(shown);
    const found = /fresh\w* = \d;|Delete the table/.exec(shown)?.[0];
    const findings =
      found === undefined
        ? []
        : [
            {
              claim: `${found} is wrong`,
              severity: "critical",
              quote: found,
              unseen: "who reads it",
            },
          ];
    const votes = items.map((_, at) => ({ item: at + 1, vote: "uphold" }));
    return JSON.stringify(round === 0 ? { findings } : { votes });
  };
  // A panel for decisions reviews as well: what needs votes is left out.
  const decisions = { crux: true, report: "memo" } as const;
  const panels = { reviewers: { debaters: [reviewer, reviewer], ...decisions } };

  test("by default the working tree; staged, base, range and paths choose another change", async () => {
    using repository = createGitFolder();
    repository.write("a.ts", "let old = 1;\n");
    repository.write("logo.png", Uint8Array.of(1, 0, 2));
    const first = repository.commit();
    const client = await overMemory(newHost(panels, repository.folder));
    const clean = await call(client, "review", {});
    expect(clean).toMatchObject({ status: "completed", findings: [], calls: 0 });
    expect(clean["headline"]).toMatch(/no change in the working tree against HEAD.* pass base/);
    mkdirSync(join(repository.folder, "empty"));
    const empty = await call(client, "review", { paths: ["empty"] });
    expect(empty["headline"]).toContain("no files in empty that git knows");
    expect(clean).not.toHaveProperty("id");
    expect(clean).not.toHaveProperty("transcript");
    repository.write("a.ts", "let old = 1;\nlet fresh = 1;\n");
    repository.write("logo.png", Uint8Array.of(1, 0, 3));
    const review = await call(client, "review", {});
    expect(review).toMatchObject({
      verdict: null,
      findings: [{ claim: expect.stringContaining("fresh = 1; is wrong"), document: "a.ts" }],
    });
    expect(review["notices"]).toEqual(["Skipped: logo.png (binary)."]);
    expect(review["reviewed"]).toEqual({
      what: "the working tree against HEAD",
      fileCount: 1,
      files: ["a.ts"],
    });
    expect(review).toMatchObject({ headline: "1 finding: 1 upheld", stopReason: null });
    const unstaged = await call(client, "review", { staged: true });
    expect(unstaged["headline"]).toMatch(/against HEAD\. There are changes that are not staged/);
    repository.git("add", "a.ts");
    repository.write("a.ts", "let old = 1;\nlet freshest = 2;\n");
    const claims = async (args: object): Promise<string> =>
      JSON.stringify((await call(client, "review", args))["findings"]);
    expect(await claims({ staged: true })).toContain("fresh = 1;");
    repository.commit();
    expect(await claims({ range: "HEAD" })).toContain("freshest = 2;");
    expect(await claims({ base: first })).toContain("freshest = 2;");
    expect(await claims({ base: first, paths: ["logo.png"] })).toBe("[]");
    expect(await claims({ paths: ["."] })).toContain("freshest = 2;");
    const { isError, content } = await client.callTool({
      name: "review",
      arguments: { base: "--help" },
    });
    expect([isError, JSON.stringify(content)]).toEqual([
      true,
      expect.stringContaining("there is no commit, branch or tag"),
    ]);
  });

  test("paths are taken from the folder, or from the root of its repository", async () => {
    using repository = createGitFolder();
    repository.write("src/a.ts", "let fresh = 1;\n");
    repository.write("b.ts", "let fresh = 2;\n");
    repository.write("src/b.ts", "let fresh = 3;\n");
    const first = repository.commit();
    repository.git("rm", "-q", "src/a.ts");
    const client = await overMemory(newHost(panels, `${repository.folder}/src`));
    const review = async (args: object): Promise<unknown> =>
      ((await call(client, "review", args))["reviewed"] as { files: string[] }).files;
    expect(await review({ paths: ["b.ts"] })).toEqual(["src/b.ts"]);
    expect(await review({ paths: ["src/b.ts"] })).toEqual(["src/b.ts"]);
    // A file that the change deletes is in neither folder.
    expect(await review({ base: first, paths: ["src/a.ts"] })).toEqual(["src/a.ts"]);
    expect(await review({ base: first, paths: ["a.ts"] })).toEqual(["src/a.ts"]);
  });

  test("a named file is reviewed if git ignores it or it is generated, and not if it has merge conflicts", async () => {
    using repository = createGitFolder();
    repository.write("a.ts", "let old = 1;\n");
    repository.write("made.ts", "let fresh = 2;\n");
    repository.write(".gitattributes", "made.ts linguist-generated\n");
    repository.write(".gitignore", "*.log\n");
    repository.write("logs/t.log", "let fresh = 1;\n");
    repository.commit();
    const client = await overMemory(newHost(panels, repository.folder));
    const review = (...paths: string[]): Promise<Record<string, unknown>> =>
      call(client, "review", { paths });
    for (const path of ["logs/t.log", "made.ts"])
      expect((await review(path))["reviewed"]).toMatchObject({ files: [path] });
    expect((await review("logs"))["headline"]).toContain("no files in logs that git knows");
    expect((await review("."))["notices"]).toEqual([expect.stringContaining("made.ts")]);
    repository.git("checkout", "--quiet", "-b", "one");
    repository.write("a.ts", "let fresh = 1;\n");
    repository.commit();
    repository.git("checkout", "--quiet", "main");
    repository.write("a.ts", "let fresh = 2;\n");
    repository.commit();
    expect(() => repository.git("merge", "one")).toThrow();
    expect((await review("a.ts"))["headline"]).toContain("a.ts (it has merge conflicts)");
  });

  test("a deleted file is reviewed, also if the root has one of that name or the path leads up", async () => {
    using repository = createGitFolder();
    for (const name of ["README.md", "src/README.md", "up.ts", "src/a.ts", "a.ts"])
      repository.write(name, "let old = 1;\n");
    const first = repository.commit();
    for (const name of ["src/README.md", "up.ts"]) repository.git("rm", "-q", name);
    for (const name of ["a.ts", "src/a.ts"]) repository.write(name, "let fresh = 1;\n");
    repository.git("add", ".");
    const client = await overMemory(newHost(panels, `${repository.folder}/src`));
    const review = async (args: object): Promise<unknown> =>
      ((await call(client, "review", args))["reviewed"] as { files: string[] }).files;
    for (const change of [{ base: first }, { staged: true }]) {
      expect(await review({ ...change, paths: ["README.md"] })).toEqual(["src/README.md"]);
      expect(await review({ ...change, paths: ["../up.ts"] })).toEqual(["up.ts"]);
      expect(await review({ ...change, paths: ["a.ts"] })).toEqual(["src/a.ts"]);
    }
    const { content } = await client.callTool({
      name: "review",
      arguments: { base: first, paths: ["../../up.ts"] },
    });
    expect(JSON.stringify(content)).toContain("expected a path inside");
  });

  test("the hint about what isn't staged is true", async () => {
    using repository = createGitFolder();
    for (const name of ["a.ts", "b.ts"]) repository.write(name, "let old = 1;\n");
    repository.write(".gitattributes", "*.pb.ts linguist-generated\n");
    repository.commit();
    const client = await overMemory(newHost(panels, repository.folder));
    const nothing = async (args: object): Promise<unknown> =>
      (await call(client, "review", args))["headline"];
    repository.write("c.pb.ts", "let fresh = 1;\n");
    repository.git("add", ".");
    // Staged, but nothing to review.
    expect(await nothing({ staged: true })).not.toContain("not staged");
    repository.write("a.ts", "let fresh = 1;\n");
    expect(await nothing({ staged: true })).toContain("not staged");
    repository.git("add", ".");
    expect(await nothing({ staged: true, paths: ["b.ts"] })).not.toContain("not staged");
  });

  test("a submodule's own settings run nothing", async () => {
    using library = createGitFolder();
    library.write("x.ts", "let old = 1;\n");
    library.write(".gitattributes", "*.ts filter=evil\n");
    library.commit();
    using repository = createGitFolder();
    repository.write("a.ts", "let old = 1;\n");
    const allow = ["-c", "protocol.file.allow=always"];
    repository.git(...allow, "submodule", "--quiet", "add", library.folder, "sub");
    const first = repository.commit();
    const marker = `${library.folder}/ran`;
    const script = library.writeScript("evil.sh", `#!/bin/sh\ntouch '${marker}'\ncat\n`);
    repository.git("-C", "sub", "config", "filter.evil.clean", script);
    repository.write("sub/x.ts", "let new = 1;\n");
    const client = await overMemory(newHost(panels, repository.folder));
    for (const args of [{}, { staged: true }, { base: first }, { range: "HEAD" }, { paths: ["."] }])
      await call(client, "review", args);
    await call(client, "review_plan", { plan: "1. Read the table." });
    expect(existsSync(marker)).toBe(false);
    // The filter does run for a plain status.
    repository.git("status", "--porcelain");
    expect(existsSync(marker)).toBe(true);
  });

  test("arguments that name nothing don't stand in the way of documents", async () => {
    using repository = createGitFolder();
    const client = await overMemory(newHost(panels, repository.folder));
    const documents = [{ document: "a.ts", text: "let fresh = 1;\n" }];
    const empty = { staged: false, paths: [], base: "", range: "" };
    const review = await call(client, "review", { documents, ...empty });
    expect(review["reviewed"]).toMatchObject({ files: ["a.ts"] });
    repository.write("b.ts", "let fresh = 1;\n");
    const change = await call(client, "review", { staged: false, paths: [] });
    expect(change["reviewed"]).toMatchObject({ files: ["b.ts"] });
    repository.commit();
    const nothing = await call(client, "review", { staged: false, paths: [] });
    expect(nothing["headline"]).toContain("pass base");
  });

  test("all files of a review are counted, also those that its list leaves out", async () => {
    using repository = createGitFolder();
    for (let each = 0; each < 22; each++) repository.write(`${each}.ts`, `let a = ${each};\n`);
    const client = await overMemory(newHost(panels, repository.folder));
    const args = { wait: 45 };
    const { content, structuredContent } = await client.callTool({
      name: "review",
      arguments: args,
    });
    expect(JSON.stringify(content)).toContain(
      "Reviewed: the working tree against an empty tree (there is no commit yet) (22 files)",
    );
    const { reviewed } = structuredContent as { reviewed: { files: string[]; fileCount: number } };
    expect([reviewed.fileCount, reviewed.files.length]).toEqual([22, 20]);
  });

  test("a plan is a text or a file of the repository, and never empty", async () => {
    using repository = createGitFolder();
    repository.write("docs/plan.md", "1. Delete the table.\n");
    repository.write(".gitignore", "drafts\n");
    repository.write("drafts/plan.md", "1. Delete the table.\n");
    const client = await overMemory(newHost(panels, repository.folder));
    const byPath = await call(client, "review_plan", { plan: "docs/plan.md" });
    expect(byPath).toMatchObject({
      verdict: "reconsider",
      reviewed: { what: "the plan docs/plan.md", files: ["docs/plan.md"] },
    });
    const ignored = await call(client, "review_plan", { plan: "drafts/plan.md" });
    expect(ignored["reviewed"]).toMatchObject({ files: ["drafts/plan.md"] });
    const text = await call(client, "review_plan", { plan: "1. Read the table." });
    expect(text["reviewed"]).toEqual({ what: "a plan", fileCount: 0, files: [] });
    const before = seen.length;
    for (const plan of [" \n ", "missing.md", "../outside.md", "docs", "drafts"]) {
      const { isError, content } = await client.callTool({
        name: "review_plan",
        arguments: { plan },
      });
      expect([isError, JSON.stringify(content)]).toEqual([
        true,
        expect.stringContaining("expected the text of a plan"),
      ]);
    }
    expect(seen).toHaveLength(before);
  });

  test("a plan gets a verdict", async () => {
    using repository = createGitFolder();
    const client = await overMemory(newHost(panels, repository.folder));
    const wrong = await call(client, "review_plan", { plan: "1. Delete the table." });
    expect(wrong).toMatchObject({ verdict: "reconsider", findings: [{ severity: "critical" }] });
    const right = await call(client, "review_plan", { plan: "1. Read the table." });
    expect(right).toMatchObject({ verdict: "proceed", findings: [], shortened: [] });
    expect(right["headline"]).toBe("No findings: 2 of 2 reviewers found nothing in the plan.");
  });

  test("a server elsewhere reads nothing of its own folder", async () => {
    const client = await overHttp(panels, { mode: "auto" });
    const before = seen.length;
    const { isError, content } = await client.callTool({ name: "review", arguments: {} });
    expect([isError, JSON.stringify(content)]).toEqual([
      true,
      expect.stringContaining("expected documents to review"),
    ]);
    const { tools } = await client.listTools();
    const plan = tools.find(({ name }) => name === "review_plan");
    expect(JSON.stringify(plan?.inputSchema)).not.toContain("path of its file");
    const byPath = await client.callTool({ name: "review_plan", arguments: { plan: "plan.md" } });
    expect([byPath.isError, JSON.stringify(byPath.content)]).toEqual([
      true,
      expect.stringMatching(/can't read your files.*pass the plan's text/),
    ]);
    expect(seen).toHaveLength(before);
  });

  test("without a panel, the first one that can review does, and a follow-up is held to its panel", async () => {
    using repository = createGitFolder();
    repository.write("a.ts", "let fresh = 1;\n");
    const sums = { debaters: ["embedded/xs-1", "embedded/xs-2"] };
    const client = await overMemory(newHost({ sums, ...panels }, repository.folder));
    const review = await call(client, "review", {});
    expect(review).toMatchObject({ status: "completed", findings: [{ document: "a.ts" }] });
    const plan = await call(client, "review_plan", { plan: "1. Delete the table." });
    expect(plan).toMatchObject({ status: "completed", verdict: "reconsider" });
    const { isError, content } = await client.callTool({
      name: "follow",
      arguments: { id: review.id, question: "Is it worth a fix?", panel: "sums" },
    });
    expect([isError, JSON.stringify(content)]).toEqual([
      true,
      expect.stringContaining("sums only does arithmetic: choose one of reviewers"),
    ]);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as rostrum from "rostrum";
import { expect, onTestFinished, test, vi } from "vitest";
import { findBrokenLinks } from "../../scripts/lib/doc-links.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import { promptsPage } from "../../site/lib/prompts-page.ts";
import { GROUPS } from "../../site/sidebar.ts";

test("links to missing files and headings are found, those in code are not links", () => {
  const root = mkdtempSync(join(tmpdir(), "rostrum-docs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(
    join(root, "b.md"),
    "# B\n\n## `rostrum/ai`: it\u2019s [here](x)\n\n```sh\n# not a heading\n```\n",
  );
  const text = [
    "# A",
    "[b](b.md) [in b](b.md#rostrumai-its-here) [own](#a) [out](https://example.com#x)",
    "[gone](c.md) [no](b.md#nowhere) [code](b.md#not-a-heading) [none](#b)",
    "```ts\nlist[0](missing.md)\n```",
  ].join("\n\n");
  expect(findBrokenLinks(root, "a.md", text)).toEqual([
    "a.md: no such file: c.md",
    "a.md: no such heading: b.md#nowhere",
    "a.md: no such heading: b.md#not-a-heading",
    "a.md: no such heading: #b",
  ]);
});

test("the page of prompts has the texts of every protocol", () => {
  const page = promptsPage();
  for (const title of ["classic", "Findings", "Sides", "The crux", "Drafts", "Audit", "Ballots"]) {
    expect(page).toContain(`${title}\n`);
  }
  expect(page).not.toContain("undefined");
});

test("docs/app.md names every event", () => {
  const folder = join(ROOT, "packages/core/src/protocol");
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const named = sources.flatMap((source) => [...source.matchAll(/"(debate\.\w+)"/g)]);
  const events = new Set(named.map(([, name]) => name));
  const page = readFileSync(join(ROOT, "docs/app.md"), "utf8");
  expect(events).toContain("debate.delta");
  expect([...events].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("docs/start.md lists all pages, in the groups and the order of the site", () => {
  const [, list = ""] = readFileSync(join(ROOT, "docs/start.md"), "utf8").split("## All pages\n");
  const listed = [...list.matchAll(/^- \*\*(.+?):\*\*(.*)$/gm)].map(([, title, links = ""]) => ({
    title,
    pages: [...links.matchAll(/\]\(([\w/-]+)\.md\)/g)].map(([, page]) => page),
  }));
  const written = new Set(readdirSync(join(ROOT, "docs")).map((name) => name.replace(/\.md$/, "")));
  const onSite = GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter((page) => page !== "start" && (written.has(page) || page === "decisions/index"))
      .map((page) => page.replace("/index", "/README")),
  }));
  expect(listed).toEqual(onSite);
  const ungrouped = [...written].filter(
    (name) => !GROUPS.some(({ pages }) => pages.includes(name)),
  );
  expect(ungrouped.toSorted(), "folders only").toEqual(["decisions", "images"]);
});

test("docs/results.md names every error", () => {
  const page = readFileSync(join(ROOT, "docs/results.md"), "utf8");
  const errors = Object.keys(rostrum).filter((name) => name.endsWith("Error"));
  expect(errors).toContain("ConfigError");
  expect(errors.filter((name) => !page.includes(`|\`${name}\`|`))).toEqual([]);
});

test("the program at the top of docs/app.md runs", async () => {
  const page = readFileSync(join(ROOT, "docs/app.md"), "utf8");
  const program = /^```ts\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  const replies = ["postgres", "postgres", "redis"].map(
    (queue) => `{"answer": {"queue": "${queue}", "why": "because"}}`,
  );
  const seats = replies.map((reply) => {
    const text = JSON.stringify(reply);
    return `{ model: () => ({ text: ${text}, usage: { inputTokens: 1000, outputTokens: 100 } }), price: { input: 3, output: 15 } }`;
  });
  const runnable = program.replace(/debaters: \[.*\]/, `debaters: [${seats.join(", ")}]`);
  expect(runnable).not.toContain("<model>");
  // Inside the repository, because the program imports packages.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/app-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "program.ts"), runnable);
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  await import(join(folder, "program.ts"));
  expect(log.mock.calls).toEqual([
    ["postgres", "because"],
    ["support", 2 / 3],
    ["dissent", "debater_2", '{"queue":"redis","why":"because"}'],
    ["cost", "$0.0180"],
  ]);
});

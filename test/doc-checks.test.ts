import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBrokenLinks } from "../scripts/lib/doc-links.ts";
import { checkWords, countWords } from "../scripts/lib/word-limits.ts";
import { ROOT } from "../scripts/lib/root.ts";
import { promptsPage } from "../site/lib/prompts-page.ts";

const words = (count: number): string => "word ".repeat(count);

test.each([
  [
    "a README of 901 words",
    { "README.md": words(901), "docs/a.md": "" },
    "README.md: 901 words, at most 900",
  ],
  ["a page of 1,201 words", { "docs/a.md": words(1201) }, "docs/a.md: 1201 words, at most 1200"],
  [
    "35,001 words of docs",
    Object.fromEntries([
      ...Array.from({ length: 35 }, (_, n) => [`docs/${n}.md`, words(1000)]),
      ["docs/more.md", "word"],
    ]),
    "docs: 35001 words, at most 35000",
  ],
])("%s are too many", (_name, pages, problem) => {
  expect(checkWords(pages).problems).toEqual([problem]);
});

test("made pages and tables from saved outputs count in the total alone", () => {
  const table = `<!-- from: x -->\n${words(1300)}\n<!-- end -->`;
  const made = `# A\n\n<!-- Made from code. -->\n${words(1300)}`;
  const { problems, summary } = checkWords({ "docs/a.md": table, "docs/b.md": made });
  expect(problems).toEqual([]);
  expect(summary).toContain(`docs ${countWords(table) + countWords(made)} of`);
});

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

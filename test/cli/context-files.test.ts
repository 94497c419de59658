import { truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pdf, PNG } from "../support/files.ts";
import { asking, newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

function write(home: Home, contents: Record<string, Uint8Array | string>): void {
  for (const [name, content] of Object.entries(contents)) writeFileSync(home.file(name), content);
}

test("--context accepts images and PDFs for a panel that accepts them, and the run stores them", async () => {
  using home = newHome();
  write(home, { "contract.pdf": pdf(2), "shot.png": PNG, "notes.txt": "Some notes." });
  const args = asking("reading", "Enforceable?", "--id", "one", "--json");
  const context = ["--context", ...["contract.pdf", "shot.png", "notes.txt"].map(home.file)];
  const first = await rostrum(home, [...args, ...context]);
  expect(first.stderr).toContain("contract.pdf");
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ answer: "3 files" });
  const next = await rostrum(home, ["ask", "And now?", "--follow", "one", "--json"]);
  expect(JSON.parse(next.stdout)).toMatchObject({ answer: "3 files" });
  const markdown = await rostrum(home, ["export", "one"]);
  expect(markdown.stdout).toMatch(
    /contract\.pdf \(PDF, 2 pages, \d+ bytes, SHA\\?-256 [0-9a-f]{64}/,
  );
});

test("--context refuses files that the panel doesn't accept, before anything is spent", async () => {
  using home = newHome();
  write(home, { "contract.pdf": pdf(2) });
  for (const more of [[], ["--dry-run"]]) {
    const { code, stderr } = await rostrum(
      home,
      asking("agree", "Enforceable?", "--context", home.file("contract.pdf"), ...more),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /contract\.pdf is a PDF, and \S+ .*doesn't accept it: give its text instead/,
    );
  }
});

test("--context says what is wrong with a file", async () => {
  using home = newHome();
  write(home, {
    "empty.pdf": "",
    "text.pdf": "A text.",
    "hidden.txt": pdf(1),
    "picture.png": pdf(1),
    "archive.docx": Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe]),
    "huge.pdf": "%PDF-1.7\n",
  });
  truncateSync(home.file("huge.pdf"), 50_000_000);
  const cases: Record<string, RegExp> = {
    "empty.pdf": /empty\.pdf is empty/,
    "text.pdf": /expected a PDF, as the name says, got a text in .*text\.pdf/,
    "hidden.txt": /expected a text, as the name says, got a PDF in .*hidden\.txt/,
    "picture.png": /expected a PNG image, as the name says, got a PDF/,
    "archive.docx": /archive\.docx is a binary file\. Supported: UTF-8 text, a PDF, or a PNG/,
    "huge.pdf": /at most 20 MB, got more in .*huge\.pdf/,
    "missing.pdf": /there is no file .*missing\.pdf/,
  };
  for (const [name, words] of Object.entries(cases)) {
    const { code, stderr } = await rostrum(
      home,
      asking("reading", "Why?", "--context", home.file(name)),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  }
});

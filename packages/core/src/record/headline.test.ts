import { expect, test } from "vitest";
import { findHeadline } from "./headline.ts";

test.each([
  ["whole emoji", "😀".repeat(300)],
  ["an emoji across the limit", `a${"😀".repeat(300)}`],
  ["letters", "x".repeat(300)],
])("a headline of %s has at most 200 UTF-16 units and splits no character", (_what, answer) => {
  const headline = findHeadline(answer, "text") ?? "";
  expect(headline.length).toBeLessThanOrEqual(200);
  expect(headline.length).toBeGreaterThan(196);
  expect(headline).toMatch(/…$/);
  expect(headline.isWellFormed()).toBe(true);
});

test("an answer of exactly 200 UTF-16 units is whole", () => {
  expect(findHeadline("😀".repeat(100), "text")).toBe("😀".repeat(100));
});

test.each([
  ["a fence", "```ts\nlet a;\n```\nIt works."],
  ["a fence of tildes", "~~~\nlet a;\n~~~"],
  ["a table", "| a | b |\n|---|---|\n| 1 | 2 |"],
  ["a table without outer pipes", "a|b\n-|-\n1|2"],
  ["a table with aligned columns", "name | age\n:--- | ---:\nada | 36"],
])("an answer that begins with %s has no headline", (_what, answer) => {
  expect(findHeadline(answer, "text")).toBeNull();
});

test("a line with a bar above other text is no table", () => {
  expect(findHeadline("Use a|b.\n\nIt is -|- that fails.", "text")).toBe("Use a|b.");
});

const CODE = "let a;\nlet b;";
test.each([
  ["with nothing else", CODE, `\`\`\`ts\n${CODE}\n\`\`\``],
  ["of tildes", CODE, `It is short.\n\n~~~\n${CODE}\n~~~\nConfidence: 0.9`],
  ["behind a label", CODE, `Answer:\n\`\`\`\n${CODE}\n\`\`\``],
  ["of one line", "Paris", "```\nParis.\n```"],
  ["in a JSON field", CODE, JSON.stringify({ answer: `\`\`\`\n${CODE}\n\`\`\`` })],
])("an answer that was read from a fence %s has no headline", (_where, answer, reply) => {
  expect(findHeadline(answer, "text", reply)).toBeNull();
  for (const kind of ["number", "code"]) expect(findHeadline(answer, kind, reply)).not.toBeNull();
});

test("a fence elsewhere in the reply takes no headline away", () => {
  const reply = "First:\n```\nlet a;\n```\nAnswer: use a";
  expect(findHeadline("use a", "text", reply)).toBe("use a");
});

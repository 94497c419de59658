import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { figureProblems } from "../../scripts/lib/figures.ts";
import { evidenceProblems } from "../../scripts/lib/evidence-pages.ts";
import { ROOT } from "../../scripts/lib/root.ts";

const OUTPUT = `$ node scripts/x.ts
| set | right | calls |
|---|---|---|
| GSM8K | 94.81 % | 2.18 |
| MATH | −0.4 [−2.7, 1.8] | 3 |
all: 27,700 answers, 3.01 calls
`;
const problems = (page: string): string[] =>
  figureProblems(page, { saved: (name) => (name === "x" ? OUTPUT : null) }, () => true);

test.each([
  [
    "a table",
    "<!-- from: x -->\n| set | right | calls |\n|---|---|---|\n| GSM8K | 94.81 % | 2.18 |\n<!-- end -->",
  ],
  ["a table without padding", "<!-- from: x -->\n|GSM8K|94.81 %|2.18|\n<!-- end -->"],
  [
    "part of a table",
    "<!-- from: x -->\n| set | right | calls |\n| MATH | −0.4 [−2.7, 1.8] | 3 |\n<!-- end -->",
  ],
  ["lines in a box", "<!-- from: x -->\n```\nall: 27,700 answers, 3.01 calls\n```\n<!-- end -->"],
  ["a figure", "It was right in 94.81 %<!-- x: GSM8K --> of the cases."],
  ["a rounded figure", "It was right in 94.8 %<!-- x: GSM8K --> of the cases."],
  ["a column", "2.2<!-- x: GSM8K / calls --> calls"],
  [
    "a sign in words",
    "0.4<!-- x: MATH --> points fewer ([−2.7<!-- x: MATH / right #2 -->, 1.8<!-- x: MATH / right #3 -->])",
  ],
  ["a thousands comma", "27,700<!-- x: all: --> answers, 3.01<!-- x: all: #2 --> calls"],
  ["a setting", "target 0.97<!-- given -->, 97 %<!-- given -->"],
  ["code, links and names", "`lead(0.97)` [v1.2](a-1.2.md) gpt-3.5\n\n```\n0.97\n```"],
])("%s that the output has is in order", (_name, page) => {
  expect(problems(page)).toEqual([]);
});

test.each([
  [
    "an edited cell",
    "<!-- from: x -->\n| GSM8K | 95.81 % | 2.18 |\n<!-- end -->",
    "|GSM8K|95.81 %|2.18|",
  ],
  [
    "lines in another order",
    "<!-- from: x -->\n| GSM8K | 94.81 % | 2.18 |\n|---|---|---|\n<!-- end -->",
    "|---|",
  ],
  ["an edited figure", "right in 94.9 %<!-- x: GSM8K -->", "says 94.81 where the page says 94.9"],
  ["a figure of another line", "right in 94.81 %<!-- x: MATH -->", "says 0.4 where"],
  ["a figure of another column", "2.18<!-- x: GSM8K / right -->", "says 94.81 where"],
  ["unknown words", "94.81<!-- x: CRUX -->", 'no line with "CRUX"'],
  ["an unknown column", "94.81<!-- x: GSM8K / wrong -->", 'and "wrong"'],
  ["words of two lines", "94.81<!-- x: | -->", "more than one line"],
  ["too large a number", "94.81<!-- x: GSM8K / right #2 -->", "no number 2"],
  ["an unknown output", "94.81<!-- y: GSM8K -->", "docs/evidence/y.txt is missing"],
  ["a figure without a mark", "right in\n94.81 % of the cases", '2: "94.81" doesn\'t say'],
  ["a table without a mark", "a\n\n| GSM8K | 1 |", '3: "| GSM8K | 1 |" doesn\'t say'],
])("%s is found", (_name, page, words) => {
  expect(problems(page).join("\n")).toContain(words);
});

test("the figures of README.md and docs/evidence.md are those of their saved outputs", () => {
  expect(evidenceProblems()).toEqual([]);
});

test.each([
  ["README.md", /\d(?= % on average|0 %, with)/g, 1],
  ["docs/evidence.md", /\d(?=\.\d %? ?\[)/g, 50],
])("any edited figure in %s is found", (page, pattern, least) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const figures = [...text.matchAll(pattern)];
  expect(figures.length).toBeGreaterThanOrEqual(least);
  for (const { index } of figures) {
    const other = String((Number(text[index]) + 1) % 10);
    const edited = text.slice(0, index) + other + text.slice(index + 1);
    expect(evidenceProblems({ [page]: edited }), `${page}:${index}`).not.toEqual([]);
  }
});

test("a figure that README.md got without a saved output is found", () => {
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(evidenceProblems({ "README.md": `${text}\nIt is 12.5 % better.\n` })).toContainEqual(
    expect.stringContaining('"12.5" is not in'),
  );
});

/** Lower and upper bound of each row's interval, in the column of this heading. */
function intervals(output: string, heading: string, row: RegExp): number[][] {
  const lines = readFileSync(join(ROOT, "docs/evidence", output), "utf8").split("\n");
  const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());
  return lines.flatMap((line, at) => {
    if (!row.test(line)) return [];
    const head = lines.slice(0, at).findLast((each) => cells(each).includes(heading)) ?? "";
    const cell = cells(line)[cells(head).indexOf(heading)] ?? "";
    const [, interval = ""] = /\[(.+?)\]/.exec(cell) ?? [];
    return [interval.split(",").map((bound) => Number(bound.replace("−", "-")))];
  });
}

test("what README.md says without figures holds: a vote of three beats no best member, and debate no vote", () => {
  const votes = intervals("panels.txt", "vote − best member", /^\| [\w-]+, 3 /);
  expect(votes.length).toBeGreaterThan(8);
  expect(votes.filter(([low = 1]) => low > 0)).toEqual([]);
  expect(votes.filter(([, high = 1]) => high < 0).length, "several are worse").toBeGreaterThan(2);
  const debates = intervals("debates.txt", "classic", /^\| MATH, 4 agents \| [+−]/);
  expect(debates).toHaveLength(1);
  expect(debates[0]?.[0]).toBeLessThan(0);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { debate } from "../api/debate.ts";
import type { DebateResult } from "../protocol/result.ts";
import { listNotices, toHtml, toJson, toMarkdown, toMermaid } from "../entries/export.ts";

/** Text as a hostile model might write it: structure of every format, terminal controls, anything. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "\n# Forged\n",
        "\n## Answer\n",
        "\n\n---\n",
        "```\n",
        "~~~\n",
        "</div>",
        "<script>alert(1)</script>",
        "<!--",
        "-->",
        "]]>",
        "| a | b |\n",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n    code\n",
        "![x](http://x.test/y.png)",
        "[l](javascript:1)",
        "<img src=x onerror=y>",
        '"]',
        "end",
        "\n  r0m0 --> r1m1\n",
        "%%",
        "classDef c0",
        "`",
        "\\",
        "&lt;",
        "#quot;",
        "\u001b[2J",
        "\u009b31m",
        "\u202e",
        "\r",
        "\n===\n",
        "$$",
        "\u2028",
        "'",
        '"',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

/** A debate of two whose every word is hostile; the outline stays the same whatever they say. */
async function debateOf(question: string, said: string): Promise<DebateResult> {
  const reply = { text: `${said}\nAnswer: ${said}` };
  const result = await debate(`q ${question}`, {
    debaters: [
      { name: "one", model: () => reply },
      { name: "two", model: () => "Answer: 2" },
    ],
    answer: { read: (text) => text, same: (a, b) => a === b },
    rounds: 0,
  });
  const failed = { debater: "one", round: 0, error: said };
  const integrity = { ...result.integrity, degraded: true, dropped: [failed], planned: 3 };
  return {
    ...result,
    id: "run",
    durationMs: 5,
    answer: said,
    integrity,
    decision: { ...result.decision, judgment: said },
  };
}

/** The lines of a document that are the document's own: everything that is no quotation. */
function ownLines(markdown: string): string[] {
  return markdown.split("\n").filter((line) => !/^>( |$)/.test(line));
}

const BLOCK = /^(#{1,6} |```|~~~|---|===|\d+[.)] | {4}|\t)/;

test("a model's words can't add a heading, list, table, fence or HTML to Markdown", async () => {
  const outline = (text: string): string[] =>
    ownLines(text)
      .filter((line) => BLOCK.test(line))
      .map((line) => line.slice(0, 4));
  const expected = outline(toMarkdown(await debateOf("x", "x")));
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (question, said) => {
      const markdown = toMarkdown(await debateOf(question, said));
      expect(outline(markdown)).toEqual(expected);
      for (const line of markdown.split("\n")) {
        const plain = line
          .replaceAll(/\\[\\`*_[\]<>&|~$#>+\-=:.)]/g, "x")
          .replaceAll("&nbsp;", "x");
        const quoted = /^> ?(.*)$/.exec(plain)?.[1];
        if (quoted === undefined) expect(plain).not.toMatch(/[<`[\]]/);
        else {
          expect(quoted.replace(/\\$/, "")).not.toMatch(/[<>`[\]*_|~$&\\]/);
          expect(quoted).not.toMatch(/^(#|[-+=](\s|$)|\d+[.)](\s|$)|\s{4})/);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("a model's words are text in HTML: no element, attribute or script of their own", async () => {
  // The marks around what a reply puts in quotation marks are the page's own.
  const mark =
    /^<(?:\/q|q class="(?:found" title="found in [^"<>]*|open" title="not found in the question, the context or an earlier reply)")>$/;
  const tags = (page: string): string[] =>
    (page.match(/<[^>]*>/g) ?? []).filter((tag) => !mark.test(tag));
  const expected = tags(toHtml(await debateOf("x", "x")));
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (question, said) => {
      expect(tags(toHtml(await debateOf(question, said)))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("the HTML needs no network and no script, and says so to the browser", async () => {
  const page = toHtml(await debateOf("x", "<script>alert(1)</script>"));
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).not.toMatch(/<script|src=|href=|@import|url\(/i);
  expect(page).toContain("&lt;script&gt;");
});

test("a Mermaid diagram keeps its grammar whatever the labels say", async () => {
  const text = String.raw`[\p{L}\p{M}\p{N} .,·]|#\d+;`;
  const label = `"(?:${text})*"`;
  const node = String.raw`(?:question|answer|round\d+|notice\d+|r\d+m\d+)`;
  const grammar = new RegExp(
    String.raw`^(?:flowchart LR|  end|  classDef .*|\s+${node}(?:\[${label}\]|\(\[${label}\]\)|\{\{${label}\}\})(?::::\w+)?|  subgraph round\d+\[${label}\]|  ${node} (?:-->|==>|-- ${label} -->) ${node})$`,
    "u",
  );
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (question, said) => {
      for (const line of toMermaid(await debateOf(question, said))
        .trimEnd()
        .split("\n"))
        expect(line).toMatch(grammar);
    }),
    { numRuns: 300 },
  );
});

test("JSON comes back as it was, and nothing in it would be obeyed by a terminal", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (said) => {
      const result = await debateOf("x", said);
      const text = toJson(result);
      expect(JSON.parse(text).result.text).toBe(result.text);
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }),
    { numRuns: 200 },
  );
});

test("a degraded result says so above its answer in every form", async () => {
  const result = await debateOf("x", "status 500");
  expect(listNotices(result).map(({ kind }) => kind)).toContain("degraded");
  for (const [document, answer] of [
    [toMarkdown(result), "## Answer"],
    [toHtml(result), "<h2>Answer</h2>"],
  ] as const) {
    expect(document.indexOf("Degraded")).toBeGreaterThan(0);
    expect(document.indexOf("Degraded")).toBeLessThan(document.indexOf(answer));
  }
  expect(toMermaid(result)).toContain("Degraded");
});

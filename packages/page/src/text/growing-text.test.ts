import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBlocks, type Block, type Span } from "@rostrum/core/markdown";
import { findSettledLength, closeOpenMarks } from "./growing-text.ts";

const LONG = `# Why *Mercury*

A **bold claim with \`code\` in it** and a [source](https://a.example/x) for _it_.

1. one
2. two
   - inner **point**

| planet | day |
|---|---:|
| Mercury | **176** |
| Venus | 117 |

\`\`\`js
const days = { mercury: 176 };

// still code
\`\`\`

> quoted words

\\[
T = \\frac{1}{1/a - 1/b}
\\]

日本語の文章も読めます。

نص من اليمين إلى اليسار

---

Last words, ~~not~~ said.`;

const typesOf = (text: string): string[] => parseBlocks(text).map(({ type }) => type);

/** The words outside of code and links. */
function findWords(block: Block): string {
  if (block.type === "table") return [block.head, ...block.rows].flat().map(joinWords).join(" ");
  if (block.type === "list") return block.items.flat().map(findWords).join(" ");
  if (block.type === "quote") return block.blocks.map(findWords).join(" ");
  return block.type === "paragraph" || block.type === "heading" ? joinWords(block.spans) : "";
}
const joinWords = (spans: readonly Span[]): string =>
  spans
    .map((span) =>
      "spans" in span ? joinWords(span.spans) : span.type === "text" ? span.text : "",
    )
    .join("");

const HEAD = [{ type: "table", head: ["a", "b"].map((text) => [{ type: "text", text }]) }];

describe("a text that is being written", () => {
  test("never changes its form, at any letter", () => {
    const whole = typesOf(LONG);
    for (let length = 0; length <= LONG.length; length++) {
      const soFar = typesOf(closeOpenMarks(LONG.slice(0, length)));
      expect(whole.slice(0, soFar.length), LONG.slice(0, length).slice(-30)).toEqual(soFar);
    }
  });

  test("shows no Markdown mark that the next letters would remove", () => {
    for (let length = 0; length <= LONG.length; length++) {
      const words = parseBlocks(closeOpenMarks(LONG.slice(0, length)))
        .map(findWords)
        .join("\n");
      expect(words, words.slice(-40)).not.toMatch(/[*`~|]|\]\(|--/);
    }
  });

  test("a table has its head as soon as its second column begins", () => {
    expect(parseBlocks(closeOpenMarks("| a | b"))).toMatchObject(HEAD);
    expect(parseBlocks(closeOpenMarks("| a | b |\n"))).toMatchObject(HEAD);
    expect(parseBlocks(closeOpenMarks("| a | b |\n|--"))).toMatchObject(HEAD);
    expect(parseBlocks(closeOpenMarks("| a | b |\n|---|---|\n| 1"))).toMatchObject([
      { head: HEAD[0]?.head, rows: [[[{ text: "1" }], []]] },
    ]);
  });

  test("is complete when it is settled, however it arrives", () => {
    const parts = fc.array(
      fc.constantFrom("a b", "\n", "\n\n", "```", "| a |", "- x", "**", "  ", "1. ", "Text", "é"),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        let text = "";
        let settled = 0;
        for (const piece of pieces) {
          text += piece;
          settled = findSettledLength(text, settled);
          expect(settled).toBe(findSettledLength(text, 0));
          const apart = [
            ...parseBlocks(text.slice(0, settled)),
            ...parseBlocks(text.slice(settled)),
          ];
          expect(apart).toEqual(parseBlocks(text));
          closeOpenMarks(text);
        }
      }),
    );
  });
});

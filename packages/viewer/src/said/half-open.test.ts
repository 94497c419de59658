import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blocksOf, type Block } from "./blocks.ts";
import { settledLength, withoutHalfOpen } from "./half-open.ts";
import { spansOf } from "./spans.ts";
import { whoPieces } from "./who.tsx";

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

const typesOf = (text: string): string[] => blocksOf(text).map(({ type }) => type);

/** What a reader would see of the marks of Markdown. */
function wordsOf(block: Block): string {
  if (block.type === "table") return block.rows.flat().map(plain).join(" ");
  if (block.type === "list") return block.items.flat().map(wordsOf).join(" ");
  if (block.type === "quote") return block.blocks.map(wordsOf).join(" ");
  return block.type === "paragraph" || block.type === "heading" ? plain(block.text) : "";
}
const plain = (text: string): string =>
  spansOf(text)
    .map((span) => ("spans" in span ? "" : span.type === "text" ? span.text : ""))
    .join("");

describe("a text that is being written", () => {
  test("never changes its form, at any letter", () => {
    const whole = typesOf(LONG);
    for (let length = 0; length <= LONG.length; length++) {
      const soFar = typesOf(withoutHalfOpen(LONG.slice(0, length)));
      expect(whole.slice(0, soFar.length), LONG.slice(0, length).slice(-30)).toEqual(soFar);
    }
  });

  test("shows no Markdown mark that the next letters would remove", () => {
    for (let length = 0; length <= LONG.length; length++) {
      const words = blocksOf(withoutHalfOpen(LONG.slice(0, length)))
        .map(wordsOf)
        .join("\n");
      expect(words, words.slice(-40)).not.toMatch(/[*`~|]|\]\(|--/);
    }
  });

  test("a table has its head as soon as its second column begins", () => {
    expect(blocksOf(withoutHalfOpen("| a | b"))).toMatchObject([{ rows: [["a", "b"]] }]);
    expect(blocksOf(withoutHalfOpen("| a | b |\n"))).toMatchObject([{ rows: [["a", "b"]] }]);
    expect(blocksOf(withoutHalfOpen("| a | b |\n|--"))).toMatchObject([{ rows: [["a", "b"]] }]);
    expect(blocksOf(withoutHalfOpen("| a | b |\n|---|---|\n| 1"))).toMatchObject([
      { rows: [["a", "b"], ["1"]] },
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
          settled = settledLength(text, settled);
          expect(settled).toBe(settledLength(text, 0));
          const apart = [...blocksOf(text.slice(0, settled)), ...blocksOf(text.slice(settled))];
          expect(apart).toEqual(blocksOf(text));
          withoutHalfOpen(text);
        }
      }),
    );
  });
});

describe("a debater's label", () => {
  const names = new Map([
    ["Debater A", "ada"],
    ["Debater B", "boole"],
    ["Debater AB", "lovelace"],
  ]);
  const found = (text: string): string[] =>
    whoPieces(text, names).flatMap(({ text: label, name }) =>
      name === null ? [] : `${label}=${name}`,
    );

  test("is found alone and in lists, and never within another word", () => {
    expect(found("Debater B and debater A, not Debater Bob or Debater Z.")).toEqual([
      "Debater B=boole",
      "debater A=ada",
    ]);
    expect(found("Debaters A, B and AB agree; Debaters agree.")).toEqual([
      "A=ada",
      "B=boole",
      "AB=lovelace",
    ]);
  });

  test("leaves every letter of the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Debater A", "debaters A, B", " ", "AB", "x")),
        (parts) => {
          const text = parts.join("");
          expect(
            whoPieces(text, names)
              .map((piece) => piece.text)
              .join(""),
          ).toBe(text);
        },
      ),
    );
  });
});

import fc from "fast-check";
import type { ComponentChild, ComponentChildren, VNode } from "preact";
import { describe, expect, test } from "vitest";
import { CodeBlock } from "./code/code-block.tsx";
import { Formula, FormulaBlock } from "./formula/formula.tsx";
import { findSafeHref, parseBlocks, parseSpans } from "@rostrum/core/markdown";
import { stripMarkdown } from "../text/strip-markdown.ts";
import { Markdown } from "./markdown.tsx";

const ALLOWED: Record<string, string[]> = {
  div: ["class", "role", "aria-label", "tabIndex"],
  p: ["class"],
  span: ["class", "tabIndex", "data-name"],
  a: ["href", "target", "rel"],
  ol: ["start"],
  th: ["scope", "class"],
  td: ["class"],
  ...Object.fromEntries(
    [
      "strong",
      "em",
      "s",
      "code",
      "pre",
      "blockquote",
      "ul",
      "li",
      "hr",
      "table",
      "thead",
      "tbody",
      "tr",
    ].map((name) => [name, []]),
  ),
};

type Node = VNode<Record<string, unknown> & { children?: ComponentChildren }>;

/** What a component returns; the text of those that load a part of the page to show it. */
function call({ type, props }: Node): ComponentChildren {
  const { language = "", text = "", tex = "" } = props as unknown as Record<string, string>;
  if (type === (CodeBlock as unknown)) return [language, text];
  if (type === (Formula as unknown) || type === (FormulaBlock as unknown)) return tex;
  return (type as (props: unknown) => ComponentChildren)(props);
}

/** Every element of a tree, with components called. */
function elements(child: ComponentChildren): Node[] {
  if (Array.isArray(child)) return (child as ComponentChild[]).flatMap(elements);
  if (typeof child !== "object" || child === null) return [];
  const node = child as Node;
  if (typeof node.type === "function") return elements(call(node));
  return [node, ...elements(node.props.children)];
}

function words(child: ComponentChildren): string {
  if (Array.isArray(child)) return (child as ComponentChild[]).map(words).join("");
  if (typeof child === "object" && child !== null) {
    const node = child as Node;
    return words(typeof node.type === "function" ? call(node) : node.props.children);
  }
  return child === null || child === undefined || typeof child === "boolean" ? "" : String(child);
}

const marks = fc.constantFrom(
  "**",
  "*",
  "_",
  "__",
  "~~",
  "`",
  "```",
  "\n",
  "\n\n",
  "# ",
  "> ",
  "- ",
  "1. ",
  "|",
  "|---|",
  "[",
  "](",
  ")",
  "![",
  "javascript:alert(1)",
  "https://a.example/",
  "data:text/html,x",
  "<img src=x onerror=alert(1)>",
  "</div>",
  "<script>",
  " ",
  "x",
  "$",
  "$$",
  "\\(",
  "\\)",
  "^2",
  "\\frac12",
);
const texts = fc.oneof(
  fc.array(fc.oneof(marks, fc.string()), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

describe("text from a model", () => {
  test("becomes nothing but a few harmless elements, whatever it says", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { type, props } of elements(Markdown({ text }))) {
          const allowed = ALLOWED[String(type)];
          expect(allowed, `element ${String(type)}`).toBeDefined();
          for (const name of Object.keys(props))
            expect(["children", ...(allowed ?? [])]).toContain(name);
          if (type === "a") expect(String(props["href"])).toMatch(/^https?:\/\//);
        }
      }),
    );
  });

  test("keeps its letters and digits", () => {
    const kept = (text: string): string => text.replaceAll("\\frac", "").replace(/[^a-z]/gi, "");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(marks, fc.stringMatching(/^[a-z ]+$/)), { maxLength: 20 }),
        (parts) => {
          // Where a link leads is not a word of the text.
          const text = parts.filter((part) => !part.includes("](")).join("");
          expect(kept(words(Markdown({ text }))).length).toBeGreaterThanOrEqual(kept(text).length);
        },
      ),
    );
  });

  test("is read in a short time, however long and however nested it is", () => {
    const pieces = [
      "**a ",
      "__a",
      "a*",
      "***a",
      "[",
      "[a](",
      "`",
      "> ",
      "> - ",
      "1. ",
      "- ",
      "|",
      "~~a",
      "  - x\n",
    ];
    const tables = [
      "|\n|-|\n",
      "a|b\n",
      "|a\n|-|-|\n",
      "a\n\n",
      "$$ ",
      "\\[\n",
      "\\(a ",
      "<a ",
      "# a\n",
      "&",
      "![a](",
    ];
    for (const piece of [...pieces, ...tables]) {
      for (const length of [10_000, 50_000, 1_000_000]) {
        const text = piece.repeat(length / piece.length);
        const began = performance.now();
        expect(parseBlocks(text).length).toBeGreaterThan(0);
        parseSpans(text);
        expect(performance.now() - began, JSON.stringify(piece)).toBeLessThan(10_000);
      }
    }
  });

  test("shows where a link leads, and leads only to the web", () => {
    const link = elements(Markdown({ text: "[your bank](https://evil.example/x)" })).find(
      ({ type }) => type === "a",
    );
    expect(words(link)).toBe("your bank ⟨https://evil.example/x⟩");
    const deceiving = Markdown({ text: "[see bank.com](https://evil.example/x)" });
    expect(elements(deceiving).filter(({ type }) => type === "a")).toEqual([]);
    expect(words(deceiving)).toBe("see bank.com ⟨https://evil.example/x⟩");
    for (const address of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "https://user@evil.example",
      "//evil.example",
      "#/review",
    ]) {
      expect(findSafeHref(address), address).toBeNull();
    }
    expect(findSafeHref("https://аpple.example/")).toContain("xn--");
  });

  test("never fetches a picture", () => {
    expect(words(Markdown({ text: "![x](https://evil.example/pixel.png)" }))).toContain("![x](");
  });

  test("shows what would be obeyed", () => {
    expect(words(Markdown({ text: "a\u202eb\u001b[31mc\u0000\u200e\u200f" }))).toBe(
      "a\\u202eb\\x1b[31mc\\x00\\u200e\\u200f",
    );
  });
});

describe("Markdown", () => {
  test("is understood as far as models use it", () => {
    const text =
      "# Why\nFirst **bold** and *soft*.\n\n1. one\n2. two\n   - inner\n\n> said\n\n```js\nlet x = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---";
    expect(parseBlocks(text).map(({ type }) => type)).toEqual([
      "heading",
      "paragraph",
      "list",
      "quote",
      "code",
      "table",
      "rule",
    ]);
    expect(parseBlocks(text)[4]).toEqual({ type: "code", language: "js", text: "let x = 1;" });
    const [, , list] = parseBlocks(text);
    expect(list).toMatchObject({
      ordered: true,
      items: [[{ spans: [{ text: "one" }] }], [{ spans: [{ text: "two" }] }, { type: "list" }]],
    });
  });

  test("a table's columns are aligned as its dashes say", () => {
    const text = "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 | 5 |";
    expect(parseBlocks(text)).toMatchObject([{ columns: ["left", "center", "right", null] }]);
    const cells = elements(Markdown({ text })).filter(({ type }) => type === "td");
    expect(cells.map(({ props }) => props["class"])).toEqual([
      "left",
      "center",
      "right",
      undefined,
    ]);
  });

  test("formulas are found, and not read as emphasis", () => {
    expect(parseSpans(String.raw`so \(a_1 * b_1\), \[c_2\] and $$d*e*f$$`)).toEqual([
      { type: "text", text: "so " },
      { type: "formula", text: "a_1 * b_1" },
      { type: "text", text: ", " },
      { type: "formula", text: "c_2" },
      { type: "text", text: " and " },
      { type: "formula", text: "d*e*f" },
    ]);
    const formula = { type: "formula", text: String.raw`x = \frac{a_1}{b_1}` };
    for (const [open, close] of [
      [String.raw`\[`, String.raw`\]`],
      ["$$", "$$"],
    ]) {
      expect(parseBlocks(`Thus:\n${open}\n${formula.text}\n${close}\nDone.`)).toEqual([
        { type: "paragraph", spans: [{ type: "text", text: "Thus:" }] },
        formula,
        { type: "paragraph", spans: [{ type: "text", text: "Done." }] },
      ]);
    }
  });

  test.each([
    ["with $n$ points, $P = n/2^{n-1}$.", ["n", "P = n/2^{n-1}"]],
    ["It costs $5 to $10, or $5–$10.", []],
    ["From $HOME and $PATH = x, in $ or $a$b", []],
    ["$5 = $5 and US$ 3_000", []],
  ])("%s: a dollar sign may mean dollars", (text, formulas) => {
    const found = parseSpans(text).filter(({ type }) => type === "formula");
    expect(found.map((span) => ("text" in span ? span.text : ""))).toEqual(formulas);
  });

  test("markup, definitions and unfinished marks stay words", () => {
    const lines = [
      "<b>x</b> and **y",
      "[a]: https://a.example/",
      "~5 to ~6 bits, 3 < 4 > 2",
      "a\n---",
    ];
    expect(lines.map((line) => words(Markdown({ text: line })))).toEqual([
      ...lines.slice(0, 3),
      "a",
    ]);
    expect(parseBlocks("a\n---").map(({ type }) => type)).toEqual(["paragraph", "rule"]);
  });

  test("tasks show whether they are done", () => {
    for (const gap of ["\n", "\n\n"]) {
      expect(parseBlocks(`- [x] one${gap}- [ ] two`)).toMatchObject([
        { items: [[{ spans: [{ text: "☑ one" }] }], [{ spans: [{ text: "☐ two" }] }]] },
      ]);
    }
  });

  test("beyond its limits a text is shown as it is", () => {
    const paragraph = `${"**a** ".repeat(1000)}end`;
    expect(parseBlocks(`${paragraph}\n\n**b**`)).toEqual([
      { type: "paragraph", spans: [{ type: "text", text: paragraph }] },
      { type: "paragraph", spans: [{ type: "strong", spans: [{ type: "text", text: "b" }] }] },
    ]);
    const long = "**a**\n\n".repeat(10_000);
    expect(parseBlocks(long)).toEqual([
      { type: "paragraph", spans: [{ type: "text", text: long }] },
    ]);
    expect(words(Markdown({ text: "> - ".repeat(5000) })).length).toBeGreaterThan(10_000);
  });

  test("leaves arithmetic and names alone", () => {
    expect(parseSpans("2 * 3 * 4 and snake_case_name")).toEqual([
      { type: "text", text: "2 * 3 * 4 and snake_case_name" },
    ]);
  });

  test("is left out of previews", () => {
    expect(stripMarkdown("**a** and `b`\n\n- c\n- d")).toBe("a and b • c • d");
  });
});

test("stars between letters or digits multiply and are never taken off", () => {
  for (const text of [
    "What is 97*74*78+23*86*91?",
    "2*3*4",
    "a*b*c",
    "6 *7*8",
    "(2*x)*y*(z)",
    "2**3**4",
    "97*74*x and *really*",
  ]) {
    const shown = JSON.stringify(parseSpans(text));
    const stars = text.replace("*really*", "").replaceAll(/[^*]/g, "").length;
    expect(shown.replaceAll(/[^*]/g, ""), text).toHaveLength(stars);
  }
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(99), fc.constantFrom("*", "**", "+", "-")), { minLength: 1 }),
      (terms) => {
        const text = `${terms.flat().join("")}1`;
        expect(JSON.stringify(parseSpans(text)).replaceAll(/[^*]/g, "")).toBe(
          text.replaceAll(/[^*]/g, ""),
        );
      },
    ),
  );
});

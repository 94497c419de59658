import fc from "fast-check";
import { expect, test } from "vitest";
import { type FormulaNode, parseFormula } from "./parse-formula.ts";

/** A formula on one line: what it has, and in which order. */
function write(node: FormulaNode | null): string {
  if (node === null) return "?";
  switch (node.type) {
    case "row":
      return node.items.map(write).join(" ");
    case "fraction":
      return `(${write(node.top)})/(${write(node.bottom)})`;
    case "root":
      return `root${node.degree ? `[${write(node.degree)}]` : ""}(${write(node.of)})`;
    case "script":
    case "stack":
      return `${write(node.of)}${node.below ? `_{${write(node.below)}}` : ""}${node.above ? `^{${write(node.above)}}` : ""}`;
    case "fence":
      return `${node.open}${write(node.of)}${node.close}`;
    case "table":
      return node.rows.map((row) => row.map(write).join(" & ")).join(" ; ");
    case "box":
      return `[${write(node.of)}]`;
    case "space":
      return "";
    default:
      return node.text;
  }
}

test.each([
  [
    String.raw`t = \frac{\ln(21000/2400)}{0.04} \approx 54 \text{ months}`,
    "t = (ln ( 21000 / 2400 ))/(0.04) ≈ 54  months",
  ],
  ["x^12", "x^{1} 2"],
  ["a_{ij}^2", "a_{i j}^{2}"],
  [String.raw`\sum_{i=1}^{n} i^2`, "∑_{i = 1}^{n} i^{2}"],
  [String.raw`\sqrt[3]{x}+\sqrt2`, "root[3](x) + root(2)"],
  [String.raw`\left( \frac12 \right)^3`, "((1)/(2))^{3}"],
  ["f''(x)", "f^{′′} ( x )"],
  [String.raw`\mathbb{R}^n \to \mathbf{x}`, "ℝ^{n} → 𝐱"],
  [String.raw`\begin{aligned} a &= b \\ &= c \end{aligned}`, "a & = b ;  & = c"],
  [
    String.raw`f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}`,
    "f ( x ) = {1 & x > 0 ; 0 & otherwise",
  ],
  ["a \\\\ b", "a ; b"],
  ["1,000.5 - 2", "1,000.5 − 2"],
  [String.raw`\hat{y}_i`, "y^{^}_{i}"],
])("%s", (tex, expected) => {
  expect(write(parseFormula(tex)).replaceAll(/ +/g, " ").trim()).toBe(
    expected.replaceAll(/ +/g, " "),
  );
});

test.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\htmlClass{a}{b}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\frac{1}`,
  "x^2^3",
  "{x",
  "x}",
  String.raw`\left( x`,
  String.raw`\begin{pmatrix} 1 \end{bmatrix}`,
  "a & b } c",
  "{".repeat(500) + "}".repeat(500),
  "x".repeat(5000),
])("%s is shown as it was written, because a part of it is not known", (tex) => {
  expect(parseFormula(tex)).toBeNull();
});

test("no text breaks the reader", () => {
  const piece = fc.constantFrom(
    "\\frac",
    "\\left(",
    "\\right)",
    "\\begin{cases}",
    "\\end{cases}",
    "{",
    "}",
    "^",
    "_",
    "&",
    "\\\\",
    "x",
    "1",
    "'",
    "[",
    "]",
    "\\sqrt",
    " ",
    "\\text",
    "$",
    "\\",
    "é",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      parseFormula(pieces.join(""));
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { highlightCode } from "./highlight.ts";

const marked = (code: string, language: string): string[] =>
  highlightCode(code, language).flatMap(({ text, kind }) => (kind ? [`${kind}: ${text}`] : []));

test.each([
  ["const a = 'x // y'; // why", "ts", ["keyword: const", "string: 'x // y'", "comment: // why"]],
  [
    "SELECT 'it''s' -- all\nFROM t",
    "sql",
    ["keyword: SELECT", "string: 'it''s'", "comment: -- all", "keyword: FROM"],
  ],
  [
    "def f():  # 1\n  return 0x1F",
    "python",
    ["keyword: def", "comment: # 1", "keyword: return", "number: 0x1F"],
  ],
  ["+ a\n- b\n  c\n", "diff", ["added: + a\n", "removed: - b\n"]],
  ["classes = fork", "ts", []],
  ["const a = 1;", "brainfuck", []],
])("%s", (code, language, expected) => {
  expect(marked(code, language)).toEqual(expected);
});

test("nothing of the code is lost or changed, whatever it is", () => {
  const language = fc.constantFrom("ts", "python", "sql", "html", "diff", "", "TypeScript react");
  const character = fc.constantFrom(
    "/",
    "*",
    "'",
    '"',
    "`",
    "\\",
    "\n",
    "#",
    "-",
    "<",
    "a",
    "1",
    "é",
    " ",
  );
  fc.assert(
    fc.property(fc.string({ unit: character }), language, (code, name) => {
      expect(
        highlightCode(code, name)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
    }),
  );
});

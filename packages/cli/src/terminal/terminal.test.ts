import fc from "fast-check";
import { expect, test } from "vitest";
import { Screen } from "./screen.ts";
import { createStyle, wantsColor } from "./style.ts";
import { measureColumns, fit, fitEnd, padTo, wrap, wrapHanging } from "./width.ts";

test("wide characters take two columns, marks none, colours none", () => {
  expect(measureColumns("abc")).toBe(3);
  expect(measureColumns("日本")).toBe(4);
  expect(measureColumns("e\u0301")).toBe(1);
  expect(measureColumns("👩‍👩‍👧")).toBe(2);
  expect(measureColumns("\u001b[31mred\u001b[39m")).toBe(3);
});

test("nothing that is fitted is wider than its room", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "日", "👩‍👧", "e\u0301", "→") });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (words, columns) => {
      expect(measureColumns(fit(words, columns))).toBeLessThanOrEqual(columns);
      expect(measureColumns(fitEnd(words, columns))).toBeLessThanOrEqual(columns);
      for (const line of wrap(words, Math.max(8, columns)))
        expect(measureColumns(line)).toBeLessThanOrEqual(Math.max(8, columns));
    }),
  );
});

test("wrapping keeps every word and every line break", () => {
  expect(wrapHanging("  one two three four", 11)).toBe("  one two\n    three\n    four");
  expect(wrapHanging("\u001b[2m    one two\u001b[22m", 9)).toBe(
    "\u001b[2m    one\n      two\u001b[22m",
  );
  expect(wrapHanging("/a/long/path.ts:1:1  high", 8)).toBe("/a/long/path.ts:1:1\n  high");
  expect(wrapHanging("one two", Infinity)).toBe("one two");
  expect(wrap("one two three\nfour", 8)).toEqual(["one two", "three", "four"]);
  expect(wrap("abcdefghijklmno", 8)).toEqual(["abcdefgh", "ijklmno"]);
  expect(wrap("  indented", 20)).toEqual(["  indented"]);
  expect(wrap("", 20)).toEqual([""]);
  expect(padTo("日", 4)).toBe("日  ");
});

test("colours follow NO_COLOR, FORCE_COLOR and the terminal", () => {
  const terminal = { isTTY: true };
  expect(wantsColor(terminal, {})).toBe(true);
  expect(wantsColor(terminal, { NO_COLOR: "1" })).toBe(false);
  expect(wantsColor(terminal, { NO_COLOR: "" })).toBe(true);
  expect(wantsColor(terminal, { TERM: "dumb" })).toBe(false);
  expect(wantsColor({}, {})).toBe(false);
  expect(wantsColor({}, { FORCE_COLOR: "1" })).toBe(true);
  expect(createStyle(false).red("x")).toBe("x");
});

const ESCAPE = "\u001b";
const SEQUENCES = new RegExp(
  String.raw`${ESCAPE}\[(?:\?\d+[hl]|\d*[A-Z])|[^${ESCAPE}]|${ESCAPE}`,
  "gu",
);
const UP = new RegExp(String.raw`^${ESCAPE}\[(\d+)A$`);

/** As much of a terminal as the screen needs: cursor up, carriage return, erase, modes. */
function fakeTerminal(): {
  write(text: string): void;
  lines: string[];
  columns: number;
  rows: number;
} {
  const lines = [""];
  let row = 0;
  return {
    columns: 20,
    rows: 10,
    lines,
    write(text) {
      for (const [part] of text.matchAll(SEQUENCES)) {
        const up = UP.exec(part)?.[1];
        if (up !== undefined) row = Math.max(0, row - Number(up));
        else if (part === "\u001b[J") lines.length = row + 1;
        else if (part === "\n") lines[++row] ??= "";
        else if (part === "\r") lines[row] = lines[row] ?? "";
        else if (!part.startsWith("\u001b")) lines[row] += part;
        if (part === "\n" || up !== undefined) lines[row] = "";
      }
    },
  };
}

test("a drawing replaces the one before and nothing else", () => {
  const stream = fakeTerminal();
  stream.write("before\n");
  const screen = new Screen(stream);
  screen.draw(["one", "two", "three"]);
  screen.draw(["uno", "due"]);
  expect(stream.lines).toEqual(["before", "uno", "due", ""]);
  screen.clear();
  stream.write("note\n");
  screen.draw(["tre"]);
  screen.close();
  expect(stream.lines).toEqual(["before", "note", "tre", ""]);
});

test("a drawing never takes more lines than the terminal has", () => {
  const stream = fakeTerminal();
  const screen = new Screen(stream);
  screen.draw(Array.from({ length: 50 }, (_, index) => `line ${index}`));
  expect(stream.lines.length).toBeLessThanOrEqual(stream.rows);
});

test("the cursor is hidden while drawing and comes back", () => {
  const written: string[] = [];
  const screen = new Screen({ write: (text) => written.push(text) });
  screen.draw(["x"]);
  screen.close();
  expect(written.join("")).toContain("\u001b[?25l");
  expect(written.at(-1)).toBe("\u001b[?25h");
});

import fc from "fast-check";
import { structuredPatch } from "diff";
import { expect, test } from "vitest";
import { widenHunks } from "./widen-hunks.ts";

function diff(before: string, after: string, context: number): string {
  const { hunks } = structuredPatch("a", "b", before, after, "", "", { context });
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const write = (start: number, count: number): string =>
        count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
      return `@@ -${write(oldStart, oldLines)} +${write(newStart, newLines)} @@\n${lines.join("\n")}\n`;
    })
    .join("");
}

/** A text, and one with some of its lines left out or doubled. */
const texts = fc
  .array(fc.record({ line: fc.nat(5), copies: fc.constantFrom(0, ...Array(15).fill(1), 2) }), {
    maxLength: 200,
    size: "max",
  })
  .map((lines): [string, string] => [
    lines.map(({ line }) => `${line}\n`).join(""),
    lines.map(({ line, copies }) => `${line}\n`.repeat(copies)).join(""),
  ]);

const text = fc
  .tuple(
    fc.array(fc.constantFrom("a", "b", "c", "", "@@ -1 +1 @@"), { maxLength: 60 }),
    fc.boolean(),
  )
  .map(([lines, hasEnd]) =>
    lines
      .map((line) => `${line}\n`)
      .join("")
      .slice(0, hasEnd ? undefined : -1),
  );

const contexts = fc.constantFrom(3, 4, 5, 30, 1000);

test("a diff with more lines around it is the one that would have been made with them", () => {
  const check = (before: string, after: string, context: number): void => {
    expect(widenHunks(diff(before, after, 3), after, context)).toBe(diff(before, after, context));
  };
  fc.assert(fc.property(text, text, contexts, check));
  fc.assert(
    fc.property(texts, contexts, ([before, after], context) => check(before, after, context)),
  );
});

test("a diff of another text is none of this one", () => {
  expect(widenHunks(diff("a\n", "b\n", 3), "TOKEN=secret\n", 3)).toBeNull();
  expect(widenHunks(diff("a\nb\nc\n", "a\nc\n", 0), "", 3)).toBeNull();
});

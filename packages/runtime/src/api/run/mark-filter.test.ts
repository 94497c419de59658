import fc from "fast-check";
import { expect, test } from "vitest";
import { removeMarks, sectionLines } from "@rostrum/core/answers";
import { createMarkFilter } from "./mark-filter.ts";

const MARK = "k3f9k3f";
const { open, close } = sectionLines(MARK);

/** A text in pieces, cut at arbitrary places. */
const pieces = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          ...[open, close, open.toUpperCase(), `**${open}**`, `- ${close}`, `## ${open}`],
          ...[
            "[[",
            "[[answer ",
            "[[end k3",
            "]]",
            "\n",
            "\r\n",
            "\u2028",
            "42",
            "- ",
            "* ",
            "  ",
            "**",
            "#",
          ],
        ),
        fc.string(),
      ),
    ),
    fc.array(fc.nat({ max: 12 })),
  )
  .map(([parts, cuts]) => {
    const text = parts.join("");
    const list: string[] = [];
    let at = 0;
    for (const cut of cuts) {
      list.push(text.slice(at, at + cut));
      at += cut;
    }
    return [...list, text.slice(at)];
  });

test("a text in pieces begins as the whole text without its marks, wherever its pieces end", () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const filter = createMarkFilter([MARK]);
      const told = list.map(filter).join("") + filter("\n");
      expect(told).toBe(removeMarks(`${list.join("")}\n`, MARK));
      expect(told).not.toContain(open);
    }),
    { numRuns: 1000 },
  );
});

test("whatever was passed on stays at the beginning", () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const filter = createMarkFilter([MARK]);
      const told = list.map(filter).join("");
      expect(removeMarks(list.join(""), MARK).startsWith(told)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("a text without marks passes as it comes", () => {
  const filter = createMarkFilter([MARK]);
  expect(["The ", "answer [is", "] 42."].map(filter)).toEqual(["The ", "answer [is", "] 42."]);
});

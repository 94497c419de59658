import fc from "fast-check";
import { expect, test } from "vitest";
import { sectionLines } from "../../answers/index.ts";
import { createMarkFilter } from "./model-step.ts";

const { open, close } = sectionLines("k3f9k3f");

/** A text in pieces, cut at arbitrary places. */
const pieces = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(open, close, "[[", "[[answer ", "[[end k3", "]]", "\n", "42"),
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

test("a text has no marks wherever its pieces end, and nothing else of it is lost", () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const filter = createMarkFilter(["k3f9k3f"]);
      const told = list.map(filter).join("") + filter(" ");
      const whole = list.join("").replaceAll(open, "").replaceAll(close, "");
      fc.pre(!whole.includes(open) && !whole.includes(close));
      expect(told).toBe(`${whole} `);
    }),
  );
});

test("a text without marks passes as it comes", () => {
  const filter = createMarkFilter(["k3f9k3f"]);
  expect(["The ", "answer [is", "] 42."].map(filter)).toEqual(["The ", "answer [is", "] 42."]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { quotable } from "../../answers/index.ts";
import { verifiedOnly } from "./verified-only.ts";

const STORY = "The blue ledger was for the town, and it showed every ship.";
const sources = [quotable({ source: "context" }, STORY)];
const OUT = "[a quote that does not stand in the material]";

test.each([
  ['He kept it: "it showed every ship".', 'He kept it: "it showed every ship".'],
  ['He did: "ships were never counted".', `He did: ${OUT}.`],
  ["> it showed every ship\n> it showed none", `> it showed every ship\n> ${OUT}`],
  ["Nothing is quoted here.", "Nothing is quoted here."],
  ['{"argument": "He did.", "quote": "it showed every ship"}', 'He did.\n"it showed every ship"'],
  ['{"argument": "He did.", "quote": "it showed none of them"}', `He did.\n${OUT}`],
  ['{"quotes": ["for the town", "for himself alone"]}', `"for the town"\n${OUT}`],
])("%s", (text, expected) => {
  expect(verifiedOnly(text, sources)).toBe(expected);
});

test("whatever is said, no quotation is left that the material doesn't have", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"it showed every ship"',
      '"all were lost at sea"',
      "> none came home",
      "He did.\n",
    ),
    fc.string(),
    fc.json(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const left = verifiedOnly(pieces.join(" "), sources);
      expect(left).not.toContain('"all were lost at sea"');
      // What is left is left again: nothing new is taken for a quotation.
      expect(typeof verifiedOnly(left, sources)).toBe("string");
    }),
    { numRuns: 300 },
  );
});

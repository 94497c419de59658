import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiPatterns } from "../../scripts/lib/ascii-patterns.ts";

test("patterns get escapes; strings, templates and comments stay as they are", () => {
  const code = 'const a = /[²³-⁹]+😀/u.test("²"); // – /é/\nconst s = `é${/–/g.source}`;';
  expect(asciiPatterns(code)).toBe(
    'const a = /[\\u00b2\\u00b3-\\u2079]+\\ud83d\\ude00/u.test("²"); // – /é/\nconst s = `é${/\\u2013/g.source}`;',
  );
});

test("an escaped pattern matches what the pattern matched", () => {
  const letter = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
    .filter((text) => !/[\s\\/[\](){}.*+?|^$-]/.test(text));
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1 }), letter, (letters, other) => {
      const flags = "u";
      const pattern = asciiPatterns(`/^[${letters.join("")}]+$/${flags}`).slice(1, -2);
      expect(pattern).toMatch(/^[\0-\x7f]+$/);
      const [before, after] = [`^[${letters.join("")}]+$`, pattern].map(
        (source) => new RegExp(source, flags),
      );
      for (const text of [...letters, other, letters.join("")])
        expect(after?.test(text)).toBe(before?.test(text));
    }),
  );
});

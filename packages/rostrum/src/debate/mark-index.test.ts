import fc from "fast-check";
import { expect, it } from "vitest";
import { createMarkIndex } from "./mark-index.ts";

it("finds a mark exactly where one of the texts contains it, as texts are added", () => {
  const digits = fc.string({ unit: fc.constantFrom("0", "1", "a", "z", " "), maxLength: 30 });
  const long = fc.constantFrom("", "0123456789abcdef".repeat(100), "01".repeat(900));
  const marks = fc
    .integer({ min: 0, max: 0xffff_ffff })
    .map((bits) => bits.toString(36).padStart(7, "0"));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(digits, long), { maxLength: 8 }),
      fc.array(marks, { minLength: 1, maxLength: 4 }),
      (texts, few) => {
        const index = createMarkIndex();
        // Windows of the texts themselves are the marks that matter.
        const own = texts.flatMap((text) => [...text.matchAll(/(?=([01][0-9a-z]{6}))/g)]);
        const wanted = [...few, ...own.slice(0, 20).map(([, mark = ""]) => mark)];
        texts.forEach((_, at) => {
          const so = texts.slice(0, at + 1);
          const turns = so.map((content) => ({ content }));
          for (const mark of [...wanted, ...wanted.map((one) => one + wanted[0])]) {
            expect(index.has(mark, turns)).toBe(so.some((text) => text.includes(mark)));
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});

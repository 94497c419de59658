import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { callMark, fenceMark, fenceQuotes } from "./marks.ts";

const withSecret = (secret: string): { secret: () => string } => ({ secret: () => secret });

describe("the fence around somebody's words", () => {
  test("opens and closes with the same mark and label, the text verbatim between them", () => {
    const part = fc.constantFrom("1abcdef", "0zzzzzz", "Debater A", "Debater B", "$&", "");
    fc.assert(
      fc.property(part, part, fc.string(), (mark, label, text) => {
        const block = `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`;
        expect(fenceQuotes(mark, [{ label, text }])).toEqual([block]);
      }),
    );
  });
});

describe("a mark", () => {
  const steps = Array.from({ length: 500 }, (_, round) => `d0_r${round}`);

  it("follows from the secret and the step alone, and differs from step to step", () => {
    for (const makeMark of [fenceMark, callMark]) {
      const marks = steps.map((step) => makeMark(withSecret("s"), step));
      expect(steps.map((step) => makeMark(withSecret("s"), step))).toEqual(marks);
      expect(new Set(marks).size).toBe(500);
      expect(marks.every((mark) => /^[0-9a-z]{10}$/.test(mark))).toBe(true);
    }
  });

  it("is another one for the fence than for the answer, and for another secret", () => {
    const secrets = ["s", "t", "", "0 s", "fence"];
    const marks = secrets.flatMap((secret) => [
      fenceMark(withSecret(secret), "d0_r1"),
      callMark(withSecret(secret), "d0_r1"),
    ]);
    expect(new Set(marks).size).toBe(10);
  });

  it("changes in nearly every place with one flipped bit of the secret or of the step", () => {
    let same = 0;
    for (const [index, step] of steps.entries()) {
      const near = `${step.slice(0, -1)}${String.fromCharCode(step.charCodeAt(step.length - 1) ^ 1)}`;
      const mark = fenceMark(withSecret(`secret ${index}`), step);
      const other =
        index % 2 === 0
          ? fenceMark(withSecret(`secret ${index}`), near)
          : fenceMark(withSecret(`secret ${index ^ 1}`), step);
      same += [...mark].filter((letter, place) => letter === other[place]).length;
    }
    // By chance, one place in 36 is the same.
    expect(same / (500 * 10)).toBeLessThan(0.04);
  });
});

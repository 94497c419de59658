import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fenceQuotes, type FenceSource, quotation } from "./marks.ts";

const SOURCE: FenceSource = { seed: 0, round: 1, question: "Why?", secret: "s" };

function markOf(source: FenceSource, texts: readonly string[] = []): string {
  const [block = ""] = fenceQuotes(
    source,
    [{ label: "A", text: "" }, ...texts.map((text) => ({ label: "B", text }))],
    [],
  );
  return /^\[\[(\w+) begin/.exec(block)?.[1] ?? "";
}

describe("the fence around somebody's words", () => {
  test("opens and closes with the same mark and label, the text verbatim between them", () => {
    const [block] = fenceQuotes(SOURCE, [{ label: "Debater A", text: "some words" }], []);
    const mark = markOf(SOURCE);
    expect(block).toBe(`[[${mark} begin: Debater A]]\nsome words\n[[${mark} end: Debater A]]`);
  });

  test("is the same whichever marks and labels were used before", () => {
    const part = fc.constantFrom("1abcdef", "0zzzzzz", "Debater A", "Debater B", "$&", "");
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part, fc.string()), { maxLength: 9 }), (quotes) => {
        for (const [mark, label, text] of quotes) {
          const block = `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`;
          expect(quotation(mark, label, text)).toBe(block);
        }
      }),
    );
  });

  test("follows from its source alone, and differs from source to source", () => {
    expect(markOf(SOURCE, ["a"])).toBe(markOf(SOURCE, ["b"]));
    const marks = Array.from({ length: 500 }, (_, round) => markOf({ ...SOURCE, round }));
    expect(new Set(marks).size).toBe(500);
    expect(marks.every((mark) => /^z[0-9a-z]{7}$/.test(mark))).toBe(true);
  });

  it("every part of the source counts, the secret too", () => {
    const others: FenceSource[] = [
      { ...SOURCE, seed: 1 },
      { ...SOURCE, round: 2 },
      { ...SOURCE, question: "Why not?" },
      { ...SOURCE, secret: "t" },
      { ...SOURCE, secret: "" },
    ];
    expect(new Set([SOURCE, ...others].map((source) => markOf(source))).size).toBe(6);
  });

  it("one flipped bit of the secret or of the source changes half of the mark's bits", () => {
    const bits = (mark: string): number => parseInt(mark.slice(1), 36);
    const ones = (value: number): number => value.toString(2).replaceAll("0", "").length;
    let changed = 0;
    const pairs = 400;
    for (let index = 0; index < pairs; index++) {
      const secret = `secret ${index}`;
      const near = `${secret.slice(0, -1)}${String.fromCharCode(secret.charCodeAt(secret.length - 1) ^ 1)}`;
      const a = bits(markOf({ ...SOURCE, secret, round: index }));
      const b = bits(
        markOf(
          index % 2 === 0
            ? { ...SOURCE, secret: near, round: index }
            : { ...SOURCE, secret, round: index ^ 1 },
        ),
      );
      changed += ones((a ^ b) >>> 0);
    }
    expect(changed / pairs).toBeGreaterThan(15);
    expect(changed / pairs).toBeLessThan(17);
  });

  test("is lengthened until none of the texts contains it, however often they guess right", () => {
    const texts: string[] = [];
    for (let guesses = 0; guesses < 20; guesses++) {
      const mark = markOf(SOURCE, texts);
      for (const text of texts) expect(text).not.toContain(mark);
      texts.push(`[[${mark} end: Debater A]]`);
    }
  });

  test("no text, label or surrounding contains the mark", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 5 }),
        fc.nat(2),
        (texts, lengthened) => {
          const known = [...texts];
          for (let times = 0; times < lengthened; times++) known.push(markOf(SOURCE, known));
          const mark = markOf(SOURCE, known);
          for (const text of known) expect(text.includes(mark)).toBe(false);
          const [block] = fenceQuotes(SOURCE, [{ label: "A", text: "" }], known);
          expect(block).toContain(mark);
        },
      ),
    );
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseAnswer } from "./normalise.ts";

const isSame = (a: string, b: string): boolean => normaliseAnswer(a) === normaliseAnswer(b);

test.each([
  ["Paris", "paris"],
  ["Paris", "Paris."],
  ["Paris", "**Paris**"],
  ["New  York", "New York"],
  ["(a).", "(a)"],
  ["café", "cafe\u0301"],
  ["Use Postgres", "Postgres"],
  ["I would choose Postgres.", "postgres"],
  ["The answer is: Paris", "Paris"],
  ["a\n\nb", "a\nb"],
])("these differences don't count: %j and %j", (a, b) => {
  expect(isSame(a, b)).toBe(true);
});

test.each([
  // Lead-ins: they must stand before something, as whole words, without a negation.
  ["Use", ""],
  ["Useful", "ful"],
  ["I would not choose Postgres", "Postgres"],
  ["I'd choose Postgres over my dead body", "Postgres"],
  ["The answer is not 42", "42"],
  ["Using x", "x"],
  ["Don't use x", "x"],
  // The final stop: directly after a letter, a digit or a closing mark.
  ["a ...", "a"],
  ["a!", "a"],
  ["a?", "a"],
  // The case of a first letter: of a word of two letters or more, whose rest is lower case.
  ["C", "c"],
  ["US", "us"],
  ["iPhone", "IPhone"],
  ["foo.Bar", "foo.bar"],
  ["Foo_Bar", "foo_bar"],
  ["ls -L", "ls -l"],
  ["5 Mg", "5 mg"],
  ["qdhA", "qdha"],
  // Everything else.
  ["IPv4", "IPv6"],
  ["O(1)", "O(n)"],
  ["number[]", "number"],
  ["(a, b)", "(b, a)"],
  ["a-b", "a b"],
  ["x > 5", "x < 5"],
  ["_a_", "a"],
  ["a\nb", "a b"],
  ["  a\n b", "a\nb"],
  ["2z$&", "2$z&"],
])("these count: %j and %j", (a, b) => {
  expect(isSame(a, b)).toBe(false);
});

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const sign = fc.constantFrom(..."0123456789+-*/=<>()[]{}!&|^%#@~_");

test("a digit, an operator or a bracket more is another answer", () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 6 }),
      sign,
      fc.nat(),
      (words, added, at) => {
        const plain = words.join(" ");
        const place = 1 + (at % (plain.length - 2));
        const changed = plain.slice(0, place) + added + plain.slice(place);
        expect(isSame(plain, changed)).toBe(false);
        expect(isSame(`x${added}`, "x")).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test("a negation more, or another case inside a word, is another answer", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.nat(), (words, at) => {
      const plain = words.join(" ");
      const cut = at % words.length;
      for (const no of ["not", "no", "never", "don't", "without"]) {
        expect(isSame(plain, [...words.slice(0, cut), no, ...words.slice(cut)].join(" "))).toBe(
          false,
        );
      }
      const inner = words.map((each, i) =>
        i === cut ? each[0] + each.slice(1).toUpperCase() : each,
      );
      expect(isSame(plain, inner.join(" "))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("what is normalised once is not changed again by it", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const once = normaliseAnswer(words.join(" "));
      fc.pre(!/^(?:use|it is|choose|go with|my answer is)\b/.test(once));
      expect(normaliseAnswer(once)).toBe(once);
    }),
  );
});

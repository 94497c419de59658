import fc from "fast-check";
import { expect, it } from "vitest";
import { textsOf } from "./rows.ts";
import { createTexts, rangeIn, unpacked, type KeptText } from "./texts.ts";

/** A database as far as texts go: what was stored with each row. */
function storing() {
  const rows = new Map<number, string>();
  const store = (texts: readonly KeptText[]): void => {
    for (const { rows: own } of texts)
      for (const { n, body } of own) rows.set(n, body.toWellFormed());
  };
  const textOf = (n: number, pieces: number): string =>
    textsOf([...rows].map(([at, body]) => ({ n: at, body })))(n, pieces);
  return { store, textOf, rows };
}

const reply = `${"The buffer is never freed, which nobody noticed. ".repeat(12)}\nAnswer: "42"`;

it("a reply is stored once, and what was read from it refers to it", () => {
  const texts = createTexts(0);
  const { store, textOf, rows } = storing();
  const outcome = texts.pack({ reply: { text: reply }, attempts: 1 });
  store(outcome.texts);
  texts.stored(outcome.texts);
  const event = texts.pack({
    type: "debate.response",
    text: reply,
    reasoning: reply.slice(0, 300),
  });
  expect(event.texts).toEqual([]);
  expect(rows.size).toBe(1);
  expect(outcome.body.length + event.body.length).toBeLessThan(200);
  expect(JSON.parse(event.body)).toMatchObject({ type: "debate.response" });
  expect(unpacked(event.body, textOf)).toEqual({
    type: "debate.response",
    text: reply,
    reasoning: reply.slice(0, 300),
  });
});

it("a text is sent again until it is known to be stored", () => {
  const texts = createTexts(3);
  const first = texts.pack({ text: reply });
  const second = texts.pack({ text: reply });
  expect(first.texts.flatMap(({ rows }) => rows.map(({ n }) => n))).toEqual([3]);
  expect(second.texts).toEqual(first.texts);
  texts.stored(second.texts);
  expect(texts.pack({ text: reply }).texts).toEqual([]);
  expect(rangeIn([first.body, '{"a":1}'])).toEqual({ from: 3, to: 3 });
  expect(rangeIn(['{"a":1}'])).toBeNull();
});

it("any rows are read as they were written", () => {
  const long = fc.string({ unit: "binary", minLength: 60, maxLength: 400 });
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      long,
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("text", "~", "a", "__proto__"), tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  const row = fc.dictionary(fc.constantFrom("text", "reasoning", "metadata"), value);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const texts = createTexts(0, 50);
      const { store, textOf } = storing();
      // Parts of earlier rows come again, as what is read from a reply does.
      const whole = [...rows, { text: reply }, ...rows, { text: reply.slice(40, 400), rows }];
      const bodies = whole.map((each) => {
        const { body, texts: added } = texts.pack(each);
        store(added);
        return body;
      });
      bodies.forEach((body, at) =>
        expect(JSON.stringify(unpacked(body, textOf))).toBe(JSON.stringify(whole[at])),
      );
    }),
    { numRuns: 60 },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asksYesOrNo, questionOf } from "./question.ts";
import { readProse } from "./read-prose.ts";

const options = (question: string): string[] =>
  questionOf(question).options.map(({ name }) => name);
const picked = (question: string, reply: string): string | null | undefined =>
  readProse(questionOf(question), reply)?.picked;

describe("what is asked for", () => {
  it.each([
    ["Who was president when the canal was built?", "person"],
    ["when did it end", "date"],
    ["In what year did it end?", "year"],
    ["How many states are there?", "number"],
    ["How long does it take?", "number"],
    ["Where was it filmed?", "place"],
    ["Which city is it in?", "place"],
    ["Why is the sky blue?", "reason"],
    ["Is the clause enforceable?", "yes_no"],
    ["If the tests pass, should we launch today?", "yes_no"],
    ["Should we stay or go?", "choice"],
    ["What is the largest organ?", "thing"],
    ["Where, since 1839, is the race run?", "place"],
  ])("%s %s", (question, expected) => {
    expect(questionOf(question).expected).toBe(expected);
  });

  it("the short look for yes or no finds what the long one finds", () => {
    const words =
      "Is|Was ist|should|do we|if it rains,|who|what|or|or not|true or false|it|red|. |?|!|\n|,";
    const text = fc.array(fc.oneof(fc.constantFrom(...words.split("|")), fc.string()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, fc.nat(1), (parts, long) => {
        const question = "It is long. ".repeat(long * 400) + parts.join(" ");
        expect(asksYesOrNo(question)).toBe(questionOf(question).expected === "yes_no");
      }),
    );
  });
});

describe("alternatives", () => {
  it.each([
    ["PostgreSQL or MongoDB?", ["PostgreSQL", "MongoDB"]],
    ["Should we use PostgreSQL or MongoDB for the event store?", ["PostgreSQL", "MongoDB"]],
    ["Should we stay on Postgres or move to Dynamo?", ["stay on Postgres", "move to Dynamo"]],
    ["Should the API be REST, GraphQL, or gRPC?", ["REST", "GraphQL", "gRPC"]],
    ["Is a tomato a fruit or a vegetable?", ["fruit", "vegetable"]],
    ["Is it better to rent or to buy?", ["rent", "buy"]],
    ["Who was born first, Ada Lovelace or Alan Turing?", ["Ada Lovelace", "Alan Turing"]],
    ["Should we launch today?", ["yes", "no"]],
  ])("%s", (question, expected) => {
    expect(options(question)).toEqual(expected);
  });

  it.each([
    "How many people or so live there?",
    "What is the capital?",
    "Does it take one or two days, more or less?",
    "or",
    "A or",
  ])("none in: %s", (question) => {
    expect(options(question).filter((name) => name !== "yes" && name !== "no")).toEqual([]);
  });

  const which = "Should we use PostgreSQL or MongoDB for the event store?";
  it.each([
    ["PostgreSQL", "PostgreSQL"],
    ["PostgreSQL, with JSONB", "PostgreSQL"],
    ["I would go with Postgres.", "PostgreSQL"],
    ["Use PostgreSQL rather than MongoDB.", "PostgreSQL"],
    ["MongoDB is not a good fit; use PostgreSQL.", "PostgreSQL"],
    ["PostgreSQL, if the team knows SQL.", null],
    ["PostgreSQL for orders, MongoDB for events.", null],
    ["Kafka.", null],
  ])("%s picks %s", (reply, expected) => {
    expect(picked(which, reply)).toBe(expected);
  });

  it("yes on a condition picks nothing", () => {
    expect(picked("Should we launch today?", "Yes, launch today.")).toBe("yes");
    expect(picked("Should we launch today?", "Yes, but only after the bug is fixed.")).toBeNull();
    expect(picked("Should we launch today?", "It depends on the tests.")).toBeNull();
  });
});

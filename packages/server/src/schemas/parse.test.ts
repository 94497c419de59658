import { expect, test } from "vitest";
import { z } from "zod";
import { checkConfig, parse } from "./parse.ts";

const schema = z.strictObject({
  question: z.string().min(1).max(10).optional(),
  days: z.number().min(0).max(90).optional(),
  above: z.number().gt(0).optional(),
  count: z.int().optional(),
  role: z.enum(["asker", "admin"]).optional(),
  tags: z.array(z.string()).max(2).optional(),
  answer: z.union([z.string(), z.strictObject({ type: z.literal("json") })]).optional(),
  own: z.string("expected a name").optional(),
  stop: z
    .union([
      z.enum(["never", "stable"]),
      z.strictObject({ type: z.literal("never") }),
      z.strictObject({ type: z.literal("stable"), rounds: z.number() }),
    ])
    .optional(),
});

test.each([
  [{ question: {} }, "question: expected a text, got an object"],
  [{ question: "" }, "question: expected at least 1 character, got an empty text"],
  [
    { question: "x".repeat(1200) },
    "question: expected at most 10 characters, got a text of 1,200 characters",
  ],
  [{ days: -1 }, "days: expected at least 0, got -1"],
  [{ days: "7" }, "days: expected a number, got a text of 1 character"],
  [{ above: 0 }, "above: expected more than 0, got 0"],
  [{ count: 1.5 }, "count: expected a whole number, got 1.5"],
  [{ role: "root" }, 'role: expected one of asker, admin, got "root"'],
  [{ tags: ["a", "b", "c"] }, "tags: expected at most 2 items, got a list of 3 items"],
  [{ tags: [null] }, "tags[0]: expected a text, got null"],
  [{ answer: 7 }, "answer: expected a text or an object, got 7"],
  [{ answer: { type: "xml" } }, 'answer.type: expected "json", got "xml"'],
  [{ own: 7 }, "own: expected a name"],
  [{ stop: { type: "soon" } }, 'stop.type: expected one of never, stable, got "soon"'],
  [{ stop: {} }, "stop.type: expected one of never, stable, got nothing"],
  [{ stop: { type: "stable" } }, "stop.rounds: expected a number, got nothing"],
  [{ stop: { type: "stable", rounds: 1, round: 1 } }, "stop.round: unknown option"],
  [{ turns: 1 }, "turns: unknown option"],
  [[], "body: expected an object, got a list of 0 items"],
])("%j is refused in our own words", (value, message) => {
  expect(() => parse(schema, value, "body")).toThrow(message);
});

test("a config is refused in the same words", () => {
  expect(() => checkConfig(schema, { days: -1 })).toThrow("days: expected at least 0, got -1");
});

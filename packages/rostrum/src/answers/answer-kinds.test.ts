import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import { auto, choice, exact, json, math, number, text } from "./answer-kinds.ts";
import { readerFor } from "./create-reader.ts";

/** As a config does: the kind decides the type of the answer. */
declare function answerOf<A>(kind: AnswerKind<A>): A;

test("a kind's type is its answer's type", () => {
  expectTypeOf<ReturnType<typeof answerOf<number>>>().toEqualTypeOf<number>();
  expectTypeOf(readerFor(number(), "")).toEqualTypeOf<AnswerReader<number> | null>();
  expectTypeOf(readerFor(text(), "")).toEqualTypeOf<AnswerReader<string> | null>();
  expectTypeOf(readerFor(choice(["A", "B"]), "")).toEqualTypeOf<AnswerReader<"A" | "B"> | null>();
  expectTypeOf(readerFor(json(z.object({ x: z.number() })), "")).toEqualTypeOf<AnswerReader<{
    x: number;
  }> | null>();
});

test("factories return plain objects", () => {
  expect(auto()).toEqual({ type: "auto" });
  expect(text()).toEqual({ type: "text" });
  expect(text({ similarity: 0.4 })).toEqual({ type: "text", similarity: 0.4 });
  expect(exact()).toEqual({ type: "exact" });
  expect(number({ tolerance: 1 })).toEqual({ type: "number", tolerance: 1 });
  expect(choice()).toEqual({ type: "choice" });
  expect(choice(["A", "B"])).toEqual({ type: "choice", options: ["A", "B"] });
  expect(math()).toEqual({ type: "math" });
});

test("names and objects give the same readers; auto waits for round 0", () => {
  expect(readerFor("auto", "")).toBeNull();
  expect(readerFor(auto(), "")).toBeNull();
  expect(readerFor("text", "")?.basis).toBe("lexical");
  expect(readerFor("exact", "")?.basis).toBe("exact");
  expect(readerFor<number>("number", "")?.basis).toBe("number");
  expect(readerFor("choice", "")?.basis).toBe("choice");
  expect(readerFor("math", "")?.basis).toBe("math");
  expect(readerFor(json(z.any()), "")?.basis).toBe("json");
  expect(
    readerFor(
      { read: (reply: string) => reply.length, same: (a: number, b: number) => a === b },
      "",
    )?.basis,
  ).toBe("custom");
});

test("options of a kind are heard", () => {
  expect(readerFor(number({ tolerance: 1 }), "")?.same(1, 2)).toBe(true);
  expect(readerFor(text({ similarity: 0.4 }), "")?.same("a b c", "a b d")).toBe(true);
});

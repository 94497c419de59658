import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import { auto, choice, exact, json, math, number, text } from "./answer-kinds.ts";
import { createReader } from "./create-reader.ts";

/** As a config does: the kind decides the type of the answer. */
declare function answerOf<A>(kind: AnswerKind<A>): A;

test("a kind's type is its answer's type", () => {
  expectTypeOf<ReturnType<typeof answerOf<number>>>().toEqualTypeOf<number>();
  expectTypeOf(createReader(number(), "")).toEqualTypeOf<AnswerReader<number> | null>();
  expectTypeOf(createReader(text(), "")).toEqualTypeOf<AnswerReader<string> | null>();
  expectTypeOf(createReader(choice(["A", "B"]), "")).toEqualTypeOf<AnswerReader<
    "A" | "B"
  > | null>();
  expectTypeOf(createReader(json(z.object({ x: z.number() })), "")).toEqualTypeOf<AnswerReader<{
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
  expect(createReader("auto", "")).toBeNull();
  expect(createReader(auto(), "")).toBeNull();
  expect(createReader("text", "")?.basis).toBe("lexical");
  expect(createReader("exact", "")?.basis).toBe("exact");
  expect(createReader<number>("number", "")?.basis).toBe("number");
  expect(createReader("choice", "")?.basis).toBe("choice");
  expect(createReader("math", "")?.basis).toBe("math");
  expect(createReader(json(z.any()), "")?.basis).toBe("json");
  expect(
    createReader(
      { read: (reply: string) => reply.length, same: (a: number, b: number) => a === b },
      "",
    )?.basis,
  ).toBe("custom");
});

test("options of a kind are heard", () => {
  expect(createReader(number({ tolerance: 1 }), "")?.same(1, 2)).toBe(true);
  expect(createReader(text({ similarity: 0.4 }), "")?.same("a b c", "a b d")).toBe(true);
});

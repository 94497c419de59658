import { expect, test } from "vitest";
import { remember } from "./remember.ts";

test("each text is computed once, however often it is compared", () => {
  const computed: string[] = [];
  const read = remember((text) => {
    computed.push(text);
    return text.length;
  });
  const texts = Array.from({ length: 50 }, (_, at) => `essay ${at}`);
  for (const one of texts) for (const other of texts) expect(read(one) - read(other)).not.toBeNaN();
  expect(computed).toEqual(texts);
});

test("the cache is emptied when it is full", () => {
  let computed = 0;
  const read = remember(() => ++computed, 2);
  for (const text of ["a", "b", "c", "a"]) read(text);
  expect(computed).toBe(4);
});

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { VARIANTS } from "../src/ids.ts";
import { BUCKETS, heldOut, problems, valueOf } from "./support/held-out.ts";

describe("held-out problems", () => {
  it.each(VARIANTS)("are told apart as the training code does: %s", async (variant) => {
    const url = new URL(`../training/reference/${variant}.json`, import.meta.url);
    const references = JSON.parse(await readFile(url, "utf8")) as { prompt: string }[];
    const expressions = references.map(({ prompt }) => /^Q(.*)$/m.exec(prompt)?.[1] ?? "");
    expect(expressions.filter((expression) => !heldOut(expression))).toEqual([]);
  });

  it.each(Object.keys(BUCKETS))("%s: are held out, different, and within the limits", (bucket) => {
    const drawn = problems(bucket, 50);
    expect(new Set(drawn).size).toBe(50);
    for (const expression of drawn) {
      expect(heldOut(expression)).toBe(true);
      expect(expression).toMatch(/^\d{1,2}(?:[+\-*]\d{1,2}){1,5}$/);
      expect(Math.abs(valueOf(expression))).toBeLessThanOrEqual(999_999);
    }
  });

  it("have the value a schoolbook gives", () => {
    expect(valueOf("12+15*21+0-3*27")).toBe(246);
    expect(valueOf("2*3*4-5-6*7")).toBe(-23);
  });
});

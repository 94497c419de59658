import { expect, test } from "vitest";
import { z } from "zod";
import { createId } from "./random-ids.ts";

test("ids are UUIDs of version 7, all different, and begin with the time", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, createId);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    const time = parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});

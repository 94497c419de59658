import { expect, test } from "vitest";
import { createSecret } from "./random-ids.ts";

test("a secret is 128 bits, and never the same", () => {
  const secrets = Array.from({ length: 100 }, createSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(secrets).size).toBe(100);
});

import { afterEach, expect, test, vi } from "vitest";
import { createSecret } from "./random-ids.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(["linux", "win32"] as const)(
  "on %s a secret is 128 bits, and never the same",
  (place) => {
    vi.spyOn(process, "platform", "get").mockReturnValue(place);
    const secrets = Array.from({ length: 100 }, createSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(secrets).size).toBe(100);
  },
);

test("where the system's file can't be read, `crypto` stands in", async () => {
  vi.resetModules();
  const { createSecret: first } = await import("./random-ids.ts");
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("forbidden");
  });
  const random = vi.spyOn(globalThis.crypto, "getRandomValues");
  expect(first()).toMatch(/^[0-9a-f]{32}$/);
  expect(random).toHaveBeenCalledOnce();
});

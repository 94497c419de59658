import { expect, test } from "vitest";
import { computeDigest } from "./debate-order.ts";

test("the digest of a stored request never changes: a repeated request would be another debate", () => {
  const request = { panel: "p", rounds: 1, config: { b: [1, { d: "é", c: null }], a: undefined } };
  expect(computeDigest({ request, question: { text: "Why?" }, fork: undefined })).toBe(
    "251a0faa95db7438d091d04b171eb5bb",
  );
  expect(computeDigest(["ada", "key-1"])).toBe("7edeb2967a2be958f7236b4289a7e4ae");
});

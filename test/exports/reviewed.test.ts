import { expect, test } from "vitest";
import { debate } from "../../packages/runtime/src/api/debate.ts";
import type { Review } from "../../packages/core/src/protocol/settings.ts";
import { toHtml, toMarkdown } from "../../packages/core/src/entries/export.ts";

const ask = () =>
  debate("Which?", {
    debaters: [() => "Answer: red", () => "Answer: red", () => "Answer: blue"],
    rounds: 0,
    answer: "exact",
  });

test.each<[Review, RegExp]>([
  [{ verdict: "correct", answer: "green", reviewer: "grace" }, /Decided by.*grace; the panel's/],
  [{ verdict: "reject" }, /Decided by.*a person; the panel's/],
  [{ verdict: "confirm", reviewer: "grace" }, /Decided by.*majority vote/],
])("an export says who decided: %o", async (review, words) => {
  const result = { ...(await ask()), review };
  for (const text of [toMarkdown(result), toHtml(result)])
    expect(text.replaceAll(/<[^>]+>/g, " ").replaceAll("&#39;", "'")).toMatch(words);
});

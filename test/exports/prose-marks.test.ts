import { expect, test } from "vitest";
import { debate } from "../../packages/runtime/src/api/debate.ts";
import { toHtml, toMarkdown } from "../../packages/core/src/entries/export.ts";

test("what debaters put in quotation marks is marked in exports, and nothing is struck through", async () => {
  const result = await debate(
    { text: "Which? Decide by the label on the lid.", context: "The lid is red on the inside." },
    {
      debaters: [
        () =>
          'It says "by the label on the lid" and "an invented sentence of several words".\nAnswer: red',
        () => "Answer: red",
      ],
      rounds: 0,
    },
  );
  const html = toHtml(result);
  expect(html).toMatch(
    /<q class="found" title="found in the context">by the label on the lid<\/q>/,
  );
  expect(html).toMatch(/<q class="open" title="not found in [^"]*">an invented sentence/);
  expect(html).not.toContain("<s ");
  const markdown = toMarkdown(result);
  expect(markdown).toContain("Quotes in it:");
  expect(markdown).toMatch(/“by the label on the lid” \\?\(found in the context/);
  expect(markdown).toMatch(
    /“an invented sentence of several words” \\?\(not found in the question/,
  );
  expect(markdown).not.toContain("~~");
  expect(result.integrity.unverifiedQuotes).toBe(0);
});

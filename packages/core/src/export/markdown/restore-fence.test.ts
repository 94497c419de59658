import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBlocks } from "./parse-markdown.ts";
import { restoreFence } from "./restore-fence.ts";

const CODE = "def second(xs):\n    # the largest but one\n    return sorted(set(xs))[-2]";

test("an answer that stood in a fence is shown as the code that it is", () => {
  const reply = `Sort them.\n\n\`\`\`python\n${CODE}\n\`\`\`\nConfidence: 0.9`;
  expect(parseBlocks(restoreFence(CODE, reply))).toEqual([
    { type: "code", language: "python", text: CODE },
  ]);
});

test("an answer in words stays as it is, and so does code that the reply has in other words", () => {
  expect(restoreFence("Use **both**.\n\nAlways.", "Use **both**.\n\nAlways.")).toBe(
    "Use **both**.\n\nAlways.",
  );
  expect(restoreFence("a + b", "```\na + c\n```")).toBe("a + b");
});

test("whatever the code contains, it is one block with the same text", () => {
  const line = fc.stringMatching(/^[ `~#>a-z0-9-]{0,12}$/);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const code = lines.join("\n");
      const reply = `So:\n\n~~~~~~~~~~~~~~~~\n${code}\n~~~~~~~~~~~~~~~~`;
      expect(parseBlocks(restoreFence(code, reply))).toEqual([
        { type: "code", language: "", text: code },
      ]);
    }),
  );
});

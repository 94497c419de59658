import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prompts } from "./prompt-sets.ts";
import { writeReplyEnding } from "./reply-form.ts";

const page = readFileSync(new URL("../../../../../docs/prompts.md", import.meta.url), "utf8");
/** The quotations of the page, without their marks and escapes. */
const quoted = page.replaceAll(/^> ?/gm, "").replaceAll("\\<", "<");

test("docs/prompts.md shows how a reply ends", () => {
  const ending = writeReplyEnding("exact", {
    mark: "{mark}",
    revising: false,
    enforced: false,
    confidence: true,
  });
  for (const paragraph of ending.split("\n\n")) expect(quoted).toContain(paragraph);
});

test.each(Object.keys(prompts))("docs/prompts.md says what the set %s is for", (set) => {
  expect(page).toMatch(new RegExp(`^\\|\\s?\`${set}\``, "m"));
});

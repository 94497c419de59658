import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PromptInput } from "../../protocol/prompts.ts";
import { COMPARING, GROUPING } from "../comparing/prompt.ts";
import { prompts } from "./index.ts";
import { QUOTED } from "./shared.ts";

const page = readFileSync(new URL("../../../../../docs/prompts.md", import.meta.url), "utf8");
/** The quotations of the page, without their marks. */
const quoted = page.replaceAll(/^> ?/gm, "");

const input: PromptInput = {
  role: "debater",
  round: 1,
  format: "{format}",
  peers: "{peers}",
  own: "{own}",
  labels: ["{labels}"],
  structured: false,
};
const texts = Object.entries(prompts).flatMap(([set, of]) =>
  Object.entries(of).map(([name, text]) => ({ name: `${set}.${name}`, text: text(input) })),
);

test.each([
  ...texts,
  { name: "comparer", text: COMPARING },
  { name: "groups", text: GROUPING },
  { name: "structured", text: prompts.classic.synthesize({ ...input, structured: true }) },
])("docs/prompts.md has the text $name", ({ text }) => {
  for (const paragraph of text.replace(QUOTED, "{quoted}").split("\n\n")) {
    expect(quoted).toContain(paragraph);
  }
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PromptInput } from "../../protocol/prompts.ts";
import { COMPARING, GROUPING } from "../comparing/prompt.ts";
import { CRITICIZING, CRITIQUE, DRAFTING, REVISE, SIGNING, WRITE } from "../drafting/prompt.ts";
import { CHECKING, SAME_PROBLEM, VERDICTS } from "../findings/prompt.ts";
import { RANKING, rankingTask } from "../ranking/prompt.ts";
import { ARGUING, arguingTask, JUDGING_SIDES, NAMING, UNSEEN } from "../sides/prompt.ts";
import { prompts, replyFormat } from "./index.ts";
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
  { name: "ballot", text: RANKING },
  { name: "ranking", text: rankingTask("borda") },
  { name: "approval", text: rankingTask("approval") },
  { name: "findings", text: replyFormat({ type: "findings" }).first },
  { name: "merging", text: SAME_PROBLEM },
  { name: "check", text: `${CHECKING}\n\n${VERDICTS}` },
  { name: "side", text: ARGUING },
  { name: "case", text: `${arguingTask(false)}\n\n${arguingTask(true)}` },
  { name: "sides", text: `${UNSEEN}\n\n${JUDGING_SIDES}\n\n${NAMING}` },
  { name: "drafter", text: `${DRAFTING}\n\n${WRITE}\n\n${REVISE}` },
  { name: "critic", text: `${CRITICIZING}\n\n${CRITIQUE}` },
  { name: "signature", text: SIGNING },
  { name: "structured", text: prompts.classic.synthesize({ ...input, structured: true }) },
])("docs/prompts.md has the text $name", ({ text }) => {
  for (const paragraph of text.replace(QUOTED, "{quoted}").split("\n\n")) {
    expect(quoted).toContain(paragraph);
  }
});

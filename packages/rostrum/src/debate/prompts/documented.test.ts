import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { PromptInput } from "../../protocol/prompts.ts";
import { comparingSystem, GROUPING } from "../comparing/prompt.ts";
import { CRITICIZING, CRITIQUE, DRAFTING, REVISE, SIGNING, WRITE } from "../drafting/prompt.ts";
import { CHECKING, SAME_PROBLEM, VERDICTS } from "../findings/prompt.ts";
import { RANKING, rankingTask } from "../ranking/prompt.ts";
import { ARGUING, arguingTask, JUDGING_SIDES, UNSEEN } from "../sides/prompt.ts";
import { prompts, QUOTED, VIEWPOINT } from "./prompt-sets.ts";
import { describeEnding, OBJECT_ALONE, objectForm } from "./reply-form.ts";

const page = readFileSync(new URL("../../../../../docs/prompts.md", import.meta.url), "utf8");
/** The quotations of the page, without their marks and escapes. */
const quoted = page.replaceAll(/^> ?/gm, "").replaceAll("\\<", "<");

const input: PromptInput = {
  role: "debater",
  round: 1,
  peers: "{peers}",
  own: "{own}",
  label: "{label}",
  labels: ["{labels}"],
  structured: false,
};
const endingOf = (kind: AnswerKind<unknown>, revising = false): string =>
  describeEnding(kind, { mark: "{mark}", revising, enforced: false });

const texts = Object.entries(prompts).flatMap(([set, of]) =>
  Object.entries(of).map(([name, text]) => ({ name: `${set}.${name}`, text: text(input) })),
);

test.each([
  ...texts,
  { name: "comparer", text: comparingSystem() },
  { name: "groups", text: GROUPING },
  { name: "ballot", text: RANKING },
  { name: "ranking", text: rankingTask("borda") },
  { name: "approval", text: rankingTask("approval") },
  { name: "findings", text: endingOf({ type: "findings" }) },
  { name: "merging", text: SAME_PROBLEM },
  { name: "format", text: endingOf("exact") },
  { name: "format, revised", text: endingOf("exact", true) },
  { name: "format, auto", text: endingOf("auto") },
  { name: "format, number", text: endingOf("number") },
  { name: "format, math", text: endingOf("math") },
  { name: "format, choice", text: endingOf("choice") },
  { name: "object", text: objectForm("{mark}") },
  { name: "object alone", text: OBJECT_ALONE },
  { name: "check", text: `${CHECKING}\n\n${VERDICTS}` },
  { name: "side", text: ARGUING },
  { name: "case", text: `${arguingTask(false)}\n\n${arguingTask(true)}` },
  { name: "sides", text: `${UNSEEN}\n\n${JUDGING_SIDES}` },
  { name: "drafter", text: `${DRAFTING}\n\n${WRITE}\n\n${REVISE}` },
  { name: "critic", text: `${CRITICIZING}\n\n${CRITIQUE}` },
  { name: "signature", text: SIGNING },
  { name: "structured", text: prompts.classic.synthesize({ ...input, structured: true }) },
])("docs/prompts.md has the text $name", ({ text }) => {
  for (const paragraph of text
    .replace(QUOTED, "{quoted}")
    .replace(VIEWPOINT, "{viewpoint}")
    .split("\n\n")) {
    expect(quoted).toContain(paragraph);
  }
});

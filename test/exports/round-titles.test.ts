import { expect, test } from "vitest";
import { Debate, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { toHtml, toMarkdown, toMermaid } from "../../packages/core/src/entries/export.ts";
import { panelSaying } from "../support/panel.ts";

const DOWN = { error: "down" };

test.each([
  [
    "one member answered",
    ["Answer: 42", "Answer: 41"],
    { verify: { check: () => "ok" as const, select: true } },
  ],
  ["1 of 3 gave an answer", ["Answer: 42", DOWN, DOWN], {}],
  ["1 of 2 gave an answer", ["Answer: 42", "I can't say."], {}],
  ["all answers differ", ["Answer: 41", "Answer: 42", DOWN], {}],
  ["2 of 3 agree", ["Answer: 42", "Answer: 42", DOWN], {}],
  ["both agree", ["Answer: 42", "Answer: 42"], {}],
] as [string, (string | typeof DOWN)[], Partial<DebateConfig<number>>][])(
  "the title of a round says %s (%j)",
  async (title, replies, more) => {
    const result = await new Debate<number>({
      debaters: panelSaying(...replies),
      answer: number(),
      rounds: 0,
      limits: { quorum: 1, retries: 0 },
      ...more,
    }).run("How many?");
    expect(toMarkdown(result)).toContain(`First answers: ${title}\n`);
    expect(toHtml(result)).toContain(`First answers: ${title}<`);
    expect(toMermaid(result)).toContain(`${title}"`);
  },
);

import { expect, test } from "vitest";
import { debate } from "@rostrum/runtime/api";
import { formatSummary } from "./lines.ts";
import { createStyle } from "../terminal/style.ts";
import type { ConfidenceBasis, DebateResult } from "@rostrum/core/protocol";
import { toHtml, toMarkdown, toMermaid } from "@rostrum/core/export";

function panel(confidence: number | null): Promise<DebateResult> {
  const said = confidence === null ? "" : `\nConfidence: ${confidence}`;
  return debate("Capital?", {
    debaters: [
      { name: "ada", model: () => `Answer: Paris${said}` },
      { name: "bob", model: () => `Answer: Paris${said}` },
    ],
    rounds: 0,
  });
}

/** What is told about a result, line by line, everywhere that people read. */
function linesAbout(result: DebateResult): Record<string, string[]> {
  return {
    terminal: formatSummary(result, createStyle(false)),
    markdown: toMarkdown(result)
      .split("\n")
      .filter((line) => line.startsWith("- ")),
    html: [...toHtml(result).matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)].map(
      ([, name, words]) => `${name}: ${words}`,
    ),
  };
}

const PLACES = ["terminal", "markdown", "html"] as const;

test.each(PLACES)(
  "what members think of their own answer is called so, and not in the first line: %s",
  async (place) => {
    const [first = "", ...rest] = linesAbout(await panel(0.87))[place] ?? [];
    expect(first).toMatch(/support\W+2 of 2$/i);
    expect(rest.filter((line) => line.includes("87%"))).toEqual([
      expect.stringMatching(/members.{1,6} own estimate\W+87%/i),
    ]);
  },
);

test.each(PLACES)("without an estimate there is no word about one: %s", async (place) => {
  const lines = linesAbout(await panel(null))[place] ?? [];
  expect(lines.join("\n")).not.toMatch(/estimate|probability|confidence/i);
});

test.each<[ConfidenceBasis, string]>([
  ["calibrated", "support     2 of 2, calibrated probability 93%"],
  ["uncalibrated", "support     2 of 2, uncalibrated probability 93%"],
  ["judge", "support     2 of 2, judge's estimate 93%"],
])("a probability that is %s stands next to the support, with its basis", async (basis, line) => {
  const result = { ...(await panel(0.93)), confidenceBasis: basis };
  const { terminal = [], markdown = [] } = linesAbout(result);
  expect(terminal[0]).toBe(line);
  expect(terminal.join("\n")).not.toContain("own estimate");
  expect(markdown.slice(0, 2).join("; ")).toMatch(/Support: 2 of 2; .*: 93%/);
});

test("a debater's own estimate is called so next to its reply, and is left out of a chart", async () => {
  const result = await panel(0.87);
  expect(toMarkdown(result)).toContain("### ada (own estimate 87%)");
  expect(toHtml(result)).toContain("own estimate 87%");
  expect(toMermaid(result)).not.toContain("87");
});

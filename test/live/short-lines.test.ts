import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatNoticeLines, formatSummary } from "../../packages/cli/src/report/lines.ts";
import { createStyle } from "../../packages/cli/src/terminal/style.ts";
import { listNotices, shortenAnswer, toMarkdown } from "../../packages/core/src/entries/export.ts";
import type { PartialResult } from "../../packages/core/src/entries/protocol.ts";

const LIVE = new URL("../../../shared/live/", import.meta.url);
const here = existsSync(LIVE);
if (!here) console.log("skipped: replies of live models are not here (../shared/live)");

const MAX_CHARS = 200;

/** Results of earlier versions, with the fields that have come since. */
function readResults(): [string, PartialResult][] {
  return (
    readdirSync(LIVE)
      .filter((file) => file.endsWith(".json"))
      .map((file) => {
        const result = JSON.parse(readFileSync(new URL(file, LIVE), "utf8")) as PartialResult;
        return [file, { ...result, differences: [], headline: null }] as [string, PartialResult];
      })
      // Older reviews lack what their exports show.
      .filter(([, { rounds, findings }]) => Array.isArray(rounds) && findings === undefined)
  );
}

describe.skipIf(!here)("debates by a large model, in short form", () => {
  test.each(here ? readResults() : [])("%s", (_, result) => {
    const markdown = toMarkdown(result);
    const cells = markdown
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .flatMap((line) => line.split(/(?<!\\)\|/));
    const positions = result.rounds.flatMap((round) => round.positions);
    const headlines = positions.map(({ answer }) => shortenAnswer(answer));
    for (const text of [...cells, ...headlines]) {
      // Markdown's escapes aren't shown.
      expect(text.replaceAll("\\", "").trim().length).toBeLessThanOrEqual(MAX_CHARS);
    }
    const lines = [
      ...listNotices(result).map(({ title }) => title),
      ...formatNoticeLines(result, createStyle(false)),
      ...formatSummary(result, createStyle(false)),
    ];
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(MAX_CHARS);
  });
});

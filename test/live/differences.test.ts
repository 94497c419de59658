import { existsSync, readFileSync } from "node:fs";
import { fold, memoryJournal, toHtml, toJson, toMarkdown, type DebateConfig } from "rostrum";
import { localHost } from "rostrum/mcp";
import { describe, expect, test } from "vitest";
import { formatDifferenceLines, formatSummary } from "../../packages/cli/src/report/lines.ts";
import { createStyle } from "../../packages/cli/src/terminal/style.ts";
import { overMemory } from "../server/support/mcp.ts";

const LIVE = new URL("../../../shared/live/differences.json", import.meta.url);
const here = existsSync(LIVE);
if (!here) console.log("skipped: comparisons by a large model are not here (../shared/live)");

interface LiveCase {
  id: string;
  question: string;
  answers: { debater: string; answer: string }[];
  byPosition: {
    groups: { items: number[]; position: string }[];
    none: number[];
    differences: { about: string; kind: string; says: { items: number[]; text: string }[] }[];
  };
}

const cases = here ? (JSON.parse(readFileSync(LIVE, "utf8")) as { cases: LiveCase[] }).cases : [];

/** Its members say again what they said, and the comparer what it said, in the form that it is asked for now. */
function createPanel({ answers, byPosition }: LiveCase): DebateConfig {
  const { groups, none, differences } = byPosition;
  const compared = {
    groups: groups.map(({ items, position: label }) => ({ items, label })),
    none,
    differences: differences.map((each) => ({
      ...each,
      kind: each.kind === "conflict" ? "conflict" : "unique",
    })),
  };
  return {
    debaters: answers.map(({ debater: name, answer }) => ({
      name,
      model: () => JSON.stringify({ answer }),
    })),
    compare: () => JSON.stringify(compared),
    rounds: 0,
  };
}

/** Words as they are read: without escapes, marks and entities. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:#39|#x27|apos);/g, "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("\\", "")
    .replaceAll(/\s+/g, " ");

describe.skipIf(!here)(
  "what a large model found different is in the result and everywhere else",
  () => {
    test.each(cases.map((each) => [each.id, each] as const))("%s", async (_, live) => {
      const { answers, byPosition } = live;
      const journal = memoryJournal();
      const client = await overMemory(localHost({ panels: { live: createPanel(live) }, journal }));
      const { content, structuredContent } = await client.callTool({
        name: "ask",
        arguments: { question: live.question, wait: 45 },
      });
      const [first] = content;
      const overMcp = first?.type === "text" ? first.text : "";
      const { id } = structuredContent as { id: string };
      const record = fold((await journal.read(id))?.events ?? []);
      const result = record.result;

      const largest = byPosition.groups.reduce((a, b) => (b.items.length > a.items.length ? b : a));
      expect(result.agreement).toBeCloseTo(largest.items.length / answers.length, 12);
      expect(result.decision.tally.map(({ label, votes }) => [label, votes])).toEqual(
        byPosition.groups
          .map(({ items, position }) => [position, items.length])
          .toSorted(([, a], [, b]) => Number(b) - Number(a)),
      );
      expect(result.differences).toEqual(
        byPosition.differences.map(({ about, kind, says }) => ({
          about,
          kind: kind === "conflict" ? "conflict" : "unique",
          says: says.map(({ items, text }) => ({
            debaters: items.map((item) => answers[item - 1]?.debater),
            text,
          })),
        })),
      );

      const style = createStyle(false);
      const terminal = [...formatSummary(record, style), ...formatDifferenceLines(result, style)];
      const shown: Record<string, string> = {
        markdown: plain(toMarkdown(record)),
        html: plain(toHtml(record)),
        json: plain(toJson(record)),
        terminal: plain(terminal.join("\n")),
        mcp: plain(overMcp),
      };
      const support = `${Math.round((100 * largest.items.length) / answers.length)}%`;
      for (const [where, text] of Object.entries(shown)) {
        for (const { about, says } of result.differences) {
          expect(text, where).toContain(plain(about));
          for (const said of says) expect(text, where).toContain(plain(said.text));
        }
        // A row of votes in the terminal has 100 characters of a label.
        if (where !== "mcp") expect(text, where).toContain(plain(largest.position).slice(0, 90));
        if (where !== "json")
          expect(text, where).toMatch(new RegExp(`${support}|${largest.items.length} of`));
      }
      const headline = plain(result.headline ?? "");
      expect(headline.length).toBeLessThanOrEqual(200);
      for (const where of ["markdown", "html", "json", "mcp"])
        expect(shown[where], where).toContain(headline.replace(/…$/, ""));
    });
  },
);

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarker, writeMarker } from "./comment-marker.ts";
import type { EarlierFinding } from "./earlier-comments.ts";
import { writeInline, writeQuotation } from "./markdown-text.ts";
import { matchComments } from "./match-comments.ts";
import type { PlacedFinding } from "./place-findings.ts";
import { countRun, sumSpending } from "./run-spending.ts";

describe("a marker", () => {
  test("is one invisible line, whatever is in it, and is read back", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom("-->", "<!--", "\n", "\u2028", "a", '"'))
          .map((parts) => parts.join("")),
        fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }),
        (words, usd) => {
          const note = { commit: words, usd, runs: [{ id: words, usd }] };
          const line = writeMarker("summary", note);
          expect(line.slice("<!--".length, -"-->".length)).not.toMatch(/[<>\r\n]/);
          expect(readMarker("summary", `${line}\n\ntext`)).toEqual(note);
        },
      ),
    );
  });

  test("without entries of runs is read", () => {
    const note = readMarker("summary", '<!-- rostrum summary {"commit":"a","usd":1} -->');
    expect(note).toEqual({ commit: "a", usd: 1, runs: [] });
  });

  test.each([
    ["text before it", 'x <!-- rostrum summary {"commit":"a","usd":1} -->'],
    ["another line", '\n<!-- rostrum summary {"commit":"a","usd":1} -->'],
    ["another form", '<!-- rostrum summary {"commit":"a","usd":-1} -->'],
    ["no JSON", "<!-- rostrum summary x -->"],
    ["another kind", '<!-- rostrum finding {"commit":"a","usd":1} -->'],
  ])("with %s is none", (_what, body) => {
    expect(readMarker("summary", body)).toBeNull();
  });
});

describe("what runs spent", () => {
  const runs = fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 300 }).map(String),
      usd: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 600, size: "max" },
  );

  test("is the sum of their entries, the last one of each, in a line of limited length", () => {
    fc.assert(
      fc.property(runs, (entries) => {
        const recent = entries.slice(-100);
        const empty = { commit: "a", usd: 2, runs: [] };
        const sumLast = (list: typeof entries): number =>
          [...new Map(list.map(({ id, usd }) => [id, usd])).values()].reduce((a, b) => a + b, 2);
        expect(sumSpending(recent.reduce(countRun, empty))).toBe(sumLast(recent));
        const note = entries.reduce(countRun, empty);
        expect(note.runs.length).toBeLessThanOrEqual(100);
        expect(sumSpending(note)).toBeGreaterThanOrEqual(sumLast(entries));
      }),
    );
  });
});

/** What GitHub would obey, in the words that models like to use. */
const hostile = fc
  .array(
    fc.constantFrom(
      "@all",
      "#12",
      "GH-7",
      "https://x.io",
      "www.x.io",
      "![a](b)",
      "[a](b)",
      "<b>",
      "<!--",
      "-->",
      "```",
      "`",
      "\n",
      "\n\n",
      "# ",
      "- ",
      "> ",
      "|",
      "*",
      "_",
      "&amp;",
      "$x$",
      "\u202e",
      "a",
      " ",
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

test("nothing in a model's words is obeyed by GitHub", () => {
  fc.assert(
    fc.property(hostile, (words) => {
      for (const text of [writeInline(words), writeQuotation(words)]) {
        const bare = text.replace(/\\./g, "");
        expect(bare).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\.|[`<[\]]/);
        expect(bare).not.toContain("\u202e");
      }
      expect(writeInline(words)).not.toContain("\n");
      for (const row of writeQuotation(words).split("\n")) expect(row).toMatch(/^>/);
    }),
  );
});

const finding = (path: string, claim: string, lines: string[]): PlacedFinding => ({
  claim,
  severity: "low",
  otherSeverities: [],
  quotes: [],
  status: "upheld",
  by: ["ann"],
  against: [],
  votes: [],
  place: { path, side: "RIGHT", line: 1 },
  at: { path, line: 1 },
  lines,
});

describe("matching comments", () => {
  const words = fc.constantFrom("one", "two", "three");
  const findings = fc.array(
    fc
      .tuple(
        fc.constantFrom("a.ts", "b.ts"),
        words,
        fc.array(words, { minLength: 1, maxLength: 3 }),
      )
      .map(([path, claim, lines]) => finding(path, claim, lines)),
    { maxLength: 6 },
  );
  const texts = { files: [{ name: "a.ts", path: "a.ts", patch: "", text: "one\ntwo\nthree" }] };
  const remember = (found: readonly PlacedFinding[]): EarlierFinding[] =>
    matchComments(found, [], texts).findings.flatMap(({ note }, index) =>
      note === null
        ? []
        : [
            {
              ...note,
              commentId: String(index),
              body: "",
              url: "",
              isResolved: false,
              isSettled: false,
            },
          ],
    );

  test("the same findings have the same comments, in any order", () => {
    fc.assert(
      fc.property(findings, fc.infiniteStream(fc.nat()), (found, numbers) => {
        const earlier = remember(found);
        const shuffled = found.toSorted(() => ((numbers.next().value ?? 0) % 3) - 1);
        const { findings: matched, open } = matchComments(shuffled, earlier, texts);
        const taken = matched.map((each) => each.earlier?.commentId);
        expect(new Set(taken).size).toBe(found.length);
        expect(taken).not.toContain(undefined);
        expect(open).toEqual([]);
      }),
    );
  });

  test("no comment stands for two findings, and none of another file for any", () => {
    fc.assert(
      fc.property(findings, findings, (before, now) => {
        const { findings: matched } = matchComments(now, remember(before), texts);
        const taken = matched.flatMap(({ earlier }) => (earlier ? [earlier.commentId] : []));
        expect(new Set(taken).size).toBe(taken.length);
        for (const { earlier, finding: each } of matched)
          if (earlier) expect(earlier.path).toBe(each.place?.path);
      }),
    );
  });
});

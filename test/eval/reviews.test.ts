import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openRepository } from "../../packages/runtime/src/api/repository/index.ts";
import {
  evaluateReviews,
  type ReviewsOptions,
} from "../../packages/eval/src/reviews/evaluate-reviews.ts";
import type { ReviewsReport } from "../../packages/eval/src/reviews/reviews-report.ts";
import {
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { createGitFolder } from "../support/git-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A finding of a scripted member: who reports it, in which fix, and whether a person would say that it is that bug. */
interface Scripted {
  by: string[];
  quote: string;
  claim: string;
  isMatch: boolean;
}

/** Fixes of this repository, and what members say of the files before them. */
const FIXES: Record<string, Scripted[]> = {
  b91243e1: [
    {
      by: ["ann", "ben"],
      quote: "}, patienceMs);",
      claim: "A timer may fire early, so a call can give up before its time is over.",
      isMatch: true,
    },
  ],
  a47eeaab: [
    {
      by: ["ben"],
      quote: "const resume = `rostrum ask --resume ${id}`;",
      claim:
        "The hint names ask --resume for every run, although a review must be resumed by its own command.",
      isMatch: true,
    },
    {
      by: ["cat"],
      quote: "const resume = `rostrum ask --resume ${id}`;",
      claim: "The id is printed without quotation marks for the shell.",
      isMatch: false,
    },
  ],
  "5f09f7bd": [
    {
      by: ["cat"],
      quote:
        "return [...seats, model, judge, routed, comparer, crux, reporter].flatMap(listMemberIds);",
      claim:
        "The model of an audit is missing from the list, so nobody checks whether a request may name it.",
      isMatch: true,
    },
  ],
  "799e19b6": [
    {
      by: ["ann"],
      quote: '.replace(new RegExp(any, "gi"), "")',
      claim: "Taking out a mark can leave another one that was around it.",
      isMatch: true,
    },
  ],
  d0c9e042: [
    {
      by: ["ann", "cat"],
      quote: "const EMPTY_FENCE = /^\\s*(`{3,10})\\w*\\s*\\1\\s*$/gm;",
      claim: "Long runs of empty lines take quadratic time here.",
      isMatch: true,
    },
  ],
  "9fa04edc": [
    {
      by: ["ben"],
      quote: "OPENINGS.test(reply.slice(0, 200))",
      claim: "Only the first 200 characters are looked at, and the number has no name.",
      isMatch: false,
    },
  ],
  a92daefc: [
    {
      by: ["ben", "cat"],
      quote: "!/^\\p{L}+$/u.test(written)",
      claim:
        'Any word of the question counts as a unit, so that "5 or" is read as five of something.',
      isMatch: true,
    },
  ],
  "2f0286b7": [],
  "7650294c": [
    {
      by: ["ann"],
      quote: "return shown + text.slice(at);",
      claim:
        "Quotation marks outside of verified quotes stay, and make other words look like quotes.",
      isMatch: true,
    },
  ],
  "5f4469e6": [
    {
      by: ["ben"],
      quote: '.replaceAll(CREDENTIALS, "$1")',
      claim: "The user of a database is removed together with the password.",
      isMatch: true,
    },
  ],
};

const CLAIMS = Object.values(FIXES).flat();

/** Reports what it is told to, as far as the quoted words are in what it is shown. */
function scriptedMember(name: string) {
  return {
    name,
    model({ round, messages, items = [] }: ModelRequest): string {
      const shown = messages.map(({ content }) => content).join("\n");
      const findings = CLAIMS.filter(({ by, quote }) => by.includes(name) && shown.includes(quote));
      return JSON.stringify(
        round === 0
          ? { findings: findings.map(({ quote, claim }) => ({ quote, claim, severity: "medium" })) }
          : { votes: items.map((_, at) => ({ item: at + 1, vote: "uphold" })) },
      );
    },
  };
}

/** Says what a person says of findings about the lines that a fix takes out; others are about something else. */
function scriptedJudge({ items = [], messages }: ModelRequest): string {
  const removed = (messages.at(-1)?.content ?? "")
    .split("\n")
    .filter((line) => line.startsWith("-"))
    .join("\n");
  const isMatch = (item: string): boolean =>
    CLAIMS.some(
      ({ claim, quote, isMatch: says }) =>
        says && item.startsWith(claim) && removed.includes(quote),
    );
  return JSON.stringify({ matches: items.flatMap((item, at) => (isMatch(item) ? [at + 1] : [])) });
}

const panel = (more: object = {}): DebateConfig<never> => ({
  debaters: ["ann", "ben", "cat"].map(scriptedMember),
  judge: scriptedJudge,
  compare: "rules",
  ...more,
});

const TESTS = /\.test\.ts$|^test\/|\.md$/;

async function measure(folder: string, more: Partial<ReviewsOptions> = {}): Promise<ReviewsReport> {
  const repository = await openRepository(folder);
  if (repository === null) throw new Error("there is no repository");
  return evaluateReviews({
    repository,
    fixes: Object.keys(FIXES),
    panel: panel(),
    mode: "before",
    isSkipped: (path) => TESTS.test(path),
    withFiles: true,
    id: "reviews",
    ...more,
  });
}

/** A shallow clone has no history. */
async function hasHistory(): Promise<boolean> {
  const repository = await openRepository(ROOT).catch(() => null);
  const commits = Object.keys(FIXES).map((commit) => `${commit}^1`);
  return (
    repository !== null &&
    repository.git(["rev-parse", "--verify", "--quiet", commits[0] ?? ""]).then(
      () => true,
      () => false,
    )
  );
}

const here = await hasHistory();
if (!here) console.log("skipped: the history of this repository is not here");

describe.skipIf(!here)("ten fixes of this repository", () => {
  test.each(["before", "reverse"] as const)("are matched as a person would: %s", async (mode) => {
    const report = await measure(ROOT, { mode });
    const expected = (name: string): number =>
      Object.values(FIXES).filter((said) =>
        said.some(({ by, isMatch }) => isMatch && by.includes(name)),
      ).length;
    expect(report.fixes.map(({ error }) => error)).toEqual(Array(10).fill(undefined));
    expect(report.fixes.map(({ foundBy }) => foundBy)).toEqual(
      Object.values(FIXES).map((said) => [
        ...new Set(said.flatMap(({ by, isMatch }) => (isMatch ? by : []))),
      ]),
    );
    expect(report.members.map(({ name, found, of }) => [name, found, of])).toEqual(
      ["ann", "ben", "cat"].map((name) => [name, expected(name), 10]),
    );
    expect(report.together).toMatchObject({ found: 8, of: 10, value: 0.8 });
    // Two findings are also true of a file before another fix, where they match nothing.
    expect(report).toMatchObject({
      failed: 0,
      findings: CLAIMS.length + 2,
      low: 0,
      stopped: false,
    });
  });

  test("reviewers see the code before the fix, and nothing of the fix or its tests", async () => {
    const seen: string[] = [];
    const watcher = {
      name: "ann",
      model: ({ round, messages }: ModelRequest): string => {
        if (round === 0) seen.push(messages.map(({ content }) => content).join("\n"));
        return round === 0 ? '{"findings": []}' : "{}";
      },
    };
    const debaters = [watcher, { ...watcher, name: "ben" }];
    await measure(ROOT, { fixes: ["a92daefc"], panel: panel({ debaters }) });
    expect(seen[0]).toContain(
      "the document packages/rostrum/src/answers/quantity/parse-quantity.ts",
    );
    expect(seen[0]).toContain("!/^\\p{L}+$/u.test(written)");
    expect(seen[0]).not.toContain("{4,}");
    expect(seen[0]).not.toContain(".test.ts");
    expect(seen[0]).not.toContain("Short words of the question");
  });
});

describe("a measurement", () => {
  function createHistory() {
    const folder = createGitFolder();
    folder.write("a.ts", "const wrong = 1;\n");
    folder.commit("first");
    folder.write("a.ts", "const right = 1;\n");
    folder.write("a.test.ts", "test(right);\n");
    const fix = folder.commit("Right instead of wrong");
    folder.write("b.test.ts", "test();\n");
    const onlyTests = folder.commit("Tests");
    return { ...folder, fix, onlyTests };
  }

  test("that is repeated pays for no review twice", async () => {
    using history = createHistory();
    const journal = memoryJournal();
    let calls = 0;
    const member = (name: string) => ({
      name,
      model: ({ round }: ModelRequest): string => {
        calls += 1;
        return round === 0
          ? '{"findings": [{"quote": "const wrong = 1;", "claim": "It is wrong.", "severity": "low"}]}'
          : '{"votes": []}';
      },
    });
    const more = {
      fixes: [history.fix],
      panel: panel({
        debaters: [member("ann"), member("ben")],
        judge: () => '{"matches": [1]}',
      }),
      journal,
    };
    const first = await measure(history.folder, more);
    const made = calls;
    expect(await measure(history.folder, more)).toEqual(first);
    expect(calls).toBe(made);
    expect(first).toMatchObject({ together: { found: 1, of: 1 }, low: 1, findings: 1, files: 1 });
  });

  test.each([
    ["no list", () => "I think the first one matches."],
    ["a number that was not shown", () => '{"matches": [7]}'],
    [
      "an error",
      () => {
        throw new Error("down");
      },
    ],
  ])("a judge that replies with %s is not counted", async (_what, judge) => {
    using history = createHistory();
    const found = '{"findings": [{"quote": "const wrong = 1;", "claim": "x", "severity": "low"}]}';
    const debaters = [0, 1].map(
      () =>
        ({ round }: ModelRequest) =>
          round === 0 ? found : "{}",
    );
    const report = await measure(history.folder, {
      fixes: [history.fix],
      panel: panel({ debaters, judge, limits: { retries: 0 } }),
    });
    expect(report).toMatchObject({ failed: 1, together: { found: 0, of: 0 } });
  });

  test.each([
    ["a name of nothing", () => "nowhere", 'expected a commit, got "nowhere"'],
    ["the first commit", () => "HEAD~2", "expected a commit with one before it"],
    [
      "only tests",
      ({ onlyTests }: { onlyTests: string }) => onlyTests,
      "expected a change of a text",
    ],
  ])("%s is refused before any call", async (_what, choose, words) => {
    using history = createHistory();
    await expect(measure(history.folder, { fixes: [choose(history)] })).rejects.toThrow(words);
  });
});

import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  Debate,
  type DebateConfig,
  type DebateResult,
  memoryJournal,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";
import { createGitFolder } from "../support/git-folder.ts";
import { rejection } from "../support/outcomes.ts";

const repository = createGitFolder();
const lines = (from: number): string =>
  Array.from({ length: 300 }, (_, at) => `export const value${from + at} = ${at};`).join("\n");
repository.write("src/long.ts", lines(0));
repository.commit("first");
afterAll(() => repository[Symbol.dispose]());

const SUBJECT = {
  text: "Review this change.",
  context: [{ document: "code.ts", text: "const a = 1;\nconst b = a / 0;\nreturn b;" }],
};
const price = { input: 2, output: 15 };

/** How the reviewers of a test behave. */
interface Habits {
  /** Output tokens of each reply; Infinity: as many as it may have. */
  length: number;
  /** Tools that are requested at once, in every turn that offers some. */
  reads: number;
  findings: number;
}

/** Three reviewers who can read a repository, and what they were sent and billed. */
function reviewers(
  { length, reads, findings }: Habits,
  budget: DebateConfig["budget"],
  onRequest?: (count: number) => void,
): { config: DebateConfig<never>; requests: ModelRequest[]; billed: { usd: number } } {
  const requests: ModelRequest[] = [];
  const billed = { usd: 0 };
  onRequest ??= () => undefined;
  const model = (request: ModelRequest): ModelReply => {
    onRequest(requests.push(request));
    const { system, messages, tools, maxOutputTokens: room = 0, debater = "" } = request;
    const prompt = [system, ...messages.map(({ content }) => content), JSON.stringify(tools ?? {})];
    const inputTokens = prompt.reduce((sum, text) => sum + estimateTokens(text), 0);
    const outputTokens = Math.min(room, length);
    billed.usd += (inputTokens * price.input + outputTokens * price.output) / 1e6;
    const usage = { inputTokens, outputTokens };
    if (tools && reads > 0) {
      const input = { path: "src/long.ts" };
      const toolCalls = Array.from({ length: reads }, () => ({ name: "read_file", input }));
      return { text: "", toolCalls, usage };
    }
    const items = request.items ?? [];
    const votes = items.map((_, at) => ({ item: at + 1, vote: "uphold" }));
    const reported = Array.from({ length: findings }, (_, at) => ({
      claim: `${debater} finds ${at}${" x".repeat(Math.max(0, outputTokens / findings - 60))}`,
      severity: "high",
      quote: at % 2 === 0 ? "const b = a / 0;" : "",
    }));
    const text = JSON.stringify(request.round === 0 ? { findings: reported } : { votes });
    return { text, usage };
  };
  const member = { model, price, maxOutputTokens: 32_000 };
  const config = {
    debaters: [member, member, member],
    answer: "findings",
    compare: "rules",
    tools: { repository: repository.folder },
    limits: { retries: 0, clarify: 0 },
    ...(budget === undefined ? {} : { budget }),
  } as unknown as DebateConfig<never>;
  return { config, requests, billed };
}

const USUAL: Habits = { length: 150, reads: 0, findings: 1 };

/** The limit that is enough for the votes, or else for everything. */
function readFigure(words: string): number {
  return Number(
    /(?:With |them\. |findings\. )\$(\d+(?:\.\d+)?)(?:, nothing|, the votes| is enough| always is)/m.exec(
      words,
    )?.[1],
  );
}

function failed({ rounds }: DebateResult<unknown>): string[] {
  const positions = rounds.flatMap((round) => round.positions);
  return positions.flatMap(({ status, debater }) => (status === "failed" ? debater : []));
}

describe("the check of a review", () => {
  test.each([0.1, 0.2, 0.5, 1, 2])(
    "takes place under $%d, which is far more than it really costs",
    async (usd) => {
      const { config } = reviewers(USUAL, { usd });
      const result = await new Debate(config).run(SUBJECT);
      expect(result.rounds).toHaveLength(2);
      expect(result.integrity.degraded).toBe(false);
      expect(result.findings?.every(({ votes }) => votes.length === 2)).toBe(true);
    },
  );

  test("comes before looking around, which is given up with a warning and the limit that allows it", async () => {
    const plan = async (usd: number) => new Debate(reviewers(USUAL, { usd }).config).plan(SUBJECT);
    const [warning = ""] = (await plan(0.2)).warnings;
    expect(warning).toMatch(
      /^The reviewers can't look at other files: in the worst case, the run would cost more than \$0\.20\. With \$[\d.]+, nothing is left out\.$/,
    );
    expect((await plan(readFigure(warning))).warnings.join()).not.toContain("left out");
    const unsure = (await plan(0.05)).warnings.filter((line) => line.includes("$"));
    expect(unsure).toEqual([
      expect.stringMatching(
        /more than \$0\.05\. With \$[\d.]+, the votes on findings are certain; with \$[\d.]+, nothing is left out\.$/,
      ),
    ]);
    expect((await plan(readFigure(unsure[0] ?? ""))).warnings.join()).not.toContain("votes");
    const { config, requests } = reviewers(USUAL, { usd: 0.2 });
    await new Debate(config).run(SUBJECT);
    expect(requests.every(({ tools }) => tools === undefined)).toBe(true);
  });

  test("is left out only when it doesn't fit: with the limit that is enough, and no finding counts as checked", async () => {
    const long = { ...USUAL, length: Infinity, findings: 20 };
    const { config } = reviewers(long, { usd: 0.05 });
    const result = await new Debate(config).run(SUBJECT);
    expect(result).toMatchObject({ stopReason: "budget", integrity: { degraded: true } });
    expect(result.rounds).toHaveLength(1);
    expect(result.findings?.every(({ unchecked }) => unchecked)).toBe(true);
    const error = result.integrity.missing[0]?.error ?? "";
    expect(error).toMatch(
      /^\$0\.05 is too little for the votes on them\. \$[\d.]+ is enough in any case\.$/,
    );
    expect(result.text).toContain("high, not checked: ");
    const enough = reviewers(long, { usd: readFigure(error) });
    expect((await new Debate(enough.config).run(SUBJECT)).rounds).toHaveLength(2);
  });

  test("that was left out takes place when the run goes on under a larger cap", async () => {
    const journal = memoryJournal();
    const long = { ...USUAL, length: Infinity, findings: 20 };
    const run = (usd: number) =>
      new Debate({ ...reviewers(long, { usd }).config, journal }).run(SUBJECT, { id: "run" });
    const first = await run(0.05);
    expect(first.rounds).toHaveLength(1);
    expect(first.warnings.join()).toContain("can't look at other files: in the worst case");
    const second = await run(2);
    expect(second.rounds).toHaveLength(2);
    expect(second.integrity.missing).toEqual([]);
    // What still holds is said of the past, and nothing is said of the earlier limit.
    expect(second.warnings.filter((line) => /limit|other files|\$/.test(line))).toEqual([
      "The reviewers could not look at other files: the limit that the run began with left no room for it.",
    ]);
    expect((await run(2)).warnings).toEqual(second.warnings);
  });
});

describe("looking around under a cap", () => {
  const curious: Habits = { length: 2000, reads: 4, findings: 2 };

  test("ends when there is no more room, and the member answers with what it has", async () => {
    const { config, billed } = reviewers(curious, { usd: 0.6 });
    const result = await new Debate(config).run(SUBJECT);
    expect(failed(result)).toEqual([]);
    expect(result.rounds).toHaveLength(2);
    expect(result.integrity.degraded).toBe(false);
    expect(result.warnings).toContain(
      "debater_0 wanted to look up more, and the budget had no room for it.",
    );
    expect(billed.usd).toBeLessThanOrEqual(0.6);
  });

  test.each([2, 5, 9])("goes on in a run that was interrupted at request %d", async (last) => {
    const journal = memoryJournal();
    const leave = new AbortController();
    const first = reviewers(curious, { usd: 0.6 }, (count) => {
      if (count === last) leave.abort();
    });
    const interrupted = new Debate({ ...first.config, journal });
    await rejection(interrupted.run(SUBJECT, { id: "run", signal: leave.signal }));
    // What the calls in flight cost is unknown, so it is charged at the worst case.
    const second = reviewers(curious, { usd: 1.2 });
    const result = await new Debate({ ...second.config, journal }).run(SUBJECT, { id: "run" });
    expect(result.rounds).toHaveLength(2);
    expect(first.billed.usd + second.billed.usd).toBeLessThanOrEqual(1.2);
  });
});

test("no cap is exceeded, nobody fails for it, and the limit that a warning names is enough", async () => {
  const ends = { checked: 0, unchecked: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 150 }).map((cents) => cents / 100),
      fc.record({
        length: fc.constantFrom(100, 1500, Infinity),
        reads: fc.constantFrom(0, 1, 3, 9),
        findings: fc.constantFrom(0, 1, 12, 50),
      }),
      async (usd, habits) => {
        const { config, billed } = reviewers(habits, { usd });
        const debate = new Debate(config);
        const { warnings, shortage } = await debate.plan(SUBJECT);
        const result = await debate.run(SUBJECT).catch(() => null);
        expect(billed.usd).toBeLessThanOrEqual(usd + 1e-9);
        if (result === null) {
          ends.refused += 1;
          expect(shortage?.smallestCap).toBeGreaterThan(usd);
          return;
        }
        expect(failed(result)).toEqual([]);
        const missing = result.integrity.missing.filter(({ what }) => what === "check");
        const isChecked = missing.length === 0;
        ends[isChecked ? "checked" : "unchecked"] += 1;
        const unsure = warnings.find((warning) => warning.includes("votes on findings"));
        // Nothing is left out that the plan was sure of.
        if (unsure === undefined) expect(isChecked).toBe(true);
        if (isChecked) return;
        const figure = readFigure(missing[0]?.error ?? "");
        expect(figure).toBe(readFigure(unsure ?? ""));
        const enough = await new Debate(reviewers(habits, { usd: figure }).config).run(SUBJECT);
        expect(enough.integrity.missing).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
  expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
});

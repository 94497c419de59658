import { describe, expect, test } from "vitest";
import { Debate, memoryJournal, type DebateConfig } from "../../packages/rostrum/src/index.ts";

const QUESTION = "Which one is it?";
const price = { input: 0, output: 1e6 };

/** Two members whose replies have this many tokens, and a judge who always decides. */
function panel(outputTokens: number, more: Partial<DebateConfig> = {}): DebateConfig {
  const model = (): object => ({ text: "Answer: 1", usage: { inputTokens: 10, outputTokens } });
  const member = { model: model as NonNullable<DebateConfig["model"]>, price };
  return {
    debaters: [
      { ...member, name: "ann" },
      { ...member, name: "bob" },
    ],
    judge: { ...member, maxOutputTokens: 5000 },
    decide: { type: "judged", always: true },
    rounds: 0,
    answer: "number" as never,
    journal: memoryJournal(),
    ...more,
  };
}

/** Dollars of a typical debate, where a million tokens of output cost a million. */
async function planTypical(config: DebateConfig): Promise<number | null> {
  return (await new Debate(config).plan(QUESTION)).usd.typical;
}

async function runOften(config: DebateConfig, times: number): Promise<void> {
  for (let run = 0; run < times; run++) await new Debate(config).run(QUESTION);
}

describe("a typical reply", () => {
  test("is as long as the median of five runs of the panel in the journal; before that, it has 700 tokens", async () => {
    const config = panel(120);
    await runOften(config, 4);
    expect(await planTypical(config)).toBe(3 * 700);
    await runOften(config, 1);
    expect(await planTypical(config)).toBe(3 * 120);
    const { journal } = config;
    await runOften(panel(500, { journal }), 6);
    expect(await planTypical(config)).toBe(3 * 500);
  });

  test("is never longer than its limit allows", async () => {
    const config = panel(4000);
    await runOften(config, 5);
    expect(await planTypical(config)).toBe(2 * 2048 + 4000);
  });

  test("goes by the last 50 runs", async () => {
    const config = panel(120);
    await runOften(config, 30);
    await runOften({ ...panel(300), journal: config.journal }, 26);
    expect(await planTypical(config)).toBe(3 * 300);
  });

  test("of a review is learned from reviews, and of a question from questions", async () => {
    const config = panel(120);
    await runOften(config, 5);
    const review = { ...config, judge: undefined, answer: "findings" } as never;
    expect((await new Debate(review).plan(QUESTION)).learnedRuns).toBe(0);
    // A function's name is its model.
    const model = (): object => ({
      text: '{"findings": []}',
      usage: { inputTokens: 10, outputTokens: 300 },
    });
    const { debaters, journal } = config;
    const reviewers = (debaters as object[]).map((member) => ({ ...member, model }));
    const reviews = { debaters: reviewers, journal, answer: "findings" } as never;
    for (let run = 0; run < 5; run++) await new Debate<unknown>(reviews).run(QUESTION);
    expect((await new Debate<unknown>(reviews).plan(QUESTION)).learnedRuns).toBe(5);
    expect((await new Debate(config).plan(QUESTION)).learnedRuns).toBe(5);
    expect(await planTypical(config)).toBe(3 * 120);
  });

  test("is the same for the same models under other names, and unknown for other models", async () => {
    const config = panel(120);
    await runOften(config, 5);
    const other = panel(120, { journal: config.journal });
    const [ann, bob] = other.debaters as object[];
    const renamed = [{ ...ann, name: "eve" }, bob] as DebateConfig["debaters"];
    expect(await planTypical({ ...other, debaters: renamed })).toBe(3 * 120);
    function another(): string {
      return "Answer: 1";
    }
    const exchanged = [{ ...ann, model: another }, bob] as DebateConfig["debaters"];
    expect(await planTypical({ ...other, debaters: exchanged })).toBe(3 * 700);
    const larger = [...(other.debaters as object[]), { ...bob, name: "eve" }];
    expect(await planTypical({ ...other, debaters: larger })).toBe(4 * 700);
  });

  test("has 700 tokens where the journal can't list its runs, or fails", async () => {
    const { journal, ...config } = panel(120);
    expect(await planTypical(config)).toBe(3 * 700);
    const store = journal as ReturnType<typeof memoryJournal>;
    const bare = { open: store.open.bind(store), read: store.read.bind(store) };
    expect(await planTypical({ ...config, journal: bare })).toBe(3 * 700);
    const broken = {
      ...bare,
      list: () => Promise.reject(new Error("locked")),
      eventsFrom: () => {},
    };
    expect(await planTypical({ ...config, journal: broken })).toBe(3 * 700);
  });
});

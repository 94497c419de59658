import { describe, expect, test } from "vitest";
import { Debate, memoryJournal, number, score, text } from "../../packages/rostrum/src/index.ts";
import {
  assessJury,
  mean,
  median,
  trimmed,
  type JudgedItem,
} from "../../packages/eval/src/index.ts";
import { createRandom } from "../../packages/core/src/record/random.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import type { Rubric, Score } from "../../packages/core/src/protocol/score.ts";

const RUBRIC = { clarity: "easy to follow", truth: "nothing in it is false" };

function createJury(
  replies: Record<string, string>,
  more: object = {},
  rubric: Rubric = RUBRIC,
): Debate<Score> {
  return new Debate<Score>({
    debaters: Object.entries(replies).map(([name, reply]) => ({
      name,
      model: scripted(() => reply),
    })),
    answer: score({ rubric }),
    rounds: 0,
    ...more,
  });
}

const SAID = {
  ann: 'Answer: {"clarity": 4, "truth": 5}',
  bob: "Answer:\nclarity: 2\ntruth: 3/5",
  cid: '{"answer": {"clarity": 3, "truth": 4, "total": 99}}',
};

describe("score", () => {
  test("a number per criterion and in total, with spread and each judge's bias", async () => {
    const result = await createJury(SAID).run("How good is this text?");
    expect(result.answer).toEqual({ total: 3.5, criteria: { clarity: 3, truth: 4 } });
    expect(result.text).toBe("3.5 (clarity 3, truth 4)");
    expect(result.decision.method).toBe("mean");
    expect(result.winner).toBeNull();
    expect(result.scores?.spread).toBeCloseTo(1);
    expect(result.scores?.judges.map(({ debater, bias }) => [debater, bias])).toEqual([
      ["ann", 1],
      ["bob", -1],
      ["cid", 0],
    ]);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["ann", "bob"]);
  });

  test("the result, its positions and run lists state a score in the same words", async () => {
    const journal = memoryJournal();
    const { headline, rounds } = await createJury(SAID, { journal }).run("How good is this text?");
    const position = rounds[0]?.positions[2];
    expect([headline, position?.headline]).toEqual(
      Array.from({ length: 2 }, () => "3.5 (clarity 3, truth 4)"),
    );
    expect((await journal.list()).runs[0]?.answer).toBe(headline);
    await journal.close();
  });

  test.each([
    ["median", median(), 4],
    ["mean", mean(), 3.4],
    ["trimmed", trimmed(0.2), 11 / 3],
    ["trimmed:0.4", "trimmed:0.4", 4],
    ["weighted", mean(), 2.2],
  ])("%s", async (name, decide, expected) => {
    const replies = { a: "1", b: "3", c: "4", d: "4", e: "5" };
    const jury = new Debate<Score>({
      debaters: Object.entries(replies).map(([debater, reply]) => ({
        name: debater,
        model: scripted(() => reply),
        weight: name === "weighted" && debater === "a" ? 5 : 1,
      })),
      answer: score({ rubric: "How clear is it?" }),
      ...{ rounds: 0, decide: decide as "mean" },
    });
    const { answer } = await jury.run("How clear is this?");
    expect(answer?.total).toBeCloseTo(name === "weighted" ? 21 / 9 : expected);
    expect(answer?.criteria).toEqual({});
  });

  test.each([
    ["a criterion is missing", 'Answer: {"clarity": 4}'],
    ["a criterion nobody asked for", 'Answer: {"clarity": 4, "truth": 4, "style": 4}'],
    ["off the scale", 'Answer: {"clarity": 4, "truth": 6}'],
    ["not a number", 'Answer: {"clarity": 4, "truth": "good"}'],
    ["another scale", "Answer:\nclarity: 4/10\ntruth: 4"],
    ["twice", "Answer:\nclarity: 4\nclarity: 5\ntruth: 4"],
    ["prose", "It is clear and true, and I like it.\n\nVery much so."],
  ])("%s: unread", async (_, reply) => {
    const result = await createJury({ ...SAID, odd: reply }).run("How good is this text?");
    expect(result.rounds[0]?.positions[3]?.status).toBe("unread");
    expect(result.scores?.judges).toHaveLength(3);
  });

  test("the prompt asks for the rubric", async () => {
    let asked = "";
    const jury = new Debate<Score>({
      debaters: [
        scripted(({ messages }) => {
          asked = JSON.stringify(messages);
          return "Answer:\nclarity: 4\ntruth: 4";
        }),
        scripted(() => "Answer:\nclarity: 4\ntruth: 4"),
      ],
      answer: score({ rubric: RUBRIC, scale: [0, 10] }),
      rounds: 0,
    });
    await jury.run("How good is this text?");
    expect(asked).toContain("from 0 (lowest) to 10 (highest)");
    expect(asked).toContain("nothing in it is false");
  });

  test("numbers can be averaged too, other answers can't", async () => {
    const panel = new Debate<number>({
      debaters: ["1", "2", "6"].map((reply) => scripted(() => reply)),
      answer: number(),
      ...{ rounds: 0, decide: "mean" },
    });
    expect((await panel.run("How many?")).answer).toBe(3);
    expect(
      () => new Debate({ debaters: scripted(() => "x"), answer: text(), decide: "median" }),
    ).toThrow("score or number");
  });

  test.each<[string[], "mean" | "median", string, string[]]>([
    [["5 km", "5000 m", "5.6 km"], "mean", "5.2 km", []],
    [["5 km", "5000 m", "5.6 km"], "median", "5 km", []],
    [["7000 m", "6", "2000 m"], "mean", "3002 m", []],
    [["0.1", "0.2"], "mean", "0.15", []],
    [["$5", "€5", "$7"], "mean", "$6", ['"€5" can\'t be converted to "$"']],
    [["€5", "$5", "$7"], "mean", "$6", ['"€5" can\'t be converted to "$"']],
    [["50%", "0.6", "70%"], "median", "60%", ['"0.6" can\'t be converted to "%"']],
  ])("%j: the %s is %s", async (replies, decide, expected, errors) => {
    const debaters = replies.map((reply) => scripted(() => `Answer: ${reply}`));
    const config = { debaters, answer: number(), rounds: 0, decide };
    const result = await new Debate<number>(config).run("How long is the bridge?");
    expect(result.headline).toBe(expected);
    expect(result.text).toBe(expected);
    expect(result.integrity.missing.map(({ error }) => error)).toEqual(errors);
    expect(result.integrity.degraded).toBe(errors.length > 0);
  });

  test.each([
    [{ rubric: [] }],
    [{ rubric: "" }],
    [{ rubric: ["a", "a"] }],
    [{ rubric: { total: "all" } }],
    [{ rubric: ["a"], scale: [5, 1] }],
    [{ rubric: ["a"], scale: [1, 2, 3] }],
    [{}],
  ])("%j is a ConfigError", (options) => {
    const answer = { type: "score", ...options } as never;
    expect(() => new Debate({ debaters: scripted(() => "1"), answer })).toThrow(/rubric|scale/);
  });
});

describe("assessJury", () => {
  test("kappa, weighted kappa and bias of ratings", () => {
    const items = Array.from({ length: 60 }, (_, at): JudgedItem => {
      const human = 1 + (at % 5);
      return {
        human,
        judges: { same: human, kind: Math.min(5, human + 1), blind: 1 + ((at * 7) % 3) },
      };
    });
    const report = assessJury(items);
    expect(report).toMatchObject({ kind: "ratings", items: 60, weighted: null });
    const [best] = report.judges;
    expect(best).toMatchObject({ name: "same", kappa: { value: 1 }, bias: 0 });
    const kind = report.judges.find(({ name }) => name === "kind");
    expect(kind?.bias).toBeCloseTo(0.8);
    expect(kind?.weightedKappa?.value).toBeGreaterThan((kind?.kappa?.value ?? 1) + 0.3);
    const { low = 0, high = 0, value = 0 } = kind?.kappa ?? {};
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });

  /** An able judge among four that prefer the first text. */
  function drawPairs(count: number): JudgedItem[] {
    const random = createRandom("pairs");
    return Array.from({ length: count }, (): JudgedItem => {
      const human = random() < 0.5 ? "a" : "b";
      const other = human === "a" ? "b" : "a";
      const able = random() < 0.9 ? human : other;
      const biased = Array.from({ length: 4 }, (_, at) => [`first-${at}`, { ab: "a", ba: "b" }]);
      return {
        human,
        judges: {
          able: { ab: able, ba: able },
          noise: { ab: random() < 0.5 ? "a" : "b", ba: random() < 0.5 ? "a" : "b" },
          ...(Object.fromEntries(biased) as JudgedItem["judges"]),
        },
      };
    });
  }

  test("who takes the first text is found out, and weights listen to who agrees with people", () => {
    const { judges, jury, weighted } = assessJury(drawPairs(120));
    expect(judges[0]?.name).toBe("able");
    const first = judges.find(({ name }) => name === "first-1");
    expect(first?.position).toEqual({ twice: 120, contradicted: 120, tookFirst: 120 });
    expect(first?.same.value).toBeCloseTo(0.5);
    expect(weighted?.same.value).toBeGreaterThanOrEqual(jury.same.value);
    expect(weighted?.weights["able"]).toBeGreaterThan(1);
    expect(Object.values(weighted?.weights ?? {}).every((weight) => weight >= 0)).toBe(true);
    expect(assessJury(drawPairs(30)).weighted).toBeNull();
  });

  test("half of a pair counts where verdicts cancel out, and none where a judge finds a tie", () => {
    const items = Array.from({ length: 10 }, (_, at): JudgedItem => ({
      human: at % 2 === 0 ? "a" : "b",
      judges: {
        tie: "tie",
        "tie-twice": { ab: "tie", ba: "tie" },
        first: { ab: "a", ba: "b" },
        silent: { ab: null, ba: null },
      },
    }));
    const { judges, jury } = assessJury(items);
    const shares = judges.map(({ name, items: count, same }) => [name, [count, same.value]]);
    expect(Object.fromEntries(shares)).toEqual({
      tie: [10, 0],
      "tie-twice": [10, 0],
      first: [10, 0.5],
      silent: [0, 0],
    });
    expect(jury.same.value).toBe(0.5);
    const tiesOnly = items.map(({ human }) => ({ human, judges: { ann: "tie", bob: "tie" } }));
    expect(assessJury(tiesOnly).jury.same.value).toBe(0);
  });

  test("categories, missing verdicts and a single verdict", () => {
    const items = [
      { human: "spam", judges: { ann: "spam", bob: null } },
      { human: "ham", judges: { ann: "ham", bob: "spam" } },
    ];
    const { kind, judges, jury } = assessJury(items);
    expect(kind).toBe("categories");
    expect(judges.find(({ name }) => name === "bob")?.items).toBe(1);
    expect(jury.same.value).toBe(1);
    expect(assessJury([{ human: 3, judges: { ann: 3 } }]).judges[0]?.kappa).toBeNull();
  });

  test("where one order has no verdict, the other one counts alone", () => {
    const items = Array.from({ length: 50 }, (_, at): JudgedItem => {
      const human = at % 2 === 0 ? "a" : "b";
      return {
        human,
        judges: {
          half: { ab: null, ba: human },
          able: { ab: human, ba: human },
          // Would be outvoted if an order without a verdict counted as a tie.
          wrong: { ab: human === "a" ? "b" : "a", ba: "tie" },
        },
      };
    });
    const { judges, jury } = assessJury(
      items.map(({ human, judges: { half, wrong } }) => ({
        human,
        judges: { half: half ?? null, wrong: wrong ?? null },
      })),
    );
    expect(judges.find(({ name }) => name === "half")?.same.value).toBe(1);
    expect(jury.same.value).toBe(1);
    const tied = assessJury([{ human: "a", judges: { ann: { ab: "tie", ba: null } } }]);
    expect(tied.judges[0]?.same.value).toBe(0);
  });

  test("a pair that no judge gave a verdict on is left out of the weighted jury too", () => {
    const silent = Array.from({ length: 40 }, (): JudgedItem => ({
      human: "a",
      judges: { able: null, noise: { ab: null } },
    }));
    const { jury, weighted } = assessJury([...drawPairs(60), ...silent]);
    expect([jury.items, weighted?.items]).toEqual([60, 60]);
  });

  const pair = (verdict: unknown): object => ({ human: "a", judges: { ann: verdict } });
  const rating = (verdict: unknown): object => ({ human: 4, judges: { ann: verdict } });
  const category = (verdict: unknown): object => ({ human: "spam", judges: { ann: verdict } });
  test.each([
    ["an upper-case letter for a pair", pair("A")],
    ["a sentence for a pair", pair("a is better")],
    ["a rating of a pair", pair(4)],
    ["an unreadable second order", pair({ ab: "a", ba: "B" })],
    ["a misspelled order", pair({ ab: "a", BA: "b" })],
    ["neither order", pair({})],
    ["a text among ratings", rating("4")],
    ["ratings in two orders", rating({ ab: 4, ba: 4 })],
    ["categories in two orders", category({ ab: "spam", ba: "ham" })],
  ])("%s is a ConfigError, and no tie or zero", (_what, odd) => {
    const { human } = odd as JudgedItem;
    const good = { human, judges: { ann: human } };
    expect(() => assessJury([good, odd as JudgedItem])).toThrow(
      /^items\[1\]\.judges\.ann: expected .+, got .+/,
    );
  });

  test.each([
    [[]],
    [undefined],
    [[{ human: {}, judges: {} }]],
    [[{ human: 1, judges: { a: [] } }]],
  ])("%j is a ConfigError", (items) => {
    expect(() => assessJury(items as never)).toThrow("items");
  });
});

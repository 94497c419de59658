import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  judged,
  number,
  toMarkdown,
  type DebateConfig,
  type DebateEvent,
  type DebateResult,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import {
  describeAgreement,
  describeSupport,
  listNotices,
} from "../../packages/core/src/entries/export.ts";
import { faulty, type ScriptedModel } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { named, panelSaying, says } from "../support/panel.ts";
import {
  ALSO_STAY,
  byDynamo,
  config,
  MOVE,
  QUESTION,
  sorting,
  STAY,
  STICK,
  wording,
} from "../support/prose-panel.ts";

/** A comparer that gives the same groups to whatever it is shown. */
const grouping = (...groups: number[][]): ScriptedModel =>
  says(JSON.stringify({ groups: groups.map((items) => ({ items, label: `group ${items[0]}` })) }));

/** Holds a debate and keeps its events. */
async function held(
  settings: DebateConfig,
): Promise<{ events: DebateEvent[]; result: DebateResult }> {
  const { events, result, error } = await watch(new Debate(settings), QUESTION);
  if (result === null) throw error ?? new Error("no result");
  return { events, result };
}

const comparedIn = (events: readonly DebateEvent[]): DebateEvent[] =>
  events.filter(({ type }) => type === "debate.compared");

describe("answers in prose", () => {
  test("three wordings of one answer agree, and the debate ends in round 0", async () => {
    const comparer = grouping([1, 2, 3]);
    const { events, result } = await held(config({ compare: comparer }));
    expect(result).toMatchObject({
      agreement: 1,
      stopReason: "agreed",
      dissent: [],
      escalateToHuman: false,
      decision: { basis: "judged", tally: [{ votes: 3 }] },
      integrity: {
        degraded: false,
        planned: 4,
        completed: 4,
        compared: { asked: 1, failed: 0, skipped: 0 },
      },
      usage: { calls: 4 },
    });
    expect(result.rounds).toHaveLength(1);
    const items = [STAY, ALSO_STAY, STICK].map(wording);
    expect(comparer.requests).toHaveLength(1);
    expect(comparer.requests[0]).toMatchObject({
      role: "comparer",
      round: 0,
      question: QUESTION,
      items,
      stepId: `${result.id}__compare_round_0`,
    });
    expect(comparedIn(events)).toMatchObject([
      { round: 0, groups: [{ items, label: "group 1", by: "model" }], call: { attempts: 1 } },
    ]);
  });

  test("the prompt holds the question and each answer in a fence under its number", async () => {
    const comparer = grouping([1, 2, 3]);
    await debate(QUESTION, config({ compare: comparer }));
    const [request] = comparer.requests;
    const text = request?.messages.map(({ content }) => content).join("\n") ?? "";
    expect(text).toContain(QUESTION);
    for (const [index, reply] of [STAY, ALSO_STAY, STICK].entries()) {
      const fence = new RegExp(
        `\\[\\[(\\w+) begin: answer ${index + 1}\\]\\]\\n${wording(reply)}\\n\\[\\[\\1 end: answer ${index + 1}\\]\\]`,
      );
      expect(text).toMatch(fence);
    }
    expect(text).toContain('"groups"');
  });

  test("answers that the comparer keeps apart stay apart, under their labels", async () => {
    const result = await debate(
      QUESTION,
      config({
        debaters: named({ ANN: STAY, BEN: ALSO_STAY, CAT: MOVE }),
        compare: grouping([1, 2], [3]),
        rounds: 0,
      }),
    );
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
    expect(result.agreement).toBeCloseTo(2 / 3);
    expect(result.whatIf.roundZeroVote.answer).toBe(wording(STAY));
  });

  test("a condition stays apart from the plain answer", async () => {
    const conditional = (item: string): string => (item.includes("only") ? "if" : "plain");
    const result = await debate(
      "What should we do with the old cluster?",
      config({
        debaters: named({
          ANN: "Answer: Shut it down this month",
          BEN: "Answer: Turn the machines off in the next weeks",
          CAT: "Answer: Shut it down, but only once the audit is over",
        }),
        compare: sorting(conditional).model,
        rounds: 0,
      }),
    );
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
  });

  test("labels never count as answers", async () => {
    const { answer, decision } = await debate(
      QUESTION,
      config({ compare: says('{"groups": [{"items": [1, 2, 3], "label": "Oracle"}]}') }),
    );
    expect(answer).toBe(wording(STAY));
    expect(decision.tally).toMatchObject([{ answer: wording(STAY), label: "Oracle" }]);
  });

  test("a comparer that merges quantities which differ is overruled, and its word on the rest stands", async () => {
    const merging = sorting(() => "all one");
    const result = await debate(
      "How far is the depot?",
      config({
        debaters: panelSaying(
          "Answer: 5 km",
          "Answer: 6 km",
          "Answer: five kilometers by the old road",
          "Answer: about an hour on foot",
        ),
        compare: merging.model,
        rounds: 0,
      }),
    );
    const [five, six, ...others] = result.rounds[0]?.positions.map(({ cluster }) => cluster) ?? [];
    expect(five).not.toBe(six);
    expect(others.every((cluster) => cluster === 0)).toBe(true);
  });

  test("what rules settle is not asked: the same words, and words that deny each other", async () => {
    const comparer = grouping([1, 2]);
    const result = await debate(
      QUESTION,
      config({
        debaters: panelSaying(
          "Answer: Keep Postgres.",
          "Answer: keep postgres",
          "Answer: Keep Postgres",
        ),
        compare: comparer,
      }),
    );
    expect(comparer.requests).toHaveLength(0);
    expect(result).toMatchObject({
      agreement: 1,
      decision: { basis: "lexical" },
      integrity: { compared: { asked: 0, failed: 0, skipped: 0 } },
    });
  });
});

describe("a comparison that brings nothing", () => {
  test.each([
    ["has no groups", says("They all say the same."), /exactly one group/],
    [
      "was filtered",
      () => ({ text: "I can't help", finishReason: "content-filter" }),
      /refused to answer or filtered the reply \(content-filter\)/,
    ],
    ["leaves an answer out", grouping([1, 2]), /exactly one group/],
    [
      "was cut off",
      faulty([{ type: "truncated", text: '{"groups": [{"items": [1, 2, 3]}]}' }]),
      /cut off/,
    ],
    [
      "never came",
      faulty([{ type: "error", status: 400, message: "no such model" }]),
      /no such model/,
    ],
  ])("%s: the rules stand, and the result says so", async (_name, compare, error) => {
    const result = await debate(QUESTION, config({ compare, rounds: 0 }));
    expect(result.agreement).toBeCloseTo(1 / 3);
    expect(result.decision.basis).toBe("lexical");
    expect(result.integrity).toMatchObject({
      degraded: true,
      compared: { asked: 1, failed: 1, skipped: 0 },
      missing: [{ what: "comparison", error: expect.stringMatching(error) }],
    });
  });

  test("the same answers are not compared again in the next round", async () => {
    const comparer = says("no idea");
    const result = await debate(
      QUESTION,
      config({ compare: comparer, rounds: 2, revise: "everyone" }),
    );
    expect(result.rounds).toHaveLength(3);
    expect(comparer.requests).toHaveLength(1);
  });
});

describe("over rounds", () => {
  test("only what is new is compared, and known verdicts stand", async () => {
    const comparer = sorting(byDynamo);
    const result = await debate(
      QUESTION,
      config({
        debaters: named({
          ANN: [STAY, STAY],
          BEN: [MOVE, ALSO_STAY],
          CAT: [MOVE, "Answer: The managed store called Dynamo"],
        }),
        compare: comparer.model,
        stop: "never",
        rounds: 2,
        revise: "everyone",
      }),
    );
    // Round 2 says nothing that was not compared in rounds 0 and 1.
    expect(comparer.requests.map(({ round }) => round)).toEqual([0, 1]);
    expect(comparer.requests[0]?.items).toEqual([wording(STAY), wording(MOVE)]);
    // CAT put its answer in other words, which the comparison is asked about too.
    expect(comparer.requests[1]?.items).toContain(wording(MOVE));
    expect(result.rounds[1]?.positions.map(({ changed }) => changed)).toEqual([false, true, false]);
    expect(result.rounds[2]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
  });

  test("a new wording of an answer that one agreed with is not a change of mind", async () => {
    const comparer = sorting(byDynamo);
    const result = await debate(
      QUESTION,
      config({
        debaters: named({ ANN: STAY, BEN: [ALSO_STAY, STICK], CAT: MOVE }),
        compare: comparer.model,
        stop: "never",
        rounds: 1,
        revise: "everyone",
      }),
    );
    expect(result.rounds[1]?.positions.map(({ changed }) => changed)).toEqual([
      false,
      false,
      false,
    ]);
    expect(result.whatIf.changed).toEqual([]);
  });

  const gone = new Error("no such member");
  const removed = Object.assign(new Error("no such key"), { statusCode: 401 });

  test.each([
    ["failed", gone],
    ["was dropped", removed],
    ["said nothing", ""],
  ])("the earlier vote of a member that %s is compared with the new wordings", async (_, then) => {
    const comparer = sorting(byDynamo);
    const last = ({ round }: ModelRequest): string => {
      if (round > 0 && then instanceof Error) throw then;
      return round === 0 ? STICK : "";
    };
    const result = await debate(
      QUESTION,
      config({
        debaters: [...panelSaying([MOVE, STAY], [MOVE, ALSO_STAY]), last],
        compare: comparer.model,
        stop: "never",
        rounds: 1,
        revise: "everyone",
      }),
    );
    expect(result.rounds[1]?.agreement).toBeCloseTo(2 / 3);
    expect(result).toMatchObject({
      agreement: 1,
      dissent: [],
      decision: { tally: [{ votes: 3 }] },
    });
  });

  test("an earlier vote and the only new wording are compared", async () => {
    const lost = ({ round }: ModelRequest): string => {
      if (round > 0) throw gone;
      return STAY;
    };
    const settings = {
      debaters: [...panelSaying([MOVE, ALSO_STAY]), lost],
      rounds: 1,
      limits: { retries: 0, quorum: 1 },
    };
    const compare = sorting(byDynamo).model;
    const result = await debate(QUESTION, config({ ...settings, compare }));
    expect(result).toMatchObject({ agreement: 1, escalateToHuman: false });
    // Where no model compares, the round says that the rules kept the two apart.
    const byRules = await debate(QUESTION, config({ ...settings, compare: "rules" }));
    expect(byRules.rounds[1]?.uncompared).toBe(true);
  });
});

describe("in both orders", () => {
  test("a pair stays together only if both agree", async () => {
    const requests: ModelRequest[] = [];
    const swayed = (request: ModelRequest): string => {
      requests.push(request);
      return '{"groups": [{"items": [1, 2]}, {"items": [3]}]}';
    };
    const { events, result } = await held(
      config({ compare: { model: swayed, bothOrders: true }, rounds: 0 }),
    );
    const items = [STAY, ALSO_STAY, STICK].map(wording);
    expect(requests.map((request) => request.items)).toEqual([items, items.toReversed()]);
    expect(requests[1]?.stepId).toBe(`${result.id}__compare_round_0_reversed`);
    expect(result.agreement).toBeCloseTo(1 / 3);
    expect(result.integrity.compared).toEqual({ asked: 2, failed: 0, skipped: 0 });
    expect(comparedIn(events)).toHaveLength(1);
  });

  test("one order that fails leaves it to the rules", async () => {
    const once = faulty(['{"groups": [{"items": [1, 2, 3]}]}', { type: "error", status: 400 }]);
    const result = await debate(
      QUESTION,
      config({ compare: { model: once, bothOrders: true }, rounds: 0 }),
    );
    expect(result.agreement).toBeCloseTo(1 / 3);
    expect(result.integrity).toMatchObject({
      degraded: true,
      compared: { asked: 2, failed: 1, skipped: 0 },
    });
  });
});

describe("the judge's verdict", () => {
  const verdict = "Answer: They should go on with the relational engine in place";

  test("is compared with the positions, and who agrees with it is not a dissenter", async () => {
    const comparer = sorting(byDynamo);
    const result = await debate(
      QUESTION,
      config({
        debaters: named({ ANN: STAY, BEN: MOVE }),
        judge: says(verdict),
        compare: comparer.model,
        rounds: 0,
      }),
    );
    expect(result.answer).toBe(wording(verdict));
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["BEN"]);
    expect(result.decision).toMatchObject({ method: "judged", basis: "judged" });
    expect(comparer.requests.map(({ stepId }) => stepId)).toEqual([
      `${result.id}__compare_round_0`,
      `${result.id}__compare_verdict`,
    ]);
    expect(comparer.requests[1]?.items).toEqual([wording(STAY), wording(MOVE), wording(verdict)]);
    expect(result.integrity.compared).toEqual({ asked: 2, failed: 0, skipped: 0 });
  });

  test("is not compared where the judge picks", async () => {
    const comparer = sorting(byDynamo);
    await debate(
      QUESTION,
      config({
        debaters: named({ ANN: STAY, BEN: MOVE }),
        judge: says("ANN: it is right"),
        decide: judged({ mode: "pick" }),
        anonymous: false,
        compare: comparer.model,
        rounds: 0,
      }),
    );
    expect(comparer.requests).toHaveLength(1);
  });
});

describe("who compares", () => {
  test("a plain function is asked only where it is named", async () => {
    const panel = panelSaying(STAY, ALSO_STAY, STICK);
    const judge = says(MOVE);
    const result = await debate(QUESTION, config({ debaters: panel, judge, rounds: 0 }));
    expect(result.integrity.compared).toEqual({ asked: 0, failed: 0, skipped: 0 });
    expect(judge.requests.map(({ role }) => role)).toEqual(["judge"]);
    expect(panel.every(({ requests }) => requests.length === 1)).toBe(true);
  });

  test("auto: the judge's model, else the first debater's that is neither a function nor embedded", async () => {
    const model = (text: string): MockLanguageModelV4 =>
      new MockLanguageModelV4({
        doGenerate: async () => ({
          content: [{ type: "text", text }],
          finishReason: { unified: "stop", raw: undefined },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: undefined },
            outputTokens: { total: 1, text: 1, reasoning: undefined },
          },
          warnings: [],
        }),
      });
    const groups = '{"groups": [{"items": [1, 2]}]}';
    const [first, second, judge] = [model(STICK), model(STICK), model(groups)];
    const debaters = [...panelSaying(STAY), first, second];
    const settings = { debaters, decide: "majority", rounds: 0 } as const;
    const judgeless = await debate(QUESTION, config(settings));
    // It answers, compares, and is asked once more for groups.
    expect(first.doGenerateCalls).toHaveLength(3);
    expect(second.doGenerateCalls).toHaveLength(1);
    expect(judgeless.integrity.compared).toEqual({ asked: 1, failed: 1, skipped: 0 });
    const result = await debate(QUESTION, config({ ...settings, judge }));
    expect(judge.doGenerateCalls).toHaveLength(1);
    expect(first.doGenerateCalls).toHaveLength(4);
    expect(result.agreement).toBe(1);
  });

  test("rules: nobody, whoever sits on the panel", async () => {
    const plan = async (compare: DebateConfig["compare"]): Promise<number> =>
      (
        await new Debate({
          debaters: ["openai/gpt-5-mini", "openai/gpt-5-nano"],
          answer: "text",
          rounds: 0,
          ...(compare === undefined ? {} : { compare }),
        }).plan(QUESTION)
      ).calls.typical;
    expect([await plan("rules"), await plan("auto"), await plan(undefined)]).toEqual([2, 3, 3]);
  });

  test.each([["number"], ["exact"], ["math"], [{ type: "choice", options: ["a", "b"] }]] as const)(
    "answers of kind %o are never compared by a model",
    async (answer) => {
      const comparer = grouping([1, 2]);
      const settings = {
        debaters: panelSaying(
          typeof answer === "string" ? "1" : "a",
          typeof answer === "string" ? "2" : "b",
        ),
        compare: comparer,
        answer,
        rounds: 0,
      } as DebateConfig;
      expect((await new Debate(settings).plan(QUESTION)).calls.max).toBe(2);
      await debate(QUESTION, settings);
      expect(comparer.requests).toHaveLength(0);
    },
  );

  test.each([
    [{ compare: 3 }, "compare"],
    [{ compare: { modell: says("x") } }, "compare.modell"],
    [{ compare: { bothOrders: "yes" } }, "compare.bothOrders"],
    [{ compare: "no-such-provider/x" }, "compare"],
  ])("%o is refused by name", async (wrong, field) => {
    const error = await rejection(debate(QUESTION, config(wrong as Partial<DebateConfig>)));
    expect(error.message).toContain(field);
  });
});

describe("the plan and the budget", () => {
  test("the plan counts comparisons at most; the least leaves them out", async () => {
    const calls = async (more: Partial<DebateConfig>): Promise<{ min: number; max: number }> =>
      (
        await new Debate(
          config({ compare: grouping([1]), rounds: 2, revise: "everyone", ...more }),
        ).plan(QUESTION)
      ).calls;
    // Everybody agrees at once; or round 0 and its comparison, and half of a revision by one member.
    expect(await calls({})).toEqual({ min: 3, typical: 3 + 1 + 1, max: 9 + 3 });
    const twice = { model: grouping([1]), bothOrders: true };
    expect((await calls({ compare: twice })).max).toBe(9 + 6);
    expect((await calls({ judge: says(MOVE) })).max).toBe(9 + 1 + 3 + 1);
    const pick = { judge: says(MOVE), decide: judged({ mode: "pick" }) };
    expect((await calls(pick)).max).toBe(9 + 1 + 3);
  });

  test("a comparison that doesn't fit is skipped, and the debate goes on by the rules", async () => {
    const comparer = grouping([1, 2, 3]);
    const result = await debate(
      QUESTION,
      config({ compare: comparer, rounds: 0, budget: { calls: 3 } }),
    );
    expect(comparer.requests).toHaveLength(0);
    expect(result.stopReason).toBe("max_rounds");
    expect(result.integrity).toMatchObject({
      degraded: false,
      planned: 3,
      compared: { asked: 0, failed: 0, skipped: 1 },
    });
    expect(result.warnings.join()).toContain("compare");
  });

  test.each([
    ["was skipped", { budget: { calls: 3 } }, "Some answers were not compared"],
    [
      "failed",
      { compare: faulty([{ type: "error", status: 400, message: "no such model" }]) },
      "The comparison failed, so differently worded answers count as different: ",
    ],
  ])("where it %s, nobody claims that the answers differ", async (_, more, cause) => {
    const result = await debate(
      QUESTION,
      config({ compare: grouping([1, 2, 3]), rounds: 0, ...more }),
    );
    expect(result).toMatchObject({ agreement: 1 / 3, escalateToHuman: true });
    expect(result.rounds[0]?.uncompared).toBe(true);
    expect(describeAgreement(result.rounds)).toBe("not known whether they agree");
    expect(describeSupport(result)).toBe(
      "1 of 3 · identical wordings only: the answers were not compared",
    );
    expect(result.warnings).toContainEqual(expect.stringContaining(cause));
    expect(result.warnings.join()).not.toMatch(/tied|recording|Name a model/);
    expect(toMarkdown(result)).toMatch(
      /the answers were not compared, so it is unknown whether they agree; the rule for ties chose/,
    );
    expect(toMarkdown(result)).not.toMatch(/Dissent|tied|all answers differ/);
  });

  test("what was compared before still counts, and the rest is called open", async () => {
    const result = await debate(
      QUESTION,
      config({
        debaters: named({ ANN: [STAY, STAY], BEN: [ALSO_STAY, ALSO_STAY], CAT: [MOVE, STICK] }),
        compare: grouping([1, 2], [3]),
        stop: "never",
        budget: { calls: 5 },
      }),
    );
    expect(result.rounds.map(({ uncompared = false }) => uncompared)).toEqual([false, true]);
    expect(describeAgreement(result.rounds)).toBe("at least 2 of 3 agree");
    expect(describeSupport(result)).toBe("2 of 3 · the answers were not compared");
  });

  test("a cause that two comparisons share is told once", async () => {
    const failing = faulty([
      { type: "error", status: 400, message: "no such model" },
      { type: "error", status: 400, message: "no such model" },
    ]);
    const result = await debate(
      QUESTION,
      config({
        debaters: named({ ANN: [STAY, ALSO_STAY], BEN: [MOVE, STICK] }),
        compare: failing,
        revise: "everyone",
      }),
    );
    expect(result.integrity.missing).toHaveLength(2);
    expect(result.warnings.filter((words) => words.includes("no such model"))).toHaveLength(1);
    expect(listNotices(result).flatMap(({ details }) => details)).toHaveLength(1);
  });

  test("no room is set aside for it, and none of the judge's is taken", async () => {
    const judge = says(STAY);
    const comparer = grouping([1], [2], [3]);
    const settings = {
      compare: comparer,
      judge,
      rounds: 0,
      budget: { calls: 4 },
    };
    const result = await debate(QUESTION, config(settings));
    expect(judge.requests).toHaveLength(1);
    expect(result.integrity.compared).toEqual({ asked: 0, failed: 0, skipped: 2 });
  });
});

test("numbers stay numbers: `auto` asks nobody where answers are figures", async () => {
  const comparer = grouping([1, 2]);
  await debate("What is 6 times 7?", {
    debaters: panelSaying("42", "41"),
    compare: comparer,
    rounds: 0,
  });
  await debate("What is 6 times 7?", {
    debaters: panelSaying("42", "41"),
    compare: comparer,
    answer: number(),
    rounds: 0,
  });
  expect(comparer.requests).toHaveLength(0);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPlans, planStakes } from "../../packages/core/src/decide/plan-stakes.ts";
import { calibrate } from "../../packages/eval/src/index.ts";
import {
  ConfigError,
  Debate,
  memoryJournal,
  number,
  PanelFailedError,
  sequential,
  type DebateConfig,
  type Question,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const RIGHT = { ann: 0.97, bob: 0.95, cid: 0.75, dan: 0.6 };
const NAMES = Object.keys(RIGHT);
const answer = number();
const calibration = calibrate(syntheticRows(RIGHT, 100, "stakes"), { answer });

/** Prices in US dollars per million tokens; replies in the rows have a few tokens each. */
function panel(
  answers: Record<string, string>,
  more: Partial<DebateConfig<number>> = {},
  price = 1,
): { debate: Debate<number>; asked: string[] } {
  const asked: string[] = [];
  const debaters = NAMES.map((name) => ({
    name,
    price: { input: price, output: price },
    model: scripted(() => {
      asked.push(name);
      return answers[name] ?? "Answer: 7";
    }),
  }));
  const config: DebateConfig<number> = {
    debaters,
    answer,
    rounds: 0,
    poll: sequential({ calibration }),
    ...more,
  };
  return { debate: new Debate<number>(config), asked };
}

describe("stakes", () => {
  test("an answer that is likely right is delivered, with what it is expected to cost", async () => {
    const { debate } = panel({}, { stakes: { wrong: 1, person: 0.5 } });
    const result = await debate.run("What is it?");
    expect(result).toMatchObject({ answer: 7, stopReason: "decided", escalateToHuman: false });
    expect(result.stakes).toMatchObject({ handedOver: false });
    const { expectedCost, pWrong } = result.stakes ?? { expectedCost: 0, pWrong: 1 };
    expect(pWrong).toBeLessThan(0.1);
    expect(expectedCost).toBeGreaterThan(pWrong);
    expect(expectedCost).toBeLessThan(pWrong + 0.01);
  });

  test("the context counts once in what a call is expected to cost", async () => {
    const text = "The contract says a great deal about this matter. ".repeat(800);
    const cost = async (question: Question): Promise<number> => {
      const { debate, asked } = panel({}, { stakes: { wrong: 1e6 } }, 50);
      const { stakes } = await debate.run(question);
      return ((stakes?.expectedCost ?? 0) - (stakes?.pWrong ?? 0) * 1e6) / asked.length;
    };
    const inQuestion = await cost(`${text}What is it?`);
    const inContext = await cost({ text: "What is it?", context: text });
    expect(inContext / inQuestion).toBeGreaterThan(0.9);
    expect(inContext / inQuestion).toBeLessThan(1.2);
  });

  test("what would cost more than a person is handed over, with the best guess", async () => {
    const split = { ann: "Answer: 1", bob: "Answer: 2", cid: "Answer: 3", dan: "Answer: 4" };
    const { debate } = panel(split, { stakes: { wrong: 100, person: 8 } });
    const result = await debate.run("What is it?");
    expect(result).toMatchObject({ stopReason: "handed_over", escalateToHuman: true });
    expect(result.answer).not.toBeNull();
    expect(result.stakes?.handedOver).toBe(true);
    expect(result.stakes?.expectedCost).toBeGreaterThan(8);
    expect((result.stakes?.pWrong ?? 0) * 100).toBeGreaterThan(8);
  });

  test("it asks nobody if a person costs less than any panel", async () => {
    const { debate, asked } = panel({}, { stakes: { wrong: 1, person: 0 } });
    expect((await debate.plan()).calls.min).toBe(0);
    const result = await debate.run("What is it?");
    expect(asked).toEqual([]);
    expect(result).toMatchObject({
      answer: null,
      stopReason: "handed_over",
      escalateToHuman: true,
      agreement: null,
      rounds: [],
      decision: { method: "handed_over" },
      usage: { calls: 0 },
      stakes: { expectedCost: 0, pWrong: 1, handedOver: true },
    });
  });

  test("without a person it never hands over, whatever an error costs", async () => {
    const split = { ann: "Answer: 1", bob: "Answer: 2", cid: "Answer: 3", dan: "Answer: 4" };
    const { debate } = panel(split, { stakes: { wrong: 1e6 } });
    expect((await debate.plan()).calls.min).toBe(1);
    const result = await debate.run("What is it?");
    expect(result).toMatchObject({ escalateToHuman: false, stakes: { handedOver: false } });
    expect(result.stopReason).not.toBe("handed_over");
    expect(result.answer).not.toBeNull();
  });

  test("little at stake asks few members, much at stake asks more", async () => {
    const little = panel({}, { stakes: { wrong: 0.00001 } });
    await little.debate.run("What is it?");
    expect(little.asked).toHaveLength(1);
    const weak = calibrate(syntheticRows({ ann: 0.7, bob: 0.7, cid: 0.7, dan: 0.7 }, 100, 1), {
      answer,
    });
    const much = panel({}, { stakes: { wrong: 1000 }, poll: sequential({ calibration: weak }) });
    await much.debate.run("What is it?");
    expect(much.asked.length).toBeGreaterThan(1);
  });

  test("nothing at stake asks one member", async () => {
    const { debate, asked } = panel({}, { stakes: { wrong: 0 } });
    const result = await debate.run("What is it?");
    expect(asked).toHaveLength(1);
    expect(result.answer).toBe(7);
  });

  test("replies that can't be read hand over, and without a person they fail", async () => {
    const silent = Object.fromEntries(NAMES.map((name) => [name, "I would rather not say."]));
    const handed = await panel(silent, { stakes: { wrong: 1, person: 5 } }).debate.run(
      "What is it?",
    );
    expect(handed).toMatchObject({
      answer: null,
      stopReason: "handed_over",
      escalateToHuman: true,
      stakes: { handedOver: true, pWrong: 1 },
    });
    const alone = panel(silent, { stakes: { wrong: 1 } }).debate.run("What is it?");
    await expect(alone).rejects.toBeInstanceOf(PanelFailedError);
  });

  test("low agreement alone doesn't escalate", async () => {
    const { debate } = panel(
      { bob: "Answer: 8" },
      { stakes: { wrong: 1000, person: 900 }, escalateBelow: 1 },
    );
    const result = await debate.run("What is it?");
    expect(result.escalateToHuman).toBe(false);
  });

  test.each([
    ["another poll", { poll: "everyone" }, "expected `poll: sequential({ calibration })`"],
    ["no calibration", { poll: "sequential" }, "expected a calibration"],
    ["another rule", { decide: "majority" }, "expected `decide: posterior`"],
    ["a negative price of an error", { stakes: { wrong: -1 } }, "stakes.wrong"],
    ["no price of an error", { stakes: { person: 1 } }, "stakes.wrong"],
    ["not a number", { stakes: { wrong: Number.NaN } }, "stakes.wrong"],
  ] as [string, Partial<DebateConfig<number>>, string][])(
    "%s is a ConfigError",
    (_, more, words) => {
      expect(() => panel({}, { stakes: { wrong: 1 }, ...more })).toThrow(ConfigError);
      expect(() => panel({}, { stakes: { wrong: 1 }, ...more })).toThrow(words);
    },
  );

  test("an unknown price is a ConfigError, and so is a calibration for other names", () => {
    const config = (
      names: readonly string[],
      price?: { input: number; output: number },
    ): DebateConfig => ({
      debaters: names.map((name) => ({ name, model: () => "7", ...(price ? { price } : {}) })),
      poll: sequential({ calibration }),
      stakes: { wrong: 1 },
    });
    expect(() => new Debate(config(NAMES))).toThrow("expected a known price for every debater");
    expect(() => new Debate(config(["eve", "kim"], { input: 0, output: 0 }))).toThrow(
      "expected a calibration that knows the debaters (eve, kim)",
    );
    const { kinds } = calibration;
    const rowless = Object.fromEntries(
      Object.entries(kinds).map(([kind, known]) => {
        const { replay: _, ...rest } = known;
        return [kind, rest];
      }),
    );
    const poll = sequential({ calibration: { version: 1, kinds: rowless } });
    expect(() => panel({}, { stakes: { wrong: 1 }, poll })).toThrow("got one without them");
  });

  test("when nobody leads, a debate is held where it costs less than it saves", async () => {
    const split = { ann: "Answer: 1", bob: "Answer: 2", cid: "Answer: 3", dan: "Answer: 4" };
    const weak = { ann: 0.62, bob: 0.6, cid: 0.6, dan: 0.6 };
    const poll = sequential({
      calibration: calibrate(syntheticRows(weak, 100, "weak"), { answer }),
    });
    const worth = panel(split, { poll, stakes: { wrong: 1000 }, rounds: 1 });
    const debated = await worth.debate.run("What is it?");
    expect(debated.rounds).toHaveLength(2);
    expect(debated.rounds[1]?.positions.filter(({ status }) => status === "spoke")).toHaveLength(
      debated.rounds[0]?.positions.filter(({ status }) => status === "spoke").length ?? 0,
    );
    const handed = panel(split, { poll, stakes: { wrong: 1000, person: 10 }, rounds: 1 });
    expect((await handed.debate.run("What is it?")).rounds.length).toBeLessThan(2);
  });

  test("rows with revised replies say whether a debate pays", async () => {
    const split = { ann: "Answer: 1", bob: "Answer: 2", cid: "Answer: 3", dan: "Answer: 4" };
    const weak = { ann: 0.62, bob: 0.6, cid: 0.6, dan: 0.6 };
    const learned = (after: (gold: string) => string): DebateConfig<number>["poll"] => {
      const rows = syntheticRows(weak, 100, "weak").map((row) => ({
        ...row,
        revised: Object.fromEntries(NAMES.map((name) => [name, after(row.gold)])),
      }));
      return sequential({ calibration: calibrate(rows, { answer }) });
    };
    const rounds = async (poll: DebateConfig<number>["poll"]): Promise<number> => {
      const { debate } = panel(split, {
        ...(poll ? { poll } : {}),
        stakes: { wrong: 1000 },
        rounds: 1,
      });
      return (await debate.run("What is it?")).rounds.length;
    };
    expect(await rounds(learned((gold) => `Answer: ${gold}`))).toBe(2);
    expect(await rounds(learned(() => "Answer: -1"))).toBe(1);
  });

  test("a run resumes, replays and forks as any other, and a cap holds", async () => {
    const journal = memoryJournal();
    const first = panel({}, { stakes: { wrong: 1, person: 0.5 }, journal });
    const result = await first.debate.run("What is it?", { id: "one" });
    const again = panel({}, { stakes: { wrong: 1, person: 0.5 }, journal });
    const resumed = await again.debate.run("What is it?", { id: "one" });
    expect(again.asked).toEqual([]);
    expect(resumed.stakes).toEqual(result.stakes);
    expect((await again.debate.replay("one")).stakes).toEqual(result.stakes);
    expect((await again.debate.fork("one", { fromRound: 0 })).stakes).toEqual(result.stakes);
    const changed = panel({}, { stakes: { wrong: 2, person: 0.5 }, journal });
    await expect(changed.debate.run("What is it?", { id: "one" })).rejects.toThrow("stakes");
    const capped = panel({ ann: "Answer: 1" }, { stakes: { wrong: 1000 }, budget: { calls: 2 } });
    const ended = await capped.debate.run("What is it?");
    expect(capped.asked.length).toBeLessThanOrEqual(2);
    expect(ended.stakes).not.toBeNull();
  });
});

describe("the plan behind the stakes", () => {
  const known = calibration.kinds["number"];
  if (!known) throw new Error("expected rows of kind number");
  const amount = fc.double({ min: 0, max: 100, noNaN: true });
  const prices = fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), {
    minLength: 4,
    maxLength: 4,
  });

  test("costs no more than any other plan that was considered", () => {
    fc.assert(
      fc.property(amount, fc.option(amount, { nil: undefined }), prices, (wrong, person, costs) => {
        const stakes = person === undefined ? { wrong } : { wrong, person };
        const question = { known, names: NAMES, costs, stakes };
        const chosen = planStakes(question);
        const least = Math.min(...listPlans(question).map(({ expectedCost }) => expectedCost));
        expect(chosen?.expectedCost).toBe(least);
      }),
      { numRuns: 25 },
    );
  });

  test("is the same whatever the order of the panel", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(NAMES, { minLength: 4 }),
        fc.constantFrom(0.1, 1, 10),
        prices,
        (names, wrong, costs) => {
          const ask = (order: readonly string[]): string[] | undefined =>
            planStakes({
              known,
              names: order,
              costs: order.map((name) => costs[NAMES.indexOf(name)] ?? 0),
              stakes: { wrong, person: wrong / 10 },
            })?.order.map((member) => order[member] ?? "");
          expect(ask(names)).toEqual(ask(NAMES));
        },
      ),
      { numRuns: 25 },
    );
  });
});

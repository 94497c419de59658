import { describe, expect, test } from "vitest";
import {
  ConfigError,
  Debate,
  debate,
  memoryJournal,
  personas,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { conductor } from "../support/conductor.ts";
import { lasting, unordered, watch } from "../support/outcomes.ts";
import { lastTurn, named, panelSaying, promptOf, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

describe("panel and validation", () => {
  const two = (): DebateConfig["debaters"] => panelSaying("a", "b");
  const wrong: [string, Partial<DebateConfig>, field: string, expected: string, came: string][] = [
    ["0 debaters", { debaters: [] }, "debaters", "two or more", "[]"],
    ["1 debater", { debaters: [says("a")] }, "debaters", "two or more", '["function scripted"]'],
    ["negative rounds", { rounds: -1 }, "rounds", "a whole number, 0 or more", "-1"],
    ["fractional rounds", { rounds: 1.5 }, "rounds", "a whole number, 0 or more", "1.5"],
    [
      "similarity above 1",
      { answer: { type: "text", similarity: 1.1 } },
      "answer.similarity",
      "a number from 0 to 1",
      "1.1",
    ],
    [
      "similarity below 0",
      { answer: { type: "text", similarity: -0.1 } },
      "answer.similarity",
      "a number from 0 to 1",
      "-0.1",
    ],
    [
      "duplicate names",
      {
        debaters: [
          { name: "x", model: says("a") },
          { name: "x", model: says("b") },
        ],
      },
      "debaters[1].name",
      "a name that no other debater has",
      '"x"',
    ],
    [
      "personas that don't match the panel",
      { personas: ["one"] },
      "personas",
      "2 texts, one per debater",
      '["one"]',
    ],
  ];
  test.each(wrong)(
    "%s is a ConfigError that names the field, what was expected and what came",
    (_what, config, field, expected, came) => {
      const make = (): unknown => new Debate({ debaters: two(), ...config });
      expect(make).toThrow(ConfigError);
      expect(make).toThrow(
        expect.objectContaining({
          field,
          partial: expect.objectContaining({ rounds: [] }),
          code: "config",
        }),
      );
      expect(make).toThrow(`${field}: expected `);
      expect(make).toThrow(expected);
      expect(make).toThrow(`got ${came}`);
    },
  );

  test("workers() lists debater_0, debater_1, … and judge only when there is one", () => {
    const debaters = [{ name: "ANN", model: says("a") }, says("b"), says("c")];
    expect(Object.keys(new Debate({ debaters }).workers())).toEqual([
      "debater_0",
      "debater_1",
      "debater_2",
    ]);
    const judged = new Debate({ debaters, judge: says("j") }).workers();
    expect(Object.keys(judged)).toEqual(["debater_0", "debater_1", "debater_2", "judge"]);
    expect(judged["debater_0"]?.name).toBe("ANN");
    expect(judged["debater_1"]?.name).toBe("debater_1");
    expect(judged["judge"]?.name).toBe("judge");
  });

  test("one model and panelSize 3 make three debaters; 3 is the default", async () => {
    const model = scripted(({ debater }) => `${debater} says hi`);
    const given = await debate(QUESTION, { debaters: model, panelSize: 3, rounds: 0 });
    expect(given.rounds[0]?.positions.map(({ debater }) => debater)).toEqual([
      "debater_0",
      "debater_1",
      "debater_2",
    ]);
    expect(Object.keys(new Debate({ debaters: model }).workers())).toHaveLength(3);
    expect(Object.keys(new Debate({ debaters: model, panelSize: 7 }).workers())).toHaveLength(7);
  });

  test("personas true gives the five built-in ones, cycling beyond five", async () => {
    const model = says("a");
    await debate(QUESTION, { debaters: model, panelSize: 7, personas: true, rounds: 0 });
    expect(personas).toHaveLength(5);
    const worn = model.requests.map(({ system }) => personas.findIndex((p) => system.includes(p)));
    expect(worn).toEqual([0, 1, 2, 3, 4, 0, 1]);
  });

  test("a config-wide model serves the debaters and the judge that name none", async () => {
    const shared = says("shared");
    const own = says("own");
    const result = await debate(QUESTION, {
      debaters: [{ name: "x" }, { name: "y", model: own }, { name: "z", instructions: "Doubt." }],
      judge: { instructions: "Be brief." },
      model: shared,
      rounds: 0,
    });
    expect(own.requests.map(({ debater }) => debater)).toEqual(["y"]);
    expect(shared.requests.map(({ debater, role }) => debater ?? role)).toEqual([
      "x",
      "z",
      "judge",
    ]);
    expect(result.usage.calls).toBe(4);
  });
});

describe("loop", () => {
  test("2 debaters, 1 revision round, a judge → exactly 5 calls with these step ids", async () => {
    const debaters = panelSaying(["a", "c"], ["b", "d"]);
    const judge = says("Answer: c");
    const result = await debate(QUESTION, { debaters, judge, rounds: 1 }, { id: "X" });
    const steps = [...debaters, judge].flatMap(({ requests }) => requests.map((r) => r.stepId));
    expect(steps.toSorted()).toEqual([
      "X__debater_0_round_0",
      "X__debater_0_round_1",
      "X__debater_1_round_0",
      "X__debater_1_round_1",
      "X__judge",
    ]);
    expect(result.usage.calls).toBe(5);
    expect(result.answer).toBe("c");
  });

  test.each([
    { k: 2, rounds: 0, judge: false, calls: 2 },
    { k: 2, rounds: 3, judge: false, calls: 8 },
    { k: 5, rounds: 1, judge: false, calls: 10 },
    { k: 3, rounds: 2, judge: true, calls: 10 },
    { k: 4, rounds: 0, judge: true, calls: 5 },
  ])(
    "$k debaters, $rounds rounds, judge $judge, no stop → $calls calls",
    async ({ k, rounds, judge, calls }) => {
      const model = scripted(({ debater, role }) => debater ?? role);
      const result = await debate(QUESTION, {
        debaters: model,
        panelSize: k,
        rounds,
        stop: "never",
        ...(judge ? { judge: model } : {}),
      });
      expect(model.requests).toHaveLength(calls);
      expect(result.usage.calls).toBe(calls);
      expect(result.rounds).toHaveLength(rounds + 1);
    },
  );

  test("round 0 prompts carry nothing of the peers, not even of an earlier debate", async () => {
    const debaters = named({ ANN: "aardvark", BEN: "buffalo", CAT: "caiman" });
    const panel = new Debate({ debaters, rounds: 1, stop: "never", journal: memoryJournal() });
    await panel.run(QUESTION);
    await panel.run(QUESTION);
    for (const { name, model } of debaters) {
      for (const request of model.requests.filter(({ round }) => round === 0)) {
        expect(request.peers).toEqual([]);
        expect(request.own).toBeUndefined();
        expect(request.messages).toHaveLength(1);
        expect(promptOf(request)).not.toMatch(/aardvark|buffalo|caiman|ANN|BEN|CAT/);
      }
      expect(model.requests, name).toHaveLength(4);
    }
  });

  test("all of round r read one snapshot of round r−1, whatever order replies arrive in", async () => {
    const runWith = async (pick: (waiting: number) => number) => {
      const shown = new Map<string, string[]>();
      const conduct = conductor(pick);
      const model = async ({ debater = "", round, peers }: Request): Promise<string> => {
        shown.set(`${debater} ${round}`, peers.map(({ text }) => text).toSorted());
        await conduct.turn();
        return `${debater} in round ${round}`;
      };
      const panel = new Debate({ debaters: model, rounds: 2, stop: "never", answer: "exact" });
      const { stored, result } = await conduct.drive(watch(panel, QUESTION, { id: "x" }));
      return { shown, stored: unordered(stored), result: result && lasting(result) };
    };
    const firstFirst = await runWith(() => 0);
    const lastFirst = await runWith((waiting) => waiting - 1);
    expect(lastFirst.shown.get("debater_0 1")).toEqual([
      "debater_1 in round 0",
      "debater_2 in round 0",
    ]);
    expect(lastFirst.shown.get("debater_2 2")).toEqual([
      "debater_0 in round 1",
      "debater_1 in round 1",
    ]);
    expect(lastFirst.shown).toEqual(firstFirst.shown);
    expect(lastFirst.stored).toEqual(firstFirst.stored);
    expect(lastFirst.result).toEqual(firstFirst.result);
  });

  test.each(["classic", "critique", "revision"] as const)(
    "under %s prompts a revising debater sees its own previous answer",
    async (set) => {
      const debaters = panelSaying(["my walrus", "my seal"], "your otter");
      await debate(QUESTION, { debaters, rounds: 2, stop: "never", prompts: set });
      const [, first, second] = debaters[0]?.requests ?? [];
      expect(first?.own?.answer).toBe("my walrus");
      expect(lastTurn(first!)).toContain("my walrus");
      expect(second?.own?.answer).toBe("my seal");
      expect(lastTurn(second!)).toContain("my seal");
    },
  );

  test("a debater sees its own previous answer also if its last call failed, under every `show`", async () => {
    for (const show of ["latest", "transcript", "digest"] as const) {
      const debaters = panelSaying(["my walrus", { error: "down" }, "my seal"], "otter", "owl");
      const config = { debaters, rounds: 2, stop: "never" as const, show, limits: { retries: 0 } };
      await debate(QUESTION, config);
      const third = debaters[0]?.requests[2];
      expect(third?.own?.answer, show).toBe("my walrus");
      expect(lastTurn(third!), show).toContain("my walrus");
    }
  });
});

type Request = Parameters<ReturnType<typeof scripted>>[0];

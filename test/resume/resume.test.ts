import { describe, expect, test } from "vitest";
import {
  createBudget,
  Debate,
  debate,
  fold,
  memoryJournal,
  restoreQuestion,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import {
  scripted,
  type ScriptedModel,
  type ScriptedReply,
} from "../../packages/runtime/src/testing/index.ts";
import { PNG } from "../support/files.ts";
import { apartFromCosts, lasting, rejection, watch } from "../support/outcomes.ts";
import { answering, panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";
const limits = { retries: 0 };

/** A panel whose debaters are told apart by what they say, with every step that was called. */
function panel(
  lines: (request: ModelRequest) => ScriptedReply = ({ debater, round }) => `${debater} ${round}`,
): {
  model: ScriptedModel;
  steps(): string[];
} {
  const model = scripted(lines);
  return { model, steps: () => model.requests.map(({ stepId }) => stepId.slice(id.length + 2)) };
}

const rules = {
  rounds: 1,
  revise: "everyone" as const,
  stop: "never",
  answer: "exact",
  limits,
} as const;

describe("a run whose panel failed", () => {
  test("is taken up where it stood: finished steps are not called again", async () => {
    const journal = memoryJournal();
    let healthy = false;
    const { model, steps } = panel(({ debater, round }) =>
      !healthy && round === 1 && debater !== "debater_0"
        ? { error: "down" }
        : `${debater} ${round}`,
    );
    const config = { ...rules, debaters: model, journal };
    expect((await debate(QUESTION, config, { id })).stopReason).toBe("panel_failed");
    expect(steps()).toHaveLength(6);
    healthy = true;
    const result = await debate(QUESTION, config, { id });
    expect(steps().slice(6)).toEqual(["debater_1_round_1", "debater_2_round_1"]);
    expect(result.rounds[1]?.positions.map(({ answer }) => answer)).toEqual([
      "debater_0 1",
      "debater_1 1",
      "debater_2 1",
    ]);
    expect(result.usage.calls, "two failed attempts, and two that brought a reply").toBe(8);
  });

  test("gives what an undisturbed run gives, and one log that only grows", async () => {
    const journal = memoryJournal();
    let healthy = false;
    const lines = ({ debater, round }: ModelRequest): ScriptedReply =>
      !healthy && round === 1 ? { error: "down" } : `${debater} ${round}`;
    const config = {
      ...rules,
      debaters: panel(lines).model,
      judge: says("Answer: debater_1 1"),
      journal,
    };
    expect((await debate(QUESTION, config, { id })).stopReason).toBe("panel_failed");
    healthy = true;
    const resumed = await debate(QUESTION, config, { id });
    const whole = await debate(QUESTION, { ...config, journal: memoryJournal() }, { id });
    expect(apartFromCosts(lasting(resumed))).toEqual(apartFromCosts(lasting(whole)));
    const stored = await journal.read(id);
    expect(stored?.status).toBe("completed");
    expect(stored?.events.map(({ seq }) => seq)).toEqual(stored?.events.map((_, index) => index));
    const ends = stored?.events.filter(({ type }) => /failed$|completed$/.test(type));
    expect(ends?.map(({ type }) => type).filter((type) => !/round|debater/.test(type))).toEqual([
      "debate.completed",
      "debate.completed",
    ]);
    expect(fold(stored?.events ?? []).result).toEqual(resumed);
  });

  test("an earlier round's failure stays: later rounds were built on it", async () => {
    const journal = memoryJournal();
    let healthy = false;
    const { model, steps } = panel(({ debater, round }) => {
      if (round === 0 && debater === "debater_2") return { error: "down" };
      return !healthy && round === 1 ? { error: "down" } : `${debater} ${round}`;
    });
    const config = { ...rules, debaters: model, journal };
    expect((await debate(QUESTION, config, { id })).stopReason).toBe("panel_failed");
    healthy = true;
    const result = await debate(QUESTION, config, { id });
    expect(steps().slice(6)).toEqual([
      "debater_0_round_1",
      "debater_1_round_1",
      "debater_2_round_1",
    ]);
    expect(result.rounds[0]?.positions[2]?.status).toBe("failed");
  });

  test("calls that were in flight are made again, and counted as reissued", async () => {
    const journal = memoryJournal();
    const leave = new AbortController();
    let hang = true;
    const model = ({ debater }: ModelRequest): string | Promise<never> => {
      if (!hang || debater === "debater_0") return `${debater}`;
      if (debater === "debater_2") setImmediate(() => leave.abort());
      return new Promise(() => undefined);
    };
    const config: DebateConfig = {
      debaters: model,
      rounds: 0,
      answer: "exact",
      journal,
    };
    const error = await rejection(debate(QUESTION, config, { id, signal: leave.signal }));
    expect(error.partial?.rounds[0]?.positions[0]?.answer).toBe("debater_0");
    expect((await journal.read(id))?.status).toBe("failed");
    hang = false;
    const result = await debate(QUESTION, config, { id });
    expect(result.integrity.reissued).toBe(2);
    expect(result.rounds[0]?.positions.map(({ answer }) => answer)).toEqual([
      "debater_0",
      "debater_1",
      "debater_2",
    ]);
  });

  test("what was paid for before counts against the run's own caps, not against a shared budget", async () => {
    const runTwice = async (budget: () => DebateConfig["budget"]) => {
      const journal = memoryJournal();
      let healthy = false;
      const { model } = panel(({ debater, round }) =>
        !healthy && round === 1 ? { error: "down" } : `${debater}`,
      );
      const config = {
        ...rules,
        debaters: model,
        panelSize: 2,
        rounds: 2,
        revise: "everyone" as const,
        journal,
      };
      await debate(QUESTION, { ...config, budget: budget() }, { id });
      healthy = true;
      return debate(QUESTION, { ...config, budget: budget() }, { id });
    };
    expect(await runTwice(() => ({ calls: 5 }))).toMatchObject({
      stopReason: "budget",
      usage: { calls: 4 },
    });
    const shared = createBudget({ calls: 100 });
    await runTwice(() => shared);
    expect(shared.spent().calls).toBe(4 + 4);
  });
});

describe("a run that is finished", () => {
  test("is read back: nothing is called, the result and the stream are the same", async () => {
    const journal = memoryJournal();
    const { model, steps } = panel();
    const config = {
      ...rules,
      debaters: model,
      judge: says(answering("debater_2 1", 0.9)),
      journal,
    };
    const first = await watch(new Debate(config), QUESTION, { id });
    const calls = steps().length;
    const second = await watch(new Debate(config), QUESTION, { id });
    expect(steps()).toHaveLength(calls);
    expect(second.result).toEqual(first.result);
    expect(second.stored).toEqual(first.stored);
  });

  test("two at once under one id hold the debate once", async () => {
    const { model, steps } = panel();
    const config = { ...rules, debaters: model, journal: memoryJournal() };
    const [one, other] = await Promise.all([
      debate(QUESTION, config, { id }),
      debate(QUESTION, config, { id }),
    ]);
    expect(other).toEqual(one);
    expect(steps()).toHaveLength(6);
  });

  test("a routed run too", async () => {
    const router = says(answering("red", 0.95));
    const journal = memoryJournal();
    const config: DebateConfig = {
      debaters: says("x"),
      route: { type: "confident", model: router },
      journal,
    };
    const first = await debate(QUESTION, config, { id });
    expect(await debate(QUESTION, config, { id })).toEqual(first);
    expect(router.requests).toHaveLength(1);
  });
});

describe("a run that ran out of budget", () => {
  test("goes on under larger caps; finished steps are not called again", async () => {
    const { model, steps } = panel();
    const config = {
      ...rules,
      debaters: model,
      rounds: 2,
      revise: "everyone" as const,
      journal: memoryJournal(),
    };
    const poor = await debate(QUESTION, { ...config, budget: { calls: 3 } }, { id });
    expect(poor).toMatchObject({ stopReason: "budget", usage: { calls: 3 } });
    const rich = await debate(QUESTION, { ...config, budget: { calls: 100 } }, { id });
    expect(rich).toMatchObject({ stopReason: "max_rounds", usage: { calls: 9 } });
    expect(steps()).toHaveLength(9);
    expect(new Set(steps()).size).toBe(9);
  });

  test("with a judge: its verdict on fewer rounds is not taken for one on all of them", async () => {
    const { model } = panel();
    const judge = says("Answer: debater_0 0", "Answer: debater_1 2");
    const config = {
      ...rules,
      debaters: model,
      judge,
      rounds: 2,
      revise: "everyone" as const,
      journal: memoryJournal(),
    };
    const poor = await debate(QUESTION, { ...config, budget: { calls: 4 } }, { id });
    expect(poor).toMatchObject({ stopReason: "budget", answer: "debater_0 0" });
    const rich = await debate(QUESTION, { ...config, budget: { calls: 100 } }, { id });
    expect(rich).toMatchObject({
      stopReason: "max_rounds",
      answer: "debater_1 2",
      winner: "debater_1",
    });
    expect(judge.requests).toHaveLength(2);
    expect(await debate(QUESTION, { ...config, budget: { calls: 100 } }, { id })).toEqual(rich);
  });

  test("with a judge: a failure on the way to the larger caps can be taken up as well", async () => {
    let healthy = false;
    const { model, steps } = panel(({ debater, round }) =>
      !healthy && round === 1 ? { error: "down" } : `${debater} ${round}`,
    );
    const judge = says("Answer: debater_0 0", "Answer: debater_1 1");
    const config = { ...rules, debaters: model, judge, journal: memoryJournal() };
    await debate(QUESTION, { ...config, budget: { calls: 4 } }, { id });
    const rich = { ...config, budget: { calls: 100 } };
    expect((await debate(QUESTION, rich, { id })).stopReason).toBe("panel_failed");
    healthy = true;
    expect(await debate(QUESTION, rich, { id })).toMatchObject({ answer: "debater_1 1" });
    expect(steps()).toHaveLength(9);
  });

  test("under the same caps it is simply read back", async () => {
    const { model, steps } = panel();
    const config = { ...rules, debaters: model, journal: memoryJournal(), budget: { calls: 3 } };
    const first = await debate(QUESTION, config, { id });
    expect(await debate(QUESTION, config, { id })).toEqual(first);
    expect(steps()).toHaveLength(3);
  });
});

describe("other inputs under the same id", () => {
  const base = (): DebateConfig => ({
    ...rules,
    debaters: panelSaying("a", "b"),
    judge: says("Answer: a"),
  });
  const changes: [differs: string[], change: Partial<DebateConfig>][] = [
    [["rounds"], { rounds: 0 }],
    [["seed"], { seed: 1 }],
    [["stop"], { stop: "stable" }],
    [["decide"], { decide: "majority" }],
    [["answer"], { answer: "text" }],
    [["show"], { show: "digest" }],
    [["see"], { see: "ring" }],
    [["revise"], { revise: "dissenters" }],
    [["anonymous"], { anonymous: false }],
    [["prompts"], { prompts: "critique" }],
    [["escalateBelow"], { escalateBelow: 0.9 }],
    [["judge"], { judge: { model: says("Answer: a"), temperature: 1 } }],
    [["route"], { route: "confident" }],
    [
      ["debaters[1].temperature"],
      { debaters: [says("a"), { model: says("b"), temperature: 0.1 }] },
    ],
    [["debaters[0].name"], { debaters: [{ name: "ANN", model: says("a") }, says("b")] }],
    [["debaters[1].model"], { debaters: [says("a"), { model: "embedded" }] }],
    [["stop", "seed"], { stop: "unanimous", seed: 7 }],
  ];
  test.each(changes)(
    "%j: an error that names them, and nobody is called",
    async (differs, change) => {
      const journal = memoryJournal();
      await debate(QUESTION, { ...base(), journal }, { id });
      const changed = { ...base(), ...change, journal };
      const error = await rejection(debate(QUESTION, changed, { id }));
      expect(error.name).toBe("JournalMismatchError");
      expect(error.message).toContain(`run "${id}" is in the journal with other inputs`);
      for (const name of differs) expect(error.message).toContain(name);
      expect(error).toMatchObject({ code: "journal_mismatch", differs });
      const models = (changed.debaters as (ScriptedModel | object)[]).flatMap((one) =>
        "requests" in one ? [one.requests.length] : [],
      );
      expect(models.every((calls) => calls === 0)).toBe(true);
    },
  );

  test("a panel of another size is one difference, and the error says both sizes", async () => {
    const journal = memoryJournal();
    const three = { ...base(), debaters: panelSaying("a", "b", "a"), journal };
    await debate(QUESTION, three, { id });
    const two = { ...three, debaters: panelSaying("b", "a"), rounds: 0 };
    const error = await rejection(debate(QUESTION, two, { id }));
    expect(error).toMatchObject({ differs: ["debaters", "rounds"] });
    expect(error.message).toContain(
      "debaters (the run has 3 members, this panel has 2), rounds differ.",
    );
    expect(await rejection(new Debate(two).replay(id, { stop: "never" }))).toMatchObject({
      differs: ["debaters"],
    });
  });

  test("another context is another input", async () => {
    const journal = memoryJournal();
    await debate({ text: QUESTION, context: "one" }, { ...base(), journal }, { id });
    const error = await rejection(
      debate({ text: QUESTION, context: "two" }, { ...base(), journal }, { id }),
    );
    expect(error).toMatchObject({ differs: ["context"] });
  });

  test("a prompt function that says something else now is caught at its step", async () => {
    const journal = memoryJournal();
    let mood = "calm";
    const prompts = { system: () => `Stay ${mood}.` };
    let healthy = false;
    const { model } = panel(({ debater }) => (!healthy ? { error: "down" } : `${debater}`));
    await rejection(debate(QUESTION, { ...rules, debaters: model, prompts, journal }, { id }));
    mood = "cross";
    healthy = true;
    const error = await rejection(
      debate(QUESTION, { ...rules, debaters: model, prompts, journal }, { id }),
    );
    expect(error).toMatchObject({
      differs: [`the prompt or settings of step ${id}__debater_0_round_0`],
    });
  });

  test("limits, tracer and journal are no inputs", async () => {
    const journal = memoryJournal();
    const first = await debate(QUESTION, { ...base(), journal }, { id });
    const again = await debate(
      QUESTION,
      { ...base(), journal, limits: { retries: 9, concurrency: 1 } },
      { id },
    );
    expect(again).toEqual(first);
  });

  test("the mismatch leaves the journal free and the run as it was", async () => {
    const journal = memoryJournal();
    const first = await debate(QUESTION, { ...base(), journal }, { id });
    await rejection(debate("Another?", { ...base(), journal }, { id }));
    expect(await debate(QUESTION, { ...base(), journal }, { id })).toEqual(first);
  });
});

test("the journal has the question, context and files that a resumed run needs", async () => {
  const journal = memoryJournal();
  const leave = new AbortController();
  const question = {
    text: QUESTION,
    context: [
      { document: "note.md", text: "The answer is red." },
      { document: "chart.png", data: PNG },
    ],
  };
  const debaters = ["red", "blue"].map((reply) => ({
    model: says(reply),
    takes: "image" as const,
  }));
  const config: DebateConfig = { debaters, rounds: 0, journal };
  const onEvent = (): void => leave.abort();
  await rejection(debate(question, config, { id, signal: leave.signal, onEvent }));
  const run = await journal.read(id);
  const { started } = fold(run?.events ?? []);
  if (!run || !started) throw new Error("expected a started run");
  const { stopReason } = await debate(restoreQuestion(run, started), config, { id });
  expect(stopReason).toBe("max_rounds");
  await expect(debate(QUESTION, config, { id })).rejects.toThrow("context");
});

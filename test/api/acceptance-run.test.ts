import { describe, expect, test } from "vitest";
import {
  createBudget,
  Debate,
  debate,
  memoryJournal,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { answering, callsOf, panelSaying, says } from "../support/panel.ts";
import { recordingTracer } from "../support/tracer.ts";

const QUESTION = "What is the answer?";

function routed(router: Parameters<typeof says>[0], config: Partial<DebateConfig> = {}) {
  const model = says(router);
  const debaters = panelSaying("red", "red");
  const result = debate(QUESTION, {
    debaters,
    route: { type: "confident", model },
    limits: { retries: 0 },
    rounds: 0,
    ...config,
  });
  return { debaters, model, result };
}

describe("routing", () => {
  test("a router at 0.9 → one call, single_agent", async () => {
    const { debaters, result } = routed(answering("green", 0.9));
    expect(await result).toMatchObject({
      routing: "single_agent",
      answer: "green",
      stopReason: "routed",
      agreement: null,
      escalateToHuman: false,
      rounds: [],
      usage: { calls: 1 },
    });
    expect(callsOf(debaters)).toBe(0);
  });

  test.each([
    { what: "at 0.4", said: answering("green", 0.4) },
    { what: "without a confidence", said: answering("green") },
    { what: "that fails", said: { error: "down" } },
    { what: "without an answer", said: '{"confidence": 0.99}' },
    { what: "that is silent", said: "" },
    { what: "that is cut off", said: { text: answering("green", 0.9), finishReason: "length" } },
  ])("a router $what → debate, its call counted", async ({ said }) => {
    const { result } = routed(said);
    expect(await result).toMatchObject({ routing: "debate", answer: "red", usage: { calls: 3 } });
  });
});

describe("change tracking", () => {
  const moving = (): DebateConfig => ({
    debaters: panelSaying(
      [answering("red"), answering("blue", 0.7, { changed: true, justification: "B shows X" })],
      [answering("blue"), answering("Blue", 0.7, { changed: true })],
      [answering("blue"), answering("red", 0.7, { changed: false })],
    ),
    rounds: 1,
    revise: "everyone",
    stop: "never",
  });

  test("round 0 positions are never changed", async () => {
    const { rounds } = await debate(QUESTION, moving());
    expect(rounds[0]?.positions.map(({ changed }) => changed)).toEqual([false, false, false]);
  });

  test("later ones are measured by answer, the debater's own claim kept beside", async () => {
    const { rounds, whatIf } = await debate(QUESTION, moving());
    const seen = rounds[1]?.positions.map(({ changed, claimedChange, justification }) => ({
      changed,
      claimedChange,
      justification,
    }));
    expect(seen).toEqual([
      { changed: true, claimedChange: true, justification: "B shows X" },
      { changed: false, claimedChange: true, justification: undefined },
      { changed: true, claimedChange: false, justification: undefined },
    ]);
    expect(whatIf.changed).toEqual([
      { round: 1, debater: "debater_0", from: "red", to: "blue" },
      { round: 1, debater: "debater_2", from: "blue", to: "red" },
    ]);
  });
});

describe("escalation", () => {
  const split = (...replies: string[]): Promise<DebateResult> =>
    debate(QUESTION, { debaters: panelSaying(...replies), rounds: 0 });

  test("agreement below the threshold escalates, at it or above does not", async () => {
    expect((await split("red", "green", "blue")).escalateToHuman).toBe(true);
    expect((await split("red", "red", "blue")).escalateToHuman).toBe(false);
    const debaters = panelSaying("red", "red", "blue");
    const strict = await debate(QUESTION, {
      debaters,
      rounds: 0,
      escalateBelow: 0.7,
    });
    expect(strict.escalateToHuman).toBe(true);
  });

  test("two debaters who disagree completely escalate at the defaults", async () => {
    const debaters = panelSaying("yes", "no");
    const { types, result } = await watch(new Debate({ debaters }));
    expect(result).toMatchObject({ agreement: 0.5, escalateToHuman: true });
    expect(types).toContain("debate.escalated");
  });

  test("a tied lead escalates although agreement is not below the threshold", async () => {
    const result = await split("a", "a", "b", "b");
    expect(result).toMatchObject({ agreement: 0.5, escalateToHuman: true, answer: "a" });
  });
});

describe("budget", () => {
  const counted = (inputTokens: number, text: string) => ({
    text,
    usage: { inputTokens, outputTokens: 1 },
  });

  test("a budget spent in round 0 → round 1 never starts, nothing finished is lost", async () => {
    const debaters = panelSaying(counted(5, "a"), counted(5, "b"), counted(5, "a"));
    const panel = new Debate({ debaters, stop: "never", budget: { calls: 3 } });
    const { types, result } = await watch(panel);
    expect(callsOf(debaters)).toBe(3);
    expect(types.filter((type) => type === "debate.round_started")).toHaveLength(1);
    expect(types).toContain("debate.budget_exceeded");
    expect(result).toMatchObject({ stopReason: "budget", answer: "a", usage: { calls: 3 } });
    expect(result?.rounds[0]?.positions.map(({ text }) => text)).toEqual(["a", "b", "a"]);
  });

  test('with onExceeded "throw", the error has the finished replies', async () => {
    const debaters = panelSaying("a", "b");
    const budget = { calls: 2, onExceeded: "throw" } as const;
    const error = await rejection(debate(QUESTION, { debaters, stop: "never", budget }));
    expect(error).toMatchObject({ name: "BudgetExceededError", code: "budget" });
    expect(error.partial?.rounds[0]?.positions.map(({ text }) => text)).toEqual(["a", "b"]);
    expect(error.partial?.usage.calls).toBe(2);
  });

  test("one budget object is shared by several debates", async () => {
    const budget = createBudget({ calls: 5 });
    const model = says("a");
    const ask = () => debate(QUESTION, { debaters: model, panelSize: 2, rounds: 0, budget });
    await ask();
    await ask();
    expect(budget.spent().calls).toBe(4);
    const error = await rejection(ask());
    expect(error.name).toBe("BudgetExceededError");
    expect(error.message).toBe(
      "budget.calls: the next step may need 2 calls, and 1 of 5 calls is left",
    );
    expect(model.requests).toHaveLength(4);
  });

  test("debates at once share it too, and never overshoot together", async () => {
    const budget = createBudget({ calls: 7 });
    const model = says("a");
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        debate(QUESTION, { debaters: model, panelSize: 2, rounds: 0, budget }),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(model.requests).toHaveLength(6);
  });
});

describe("events and spans", () => {
  test("the stream carries the names in order; every event is plain JSON", async () => {
    const debaters = panelSaying(["a", "c"], ["b", "d"]);
    const panel = new Debate({ debaters, judge: says("Answer: c"), rounds: 1, revise: "everyone" });
    const { events, stored, types, result } = await watch(panel, QUESTION, { id: "run-1" });
    expect(types).toEqual([
      "debate.started",
      "debate.round_started",
      "debate.response",
      "debate.response",
      "debate.round_completed",
      "debate.round_started",
      "debate.response",
      "debate.response",
      "debate.round_completed",
      "debate.judging",
      "debate.synthesized",
      "debate.escalated",
      "debate.completed",
    ]);
    expect(events).toEqual(JSON.parse(JSON.stringify(events)));
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
    expect(stored.every(({ debateId, at }) => debateId === "run-1" && at > 0)).toBe(true);
    expect(result?.id).toBe("run-1");
  });

  test("routed, failed, converged and rejected runs have the right events", async () => {
    const sure = await watch(
      new Debate({
        debaters: panelSaying("a", "b"),
        route: { type: "confident", model: says(answering("a", 0.9)) },
      }),
    );
    expect(sure.types).toEqual([
      "debate.started",
      "debate.routed",
      "debate.synthesized",
      "debate.completed",
    ]);

    const limits = { retries: 0 };
    const lame = panelSaying("a", "a", { error: "down" });
    const lameRun = await watch(
      new Debate({
        debaters: lame,
        rounds: 0,
        limits,
        stop: { type: "agreement", share: 0.6 },
      }),
    );
    expect(lameRun.types.slice(2, 5).toSorted()).toEqual([
      "debate.debater_failed",
      "debate.response",
      "debate.response",
    ]);
    expect(lameRun.types.toSpliced(2, 3)).toEqual([
      "debate.started",
      "debate.round_started",
      "debate.round_completed",
      "debate.converged",
      "debate.synthesized",
      "debate.completed",
    ]);

    const dead = panelSaying({ error: "down" }, { error: "down" });
    const deadRun = await watch(new Debate({ debaters: dead, limits }));
    expect(deadRun.types.at(-1)).toBe("debate.failed");
    expect(deadRun.error?.name).toBe("PanelFailedError");
  });

  test("one run, one span a round, one a debater call, one aggregate", async () => {
    const tracer = recordingTracer();
    const debaters = panelSaying([answering("a", 0.6), answering("b", 0.8)], answering("b", 0.7));
    await debate("Why?", { debaters, rounds: 2, revise: "everyone", tracer });
    expect(listDebateSpans(tracer)).toEqual([
      "debate.run",
      "debate.round",
      "debate.debater",
      "debate.debater",
      "debate.round",
      "debate.debater",
      "debate.debater",
      "debate.aggregate",
    ]);
    expect(tracer.spans.every(({ ended, status }) => ended && status === null)).toBe(true);
    expect(tracer.named("debate.round").map(({ parent }) => parent)).toEqual([
      "debate.run",
      "debate.run",
    ]);
    expect(tracer.named("debate.run")[0]?.attributes).toMatchObject({
      question_len: 4,
      num_debaters: 2,
      max_rounds: 2,
      aggregation: "majority",
      adaptive_routing: false,
    });
    expect(tracer.named("debate.round").map(({ attributes }) => attributes)).toMatchObject([
      { round_number: 0, convergence_score: 0.5, stopped_early: false },
      { round_number: 1, convergence_score: 1, stopped_early: true },
    ]);
    expect(tracer.named("debate.debater").map(({ attributes }) => attributes)).toMatchObject([
      { debater_index: 0, model_id: "function:scripted", confidence: 0.6, changed: false },
      { debater_index: 1, model_id: "function:scripted", confidence: 0.7, changed: false },
      { debater_index: 0, model_id: "function:scripted", confidence: 0.8, changed: true },
      { debater_index: 1, model_id: "function:scripted", confidence: 0.7, changed: false },
    ]);
    expect(tracer.named("debate.aggregate")[0]?.attributes).toMatchObject({
      strategy: "majority",
      final_confidence: 0.75,
      escalate_to_human: false,
    });
  });

  test("a sure router leaves the spans of the run and the route check only", async () => {
    const tracer = recordingTracer();
    await routed(answering("green", 0.9), { tracer }).result;
    expect(listDebateSpans(tracer)).toEqual(["debate.run", "debate.route_check"]);
    expect(tracer.named("debate.route_check")[0]?.attributes).toMatchObject({
      routing_model_id: "function:scripted",
      confidence: 0.9,
      decision: "single_agent",
    });
    expect(tracer.named("debate.run")[0]?.attributes).toMatchObject({ adaptive_routing: true });
  });

  test("a round that the budget forbids has no span", async () => {
    const tracer = recordingTracer();
    const debaters = panelSaying("a", "b");
    await debate(QUESTION, { debaters, stop: "never", budget: { calls: 2 }, tracer });
    expect(tracer.named("debate.round").map(({ attributes }) => attributes)).toMatchObject([
      { round_number: 0, convergence_score: 0.5, stopped_early: false },
    ]);
  });

  test("a failing run ends its spans with the error", async () => {
    const tracer = recordingTracer();
    const debaters = panelSaying({ error: "down" }, { error: "down" });
    await rejection(debate(QUESTION, { debaters, limits: { retries: 0 }, tracer }));
    const [run] = tracer.named("debate.run");
    expect(run?.status).toMatchObject({ code: 2 });
    expect(run?.exceptions[0]?.name).toBe("PanelFailedError");
    expect(tracer.spans.every(({ ended }) => ended)).toBe(true);
  });
});

describe("replay", () => {
  const inputs = (): DebateConfig => ({
    debaters: panelSaying(["a", "b"], ["b", "a"], ["c", "a"]),
    judge: says("Answer: a"),
    rounds: 1,
    revise: "everyone",
    stop: "never",
  });

  test("same id, same inputs → no model is called again, the result is identical", async () => {
    const journal = memoryJournal();
    const first = await debate(QUESTION, { ...inputs(), journal }, { id: "run-1" });
    const silent = (): never => {
      throw new Error("a model was called again");
    };
    Object.defineProperty(silent, "name", { value: "scripted" });
    const again = { ...inputs(), journal, debaters: [silent, silent, silent], judge: silent };
    expect(await debate(QUESTION, again, { id: "run-1" })).toEqual(first);
  });

  test("changed inputs under the same id → an error that names them, never a silent mix", async () => {
    const journal = memoryJournal();
    await debate(QUESTION, { ...inputs(), journal }, { id: "run-1" });
    const other = inputs();
    const changed = debate("Another?", { ...other, journal, rounds: 0 }, { id: "run-1" });
    const error = await rejection(changed);
    expect(error.name).toBe("JournalMismatchError");
    expect(error).toMatchObject({ differs: ["question", "rounds"] });
    expect(error.message).toContain("question, rounds differ");
    expect(callsOf(other.debaters as never)).toBe(0);
  });

  test("other ids are unaffected", async () => {
    const journal = memoryJournal();
    await debate(QUESTION, { ...inputs(), journal }, { id: "run-1" });
    const other = inputs();
    const result = await debate(QUESTION, { ...other, journal, rounds: 0 }, { id: "run-2" });
    expect(result.usage.calls).toBe(4);
    expect(callsOf(other.debaters as never)).toBe(3);
  });
});

/** Without the spans of the calls themselves. */
function listDebateSpans({ spans }: ReturnType<typeof recordingTracer>): string[] {
  return spans.map(({ name }) => name).filter((name) => name.startsWith("debate."));
}

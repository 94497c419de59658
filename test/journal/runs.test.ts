import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  confident,
  createBudget,
  Debate,
  fold,
  JournalMismatchError,
  judged as judgedRule,
  memoryJournal,
  never,
  type DebateConfig,
  type Journal,
  type ModelFunction,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { sqliteJournal } from "../../packages/runtime/src/journal/index.ts";
import type { RunStore } from "../../packages/runtime/src/journal/run-store.ts";
import { apartFromCosts, lasting, rejection } from "../support/outcomes.ts";
import { answering } from "../support/panel.ts";

const QUESTION = "What is the answer?";

let folder = "";
const open: RunStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-runs-"));
});

afterEach(async () => {
  for (const journal of open.splice(0)) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A new journal object on the same file: what another process would have. */
function journalAnew(): RunStore {
  const journal = sqliteJournal(join(folder, "runs.db"));
  open.push(journal);
  return journal;
}

/** A panel of three that disagrees, and notes every call. `before` may throw or wait. */
function panel(before: (request: ModelRequest) => unknown = () => undefined): {
  calls: string[];
  config: DebateConfig;
} {
  const calls: string[] = [];
  const debater =
    (answers: readonly string[]): ModelFunction =>
    async (request) => {
      calls.push(request.stepId.replace(/^.*__/, ""));
      await before(request);
      return { text: answering(answers[request.round] ?? answers.at(-1), 0.6), costUsd: 1 };
    };
  return {
    calls,
    config: {
      debaters: [
        debater(["red", "red"]),
        debater(["blue", "red"]),
        debater(["blue", "blue", "red"]),
      ],
      rounds: 2,
      revise: "everyone",
      stop: never(),
      limits: { retries: 0 },
    },
  };
}

/** Models are told apart by name, so these have none, as the panel's have none. */
const nobody =
  (): ModelFunction =>
  ({ stepId }) => {
    throw new Error(`no model may be called here: ${stepId}`);
  };
const silent = nobody();
const silentPanel: DebateConfig = {
  debaters: [silent, silent, silent],
  rounds: 2,
  revise: "everyone",
  stop: never(),
};

/** Ends the process's part of a run when a call of this round comes. */
function stopIn(round: number, controller: AbortController) {
  return (request: ModelRequest): void => {
    if (request.round !== round || request.role === "router") return;
    controller.abort();
    request.signal.throwIfAborted();
  };
}

describe("resume", () => {
  test("goes on where another process stopped: finished steps aren't called, the result is the same", async () => {
    const whole = panel();
    const expected = await new Debate(whole.config).run(QUESTION);
    const controller = new AbortController();
    const first = panel(stopIn(1, controller));
    const aborted = new Debate({ ...first.config, journal: journalAnew() });
    const error = await rejection(aborted.run(QUESTION, { id: "run", signal: controller.signal }));
    expect(error.name).toBe("AbortError");

    const second = panel();
    const resumed = await new Debate({ ...second.config, journal: journalAnew() }).run(QUESTION, {
      id: "run",
    });
    expect(second.calls.filter((step) => step.endsWith("round_0"))).toEqual([]);
    expect(second.calls).toHaveLength(6);
    expect(resumed.integrity.reissued).toBe(3);
    const plain = (result: typeof expected): string =>
      JSON.stringify(apartFromCosts(lasting(result)));
    expect(plain(resumed)).toBe(plain(expected));
    expect(resumed.usage.calls).toBe(expected.usage.calls + resumed.integrity.reissued);

    const third = await new Debate({ ...silentPanel, journal: journalAnew() }).run(QUESTION, {
      id: "run",
    });
    expect(third).toEqual(resumed);
    expect((await journalAnew().list()).runs).toMatchObject([
      { id: "run", status: "completed", calls: 12, costUsd: null },
    ]);
  });

  test("a router that failed isn't asked again once the debate has begun", async () => {
    const controller = new AbortController();
    const { config } = panel(stopIn(1, controller));
    let asked = 0;
    const router: ModelFunction = () => {
      asked += 1;
      if (asked === 1) throw Object.assign(new Error("busy"), { status: 400 });
      return answering("green", 0.99);
    };
    const routed = { route: confident({ model: router }), journal: journalAnew() };
    await rejection(
      new Debate({ ...config, ...routed }).run(QUESTION, { id: "run", signal: controller.signal }),
    );
    const result = await new Debate({ ...panel().config, ...routed }).run(QUESTION, { id: "run" });
    expect(asked).toBe(1);
    expect(result).toMatchObject({ routing: "debate", answer: "red" });
  });

  test("waiting for another owner can be aborted", async () => {
    const journal = journalAnew();
    const held = await journal.open("run", {});
    const controller = new AbortController();
    const running = rejection(
      new Debate({ ...panel().config, journal: journalAnew() }).run(QUESTION, {
        id: "run",
        signal: controller.signal,
      }),
    );
    controller.abort();
    expect((await running).name).toBe("AbortError");
    await held.close("running");
  });

  test("a reply the journal couldn't keep is in `partial`, no other call is paid for, and the rest is kept", async () => {
    const store = journalAnew();
    const broken: Journal = {
      read: (id) => store.read(id),
      async open(id, inputs, options) {
        const run = await store.open(id, inputs, options);
        return {
          ...run,
          stepFinished: async (stepId, outcome) => {
            if (stepId.endsWith("debater_1_round_1")) throw new Error("no room");
            await run.stepFinished(stepId, outcome);
          },
        };
      },
    };
    const { calls, config } = panel();
    const error = await rejection(
      new Debate({ ...config, journal: broken }).run(QUESTION, { id: "run" }),
    );
    expect(error.message).toBe("no room");
    expect(calls).toHaveLength(6);
    expect(
      error.partial?.rounds.map(({ positions }) => positions.map(({ status }) => status)),
    ).toEqual([
      ["spoke", "spoke", "spoke"],
      ["spoke", "spoke", "spoke"],
      ["not_asked", "not_asked", "not_asked"],
    ]);
    const again = panel();
    const result = await new Debate({ ...again.config, journal: journalAnew() }).run(QUESTION, {
      id: "run",
    });
    expect(again.calls.filter((step) => !step.endsWith("round_2"))).toEqual(["debater_1_round_1"]);
    expect(result.answer).toBe("red");
  });

  test("events that can't be written end the run, and raise nothing beside it", async () => {
    const store = memoryJournal();
    const deaf: Journal = {
      read: (id) => store.read(id),
      async open(id, inputs) {
        const run = await store.open(id, inputs);
        return { ...run, appendEvents: () => Promise.reject(new Error("no room for events")) };
      },
    };
    const error = await rejection(new Debate({ ...panel().config, journal: deaf }).run(QUESTION));
    expect(error.message).toBe("no room for events");
    expect(error.partial?.answer).toBe("red");
  });
});

describe("replay", () => {
  async function recorded(more: Partial<DebateConfig> = {}): Promise<void> {
    await new Debate({ ...panel().config, ...more, journal: journalAnew() }).run(QUESTION, {
      id: "run",
    });
  }

  test("the same result without a call, and nothing is written", async () => {
    const journal = journalAnew();
    const result = await new Debate({ ...panel().config, journal }).run(QUESTION, { id: "run" });
    const before = await journal.list();
    expect(await new Debate({ ...silentPanel, journal }).replay("run")).toEqual(result);
    expect(
      await new Debate({ ...silentPanel, journal }).replay("run", { decide: "majority" }),
    ).toEqual({
      ...result,
      durationMs: expect.any(Number) as number,
    });
    expect(await journal.list()).toEqual(before);
  });

  test("under another stop rule, decision rule or answer kind", async () => {
    await recorded();
    const debate = new Debate({ ...silentPanel, journal: journalAnew() });
    const stopped = await debate.replay("run", { stop: { type: "agreement", share: 0.6 } });
    expect(stopped).toMatchObject({ answer: "blue", stopReason: "agreed", usage: { calls: 3 } });
    expect(stopped.rounds).toHaveLength(1);
    const chosen = await debate.replay("run", { decide: () => "debater_2" });
    expect(chosen).toMatchObject({ winner: "debater_2", integrity: { degraded: false } });
    const exact = await debate.replay("run", { answer: "exact" });
    expect(exact).toMatchObject({ answer: "red", decision: { basis: "exact" } });
    const escalated = await debate.replay("run", {
      stop: { type: "agreement", share: 0.6 },
      escalateBelow: 0.9,
    });
    expect(escalated.escalateToHuman).toBe(true);
  });

  test("a judge's verdict stands only for the rounds it was given on", async () => {
    const judge: ModelFunction = () => answering("red", 0.9);
    const judged = { judge, decide: { type: "judged" as const, always: true } };
    await recorded(judged);
    const debate = new Debate({ ...silentPanel, ...judged, judge: silent, journal: journalAnew() });
    const same = await debate.replay("run", { answer: "exact" });
    expect(same).toMatchObject({
      answer: "red",
      decision: { method: "judged" },
      integrity: { fallback: null },
    });
    const earlier = await debate.replay("run", { stop: { type: "agreement", share: 0.6 } });
    expect(earlier).toMatchObject({
      answer: "blue",
      integrity: { fallback: "majority", degraded: true },
    });
    const picking = await debate.replay("run", {
      decide: { type: "judged", mode: "pick", always: true },
    });
    expect(picking.integrity.fallback).toBe("majority");
  });

  test("a run that was cut off: as far as it came", async () => {
    const controller = new AbortController();
    const { config } = panel(stopIn(2, controller));
    const journal = journalAnew();
    await rejection(
      new Debate({ ...config, journal }).run(QUESTION, { id: "run", signal: controller.signal }),
    );
    const result = await new Debate({ ...silentPanel, journal }).replay("run");
    expect(result).toMatchObject({ answer: "red", stopReason: "max_rounds", usage: { calls: 6 } });
  });

  test("a panel of another size is a mismatch, an unknown id a clear error", async () => {
    await recorded();
    const debate = new Debate({ debaters: [silent, silent], journal: journalAnew() });
    expect(await rejection(debate.replay("run", { decide: "weighted" }))).toBeInstanceOf(
      JournalMismatchError,
    );
    expect((await rejection(debate.replay("nobody"))).message).toContain('"nobody"');
  });
});

describe("fork", () => {
  const CHANGED = { fromRound: 1, prompts: "critique" as const };

  async function origin(more: Partial<DebateConfig> = {}): Promise<Debate> {
    const debate = new Debate({ ...panel().config, ...more, journal: journalAnew() });
    await debate.run(QUESTION, { id: "origin" });
    return debate;
  }

  test("a new run on the recorded rounds, under another config", async () => {
    await origin();
    const { calls, config } = panel();
    const journal = journalAnew();
    const result = await new Debate({ ...config, journal }).fork("origin", CHANGED, { id: "fork" });
    expect(calls.toSorted()).toEqual(
      [1, 2]
        .flatMap((round) => [0, 1, 2].map((member) => `debater_${member}_round_${round}`))
        .toSorted(),
    );
    expect(result).toMatchObject({ id: "fork", answer: "red", usage: { calls: 9 } });
    const stored = await journal.read("fork");
    expect(stored?.steps.size).toBe(9);
    expect(fold(stored?.events ?? []).started?.forkedFrom).toEqual({ id: "origin", fromRound: 1 });
    expect((await journal.read("origin"))?.status).toBe("completed");
  });

  test("lists and totals count the calls that a fork copies once, where they were made", async () => {
    const journal = memoryJournal();
    const price = { input: 0, output: 1_000_000 };
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
    const model: ModelFunction = ({ round }) => ({ text: `Answer: ${round}`, usage });
    const debaters = [0, 1, 2].map(() => ({ model, price }));
    const debate = new Debate({ debaters, rounds: 1, stop: "never", revise: "everyone", journal });
    await debate.run(QUESTION, { id: "origin" });
    const forked = await debate.fork("origin", CHANGED, { id: "fork" });
    expect(forked).toMatchObject({ costUsd: 6, usage: { calls: 6 } });
    // Its copies are copies for a fork of it, too.
    await debate.fork("fork", { ...CHANGED, fromRound: 2 }, { id: "fork-2" });
    const { runs, totals } = await journal.list({ totals: true });
    expect(runs.map(({ id, calls, costUsd }) => [id, calls, costUsd])).toEqual([
      ["fork-2", 0, 0],
      ["fork", 3, 3],
      ["origin", 6, 6],
    ]);
    expect(totals).toEqual({ runs: 3, calls: 9, costUsd: 9, atLeastUsd: 9 });
    for (const { id } of runs) await journal.remove(id);
    const removed = (await journal.removedRuns?.({ from: 0, to: Infinity })) ?? [];
    expect(removed.flatMap(({ models }) => models.map(({ costUsd }) => costUsd))).toEqual([3, 6]);
  });

  test("a fork that was cut off is taken up by its id, and still doesn't pay for the recorded rounds", async () => {
    await origin();
    const controller = new AbortController();
    const first = panel(stopIn(1, controller));
    const forking = new Debate({ ...first.config, journal: journalAnew() });
    await rejection(forking.fork("origin", CHANGED, { id: "fork", signal: controller.signal }));
    const second = panel();
    const { fromRound: _, ...changes } = CHANGED;
    const journal = journalAnew();
    const result = await new Debate({ ...second.config, ...changes, journal }).run(QUESTION, {
      id: "fork",
    });
    expect(second.calls.filter((step) => step.endsWith("round_0"))).toEqual([]);
    expect(result.answer).toBe("red");
    const { events } = (await journal.read("fork")) ?? { events: [] };
    expect(fold(events).started?.forkedFrom).toEqual({ id: "origin", fromRound: 1 });
  });

  test("one id can't be forked from two origins", async () => {
    const debate = await origin();
    await debate.run(QUESTION, { id: "other" });
    await debate.fork("origin", CHANGED, { id: "fork" });
    const error = await rejection(debate.fork("other", CHANGED, { id: "fork" }));
    expect(error).toMatchObject({ differs: ["forkedFrom"] });
    expect(await rejection(debate.fork("origin", CHANGED, { id: "other" }))).toBeInstanceOf(
      JournalMismatchError,
    );
  });

  test("the recorded rounds and the router's word cost the budget nothing", async () => {
    let asked = 0;
    const router: ModelFunction = () => {
      asked += 1;
      return answering("green", 0.1);
    };
    const debate = await origin({ route: confident({ model: router }) });
    const budget = createBudget({ calls: 6 });
    const result = await debate.fork("origin", { ...CHANGED, budget });
    expect(result).toMatchObject({ stopReason: "max_rounds", answer: "red" });
    expect(asked).toBe(1);
    expect(budget.spent().calls).toBe(6);
  });
});

describe("a list says the same as the events", () => {
  const failing: ModelFunction = () => {
    throw Object.assign(new Error("down"), { status: 400 });
  };
  const kinds: Record<string, Partial<DebateConfig<unknown>>> = {
    plain: {},
    failing: { debaters: [failing, () => "Answer: 4", () => "Answer: 4"] },
    unread: {
      debaters: [() => "", () => "Answer: 4", () => "Answer: 4"],
      rounds: 0,
    },
    tied: {
      debaters: [() => "Answer: 4", () => "Answer: 5"],
      rounds: 0,
      answer: "number",
    },
    judged: { judge: () => answering("red", 0.9), decide: { type: "judged", always: true } },
    fallback: { judge: failing, decide: { type: "judged", always: true } },
    routed: { route: confident({ model: () => answering("green", 0.99) }) },
    waiting: {
      debaters: [() => "Answer: 4", () => "Answer: 5"],
      rounds: 0,
      onEscalate: "wait",
    },
    broken: { debaters: [failing, failing] },
    ended: {
      debaters: [() => "Answer: 4", () => "Answer: 5"],
      rounds: 0,
      onEscalate: "wait",
    },
  };

  test.each(["memory", "sqlite"])("%s journal", async (kind) => {
    const journal = kind === "memory" ? memoryJournal() : journalAnew();
    for (const [id, changes] of Object.entries(kinds)) {
      const debate = new Debate<unknown>({
        ...(panel().config as DebateConfig<unknown>),
        ...changes,
        journal,
      });
      const stream = debate.stream(QUESTION, { id });
      try {
        for await (const event of stream) {
          if (event.type !== "debate.escalated" || !event.waiting) continue;
          expect((await journal.list({ status: "waiting" })).runs).toMatchObject([{ id }]);
          if (id === "ended") break;
          // The loop waits for the review from the next tick on.
          setImmediate(() => void debate.review(id, { verdict: "correct", answer: "5" }));
        }
      } catch {
        expect(id).toBe("broken");
      }
      await stream.result.catch(() => undefined);
    }
    const { runs } = await journal.list();
    expect(runs.map(({ id }) => id)).toEqual(Object.keys(kinds).toReversed());
    for (const summary of runs) {
      const events = (await journal.eventsFrom(summary.id, 0)) ?? [];
      const { result, status, started } = fold(events);
      const { answer } = result;
      expect(summary).toMatchObject({
        question: result.question,
        status,
        ...(summary.id === "ended" ? { status: "failed", stopped: true } : {}),
        answer: answer === null || typeof answer === "string" ? answer : JSON.stringify(answer),
        stopReason: result.stopReason === "unfinished" ? null : result.stopReason,
        agreement: result.agreement,
        escalated: result.escalateToHuman && result.review === undefined,
        degraded: result.integrity.degraded,
        calls: result.usage.calls,
        costUsd: result.costUsd,
        panel: started?.panel.map(({ name }) => name),
      });
      // F50: a list doesn't call a run failed that somebody ended.
      expect(summary.stopped ?? false, summary.id).toBe(summary.id === "ended");
    }
  });
});

describe("a list says how an answer came about", () => {
  const members = (...answers: string[]): DebateConfig["debaters"] =>
    answers.map((answer, at) => ({
      name: ["ada", "boole", "curie"][at] ?? "",
      model: () => `Answer: ${answer}`,
    }));
  const kinds: Record<string, Partial<DebateConfig<unknown>>> = {
    agreed: { debaters: members("red", "red", "blue") },
    tied: { debaters: members("red", "blue") },
    judged: {
      debaters: members("red", "red", "blue"),
      judge: () => "Answer: blue",
      decide: judgedRule({ always: true }),
    },
    reviewed: { debaters: members("red", "blue") },
    review: {
      debaters: [() => JSON.stringify({ findings: [] }), () => JSON.stringify({ findings: [] })],
      answer: "findings",
    },
  };

  test.each(["memory", "sqlite"])("%s journal", async (kind) => {
    const journal = kind === "memory" ? memoryJournal() : journalAnew();
    for (const [id, changes] of Object.entries(kinds)) {
      const config = { rounds: 0, answer: "exact", ...changes, journal } as DebateConfig<unknown>;
      const debate = new Debate<unknown>(config);
      const context = id === "review" ? [{ document: "cart.ts", text: "let total = 0;" }] : [];
      await debate.run({ text: QUESTION, context }, { id });
      if (id === "reviewed")
        await debate.review(id, { verdict: "correct", answer: "blue", reviewer: "grace" });
    }
    const { runs } = await journal.list();
    const circumstances = runs.map(({ id, tied, overruled, reviewer, reviews }) => [
      id,
      { tied, overruled, reviewer, reviews },
    ]);
    expect(Object.fromEntries(circumstances)).toEqual({
      agreed: {},
      tied: { tied: 2 },
      judged: { overruled: { by: "judged", votes: 2 } },
      reviewed: { reviewer: "grace" },
      review: { reviews: ["cart.ts"] },
    });
  });
});

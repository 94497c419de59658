import { describe, expect, it } from "vitest";
import {
  Debate,
  fold,
  human,
  memoryJournal,
  type DebateConfig,
  type DebateEvent,
  type Journal,
} from "../../packages/rostrum/src/index.ts";
import { callsOf, lastTurn, panelSaying } from "../support/panel.ts";

const QUESTION = "Which color?";

function table(config: Partial<DebateConfig> = {}) {
  const models = panelSaying("red", "blue");
  const debate = new Debate({
    debaters: [...models, { name: "grace", model: human({ name: "grace" }) }],
    rounds: 1,
    revise: "everyone",
    journal: memoryJournal(),
    ...config,
  });
  return { debate, models };
}

/** Speaks whenever somebody is waited for. */
function speaking(debate: Debate, id: string, words: (round: number, name: string) => string) {
  const events: DebateEvent[] = [];
  return {
    events,
    onEvent(event: DebateEvent) {
      events.push(event);
      if (event.type === "debate.waiting" && event.for === "speak") {
        void debate.speak(id, event.name as string, words(event.round, event.name as string));
      }
    },
  };
}

describe("a person at the table", () => {
  it("is a model in data", () => {
    expect(human({ name: "grace" })).toBe("human:grace");
    for (const name of ["", " ", "a\nb", "x".repeat(65), "../x"]) {
      expect(() => human({ name })).toThrow("name");
    }
  });

  it("speaks as a debater: 0 calls, $0, and the others read it", async () => {
    const { debate, models } = table();
    const { events, onEvent } = speaking(debate, "seat", () => "I think it is blue.\nAnswer: blue");
    const result = await debate.run(QUESTION, { id: "seat", onEvent });
    expect(result.answer).toBe("blue");
    expect(result.usage.calls).toBe(callsOf(models));
    const said = events.find(
      (event) => event.type === "debate.response" && event.debater === "grace",
    );
    expect(said).toMatchObject({ calls: [{ attempts: 0, costUsd: 0 }] });
    expect(lastTurn(models[0]?.requests[1] as never)).toContain("I think it is blue.");
    expect(events.find(({ type }) => type === "debate.started")).toMatchObject({
      panel: [{}, {}, { name: "grace", model: "human:grace" }],
    });
  });

  it("judges", async () => {
    const models = panelSaying("red", "blue");
    const debate = new Debate({
      debaters: models,
      judge: human({ name: "ada" }),
      rounds: 0,
      journal: memoryJournal(),
    });
    const { events, onEvent } = speaking(debate, "bench", () => "Answer: blue");
    const result = await debate.run(QUESTION, { id: "bench", onEvent });
    expect(result).toMatchObject({ answer: "blue", decision: { method: "judged" } });
    expect(events.find(({ type }) => type === "debate.waiting")).toMatchObject({
      name: "ada",
      source: "judge",
    });
    expect(result.usage.calls).toBe(2);
  });

  it("is not counted by the plan, and never compares unless named", async () => {
    const { debate } = table({ judge: "human:ada", budget: { calls: 4 } });
    expect((await debate.plan(QUESTION)).calls).toEqual({ min: 2, typical: 3, max: 4 });
    expect((await debate.plan(QUESTION)).usd.max).toBeNull();
    const people = new Debate({
      debaters: ["human:ada", "human:bob"],
      rounds: 3,
      revise: "everyone",
    });
    expect(await people.plan(QUESTION)).toMatchObject({
      calls: { min: 0, max: 0 },
      usd: { max: 0 },
    });
  });

  it("has no timeout and no retries, and its time is not the debate's", async () => {
    const { debate } = table({
      limits: { timeoutMs: 300, retries: 0 },
      budget: { ms: 400, calls: 9 },
    });
    const pending = Promise.withResolvers<void>();
    const running = debate.run(QUESTION, {
      id: "slow",
      onEvent(event) {
        if (event.type !== "debate.waiting") return;
        setTimeout(() => {
          void debate.speak("slow", "grace", "Answer: blue").then(pending.resolve);
        }, 900);
      },
    });
    await pending.promise;
    const result = await running;
    expect(result.stopReason).not.toBe("budget");
    expect(result.integrity.dropped).toEqual([]);
    expect(result.rounds).toHaveLength(2);
  });

  it("waits only for the person once the models have replied", async () => {
    const { debate } = table({ rounds: 0 });
    const events: DebateEvent[] = [];
    const all = Promise.withResolvers<void>();
    const running = debate.run(QUESTION, {
      id: "open",
      onEvent(event) {
        events.push(event);
        if (events.filter(({ type }) => type === "debate.response").length === 2) all.resolve();
      },
    });
    await all.promise;
    expect(fold(events)).toMatchObject({
      status: "waiting",
      waits: [{ for: "speak", name: "grace", source: "grace", round: 0 }],
    });
    await expect(debate.speak("open", "nobody", "x")).rejects.toThrow(
      `doesn't wait for "nobody", but for grace`,
    );
    await debate.speak("open", "grace", "Answer: blue");
    expect(fold(events).waits).toEqual([]);
    expect((await running).answer).toBe("blue");
  });

  it("is waited for again after a restart, and what was said is not asked again", async () => {
    const { debate, models } = table();
    const stop = new AbortController();
    const first = speaking(debate, "again", () => "Answer: blue");
    await expect(
      debate.run(QUESTION, {
        id: "again",
        signal: stop.signal,
        onEvent(event) {
          if (event.type === "debate.waiting" && event.round === 1) stop.abort();
          else first.onEvent(event);
        },
      }),
    ).rejects.toThrow();
    const calls = callsOf(models);
    const second = speaking(debate, "again", (round) => {
      expect(round).toBe(1);
      return "Answer: blue";
    });
    const result = await debate.run(QUESTION, { id: "again", onEvent: second.onEvent });
    expect(result.answer).toBe("blue");
    expect(callsOf(models)).toBeLessThanOrEqual(calls + 2);
    const replayed = await debate.replay("again", { decide: "majority" });
    expect(replayed.answer).toBe("blue");
    const fork = speaking(debate, "fork", () => "Answer: blue");
    const forked = await debate.fork(
      "again",
      { fromRound: 1 },
      { id: "fork", onEvent: fork.onEvent },
    );
    expect(forked.rounds[0]?.positions[2]?.answer).toBe("blue");
    expect(fork.events.filter(({ type }) => type === "debate.waiting")).toHaveLength(1);
  });

  it("is told if the journal refuses the words, and is asked for them again", async () => {
    const inner = memoryJournal();
    const journal: Journal = {
      read: (id) => inner.read(id),
      async open(...run) {
        const opened = await inner.open(...run);
        return {
          ...opened,
          async stepFinished(stepId, outcome) {
            if (stepId.includes("debater_2")) throw new Error("disk full");
            await opened.stepFinished(stepId, outcome);
          },
        };
      },
    };
    const { debate } = table({ journal, rounds: 0 });
    let words: Promise<void> | undefined;
    const running = debate.run(QUESTION, {
      id: "refused",
      onEvent({ type }) {
        if (type === "debate.waiting") words = debate.speak("refused", "grace", "Answer: blue");
      },
    });
    await expect(running).rejects.toThrow("disk full");
    await expect(words).rejects.toThrow("disk full");
    const later = table({ journal: inner, rounds: 0 }).debate;
    const { events, onEvent } = speaking(later, "refused", () => "Answer: blue");
    expect((await later.run(QUESTION, { id: "refused", onEvent })).answer).toBe("blue");
    expect(events.filter(({ type }) => type === "debate.waiting").length).toBeGreaterThan(0);
  });

  it("without a journal too", async () => {
    const models = panelSaying("red", "red");
    const config: DebateConfig = {
      debaters: [...models, "human:ada"],
      rounds: 0,
    };
    const debate = new Debate(config);
    const { onEvent } = speaking(debate, "plain", () => "Answer: red");
    expect((await debate.run(QUESTION, { id: "plain", onEvent })).answer).toBe("red");
  });

  it("can't route or take over for a model", () => {
    const base = { debaters: panelSaying("red", "blue") };
    expect(
      () => new Debate({ ...base, route: { type: "confident", model: "human:ada" } }),
    ).toThrow();
    expect(
      () =>
        new Debate({
          debaters: [{ model: panelSaying("x")[0] as never, fallback: "human:ada" }, "human:bob"],
        }),
    ).toThrow("fallback");
  });
});

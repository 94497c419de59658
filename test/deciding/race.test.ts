import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  createBudget,
  Debate,
  fold,
  memoryJournal,
  ModelError,
  race,
  toMarkdown,
  type DebateConfig,
  type DebateEvent,
  type ModelRequest,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { answering } from "../support/panel.ts";

const QUESTION = "What is 6 times 7?";

/** A model that replies only when it is told to, and stops when it is cancelled. */
function slow(answer: string): {
  model: (request: ModelRequest) => Promise<string>;
  begun: Promise<void>;
  reply(): void;
  calls: number;
  cancelled: boolean;
} {
  const reply = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const debater = {
    calls: 0,
    cancelled: false,
    begun: begun.promise,
    reply: () => reply.resolve(),
    async model({ signal }: ModelRequest) {
      debater.calls += 1;
      signal.addEventListener("abort", () => (debater.cancelled = true));
      begun.resolve();
      await reply.promise;
      return answering(answer);
    },
  };
  return debater;
}

const says = (answer: string) => (): string => answering(answer);

const PRICE = { input: 1, output: 1 };

function panel(late: { model: (request: ModelRequest) => Promise<string> }): DebateConfig<number> {
  return {
    debaters: [
      { name: "ada", model: says("42"), price: PRICE },
      { name: "boole", model: says("42"), price: PRICE },
      { name: "curie", model: late.model, price: PRICE },
      { name: "dirac", model: says("42"), price: PRICE },
      { name: "euler", model: says("42"), price: PRICE },
    ],
    answer: "number",
    poll: race(),
    limits: { retries: 0 },
  };
}

const types = (events: readonly DebateEvent[]): string[] => events.map(({ type }) => type);

describe("a race", () => {
  test("cancels who can't change the answer any more, and says so", async () => {
    const late = slow("41");
    const events: DebateEvent[] = [];
    const result = await new Debate(panel(late)).run(QUESTION, {
      onEvent: (event) => void events.push(event),
    });
    expect(late.cancelled).toBe(true);
    expect(result).toMatchObject({ answer: 42, stopReason: "agreed", agreement: 0.8 });
    expect(result.integrity).toMatchObject({ degraded: false, planned: 5, completed: 4 });
    expect(result.rounds[0]?.positions[2]).toMatchObject({
      debater: "curie",
      status: "cancelled",
      answer: null,
      cluster: null,
    });
    expect(events.find(({ type }) => type === "debate.settled")).toMatchObject({
      round: 0,
      answer: "42",
      debaters: ["ada", "boole", "dirac", "euler"],
      late: ["curie"],
    });
    expect(types(events).slice(-6)).toEqual([
      "debate.settled",
      "debate.debater_cancelled",
      "debate.round_completed",
      "debate.converged",
      "debate.synthesized",
      "debate.completed",
    ]);
    expect(toMarkdown(result)).toContain("not waited for");
    expect(fold(events).result).toEqual(result);
  });

  test("counts a cancelled call as made, at an unknown cost, and charges caps with its worst case", async () => {
    const all = createBudget({ usd: 1, calls: 100 });
    const complete = slow("42");
    complete.reply();
    await new Debate({ ...panel(complete), poll: "everyone", budget: all }).run(QUESTION);
    const raced = createBudget({ usd: 1, calls: 100 });
    const late = slow("41");
    const result = await new Debate({ ...panel(late), budget: raced }).run(QUESTION);
    expect(result.usage.calls).toBe(5);
    expect(result.costUsd).toBeNull();
    expect(raced.spent().calls).toBe(5);
    // Nobody knows what a call without usage cost, so that each is charged at its worst case.
    expect(raced.spent().usd).toBeCloseTo(all.spent().usd, 4);
  });

  test.each([
    ["before its first attempt", 0],
    ["while it waits for a retry", 1],
  ] as const)(
    "keeps nothing reserved for a call that was cancelled %s",
    async (_when, attempts) => {
      const failed = Promise.withResolvers<void>();
      if (attempts === 0) failed.resolve();
      const says42 = async (): Promise<string> => {
        await failed.promise;
        return answering("42");
      };
      const fails = (): never => {
        throw new ModelError("it is busy", { status: 503, retryAfterMs: 60_000 });
      };
      const late = attempts === 0 ? slow("41").model : fails;
      const budget = createBudget({ tokens: 1_000_000 });
      const models = [says42, says42, says42, late, attempts === 0 ? late : says42];
      const debate = new Debate({
        debaters: models.map((model, index) => ({ name: `m${index}`, model, price: PRICE })),
        answer: "number",
        rounds: 0,
        poll: race(),
        onRound: "wait",
        limits: { retries: 1, timeoutMs: 120_000, ...(attempts === 0 ? { concurrency: 1 } : {}) },
        budget,
      });
      const id = `reserved-${attempts}`;
      const cancelled: unknown[] = [];
      let reserved: number | undefined;
      await debate.run(QUESTION, {
        id,
        onAttempt: ({ failure }) => {
          // The retry is reserved by then.
          if (failure) setImmediate(failed.resolve);
        },
        async onEvent(event) {
          if (event.type === "debate.debater_cancelled") cancelled.push(event.calls[0]?.attempts);
          if (event.type !== "debate.waiting") return;
          const left = (await budget.left?.())?.tokens ?? 0;
          reserved = 1_000_000 - left - budget.spent().tokens;
          await debate.proceed(id);
        },
      });
      expect(cancelled).toContain(attempts);
      expect(reserved).toBe(0);
    },
  );

  test("waits for who may change the verdict", async () => {
    const late = slow("42");
    const running = new Debate({ ...panel(late), stop: "unanimous" }).run(QUESTION);
    await late.begun;
    late.reply();
    const result = await running;
    expect(late.cancelled).toBe(false);
    expect(result.rounds[0]?.positions[2]?.status).toBe("spoke");
  });

  test("with patience, who is late may still dissent", async () => {
    const late = slow("41");
    const config = { ...panel(late), limits: { retries: 0, patience: 60_000 } };
    const stream = new Debate(config).stream(QUESTION);
    const seen: DebateEvent[] = [];
    for await (const event of stream) {
      seen.push(event);
      // The answer is known while the last reply is still awaited.
      if (event.type === "debate.settled") late.reply();
    }
    const result = await stream.result;
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["curie"]);
    expect(types(seen)).not.toContain("debate.debater_cancelled");
  });

  test("with patience, who is later than that is cancelled", async () => {
    const late = slow("41");
    const result = await new Debate({
      ...panel(late),
      poll: "everyone",
      limits: { retries: 0, patience: 1 },
    }).run(QUESTION);
    expect(result.rounds[0]?.positions[2]?.status).toBe("cancelled");
  });

  test("patience holds in revision rounds, where an earlier answer still counts", async () => {
    const late = slow("42");
    const revising = ({ round }: ModelRequest): string => answering(round === 0 ? "41" : "42");
    const waits = (request: ModelRequest): string | Promise<string> =>
      request.round === 0 ? answering("41") : late.model(request);
    const result = await new Debate({
      debaters: [says("42"), says("42"), says("42"), revising, waits],
      answer: "number",
      rounds: 1,
      limits: { retries: 0, patience: 0 },
    }).run(QUESTION);
    expect(result.rounds[1]?.positions[4]?.status).toBe("cancelled");
    expect(result).toMatchObject({ answer: 42, stopReason: "agreed" });
    expect(result.dissent.map(({ answer }) => answer)).toEqual(["41"]);
  });

  test("where not all may begin at once, those who took longest before begin first", async () => {
    const begun: string[] = [];
    const begunAt = performance.now();
    const member = (name: string) => ({
      name,
      async model(): Promise<string> {
        begun.push(name);
        // Longer than the calls before it took together, however slow the machine is.
        if (begun.length === 3) await after(2 * (performance.now() - begunAt));
        return answering(name);
      },
    });
    const debate = new Debate({
      debaters: [member("ada"), member("boole"), member("curie")],
      answer: "exact",
      rounds: 0,
      poll: race(),
      limits: { concurrency: 1 },
    });
    await debate.run("Who?");
    await debate.run("Who?");
    expect(begun.slice(0, 3)).toEqual(["ada", "boole", "curie"]);
    expect(begun[3]).toBe("curie");
  });

  test("identical wordings of prose settle a race, and without revisions no stop rule is waited for", async () => {
    const late = slow("blue");
    let compared = 0;
    const settings = {
      debaters: ["red", "red", "red", late.model].map((answer) =>
        typeof answer === "string" ? says(answer) : answer,
      ),
      answer: "text" as const,
      compare: () => {
        compared += 1;
        return '{"groups": []}';
      },
      poll: race(),
      rounds: 0,
    };
    const result = await new Debate(settings).run("Which colour?");
    expect(result).toMatchObject({
      answer: "red",
      agreement: 0.75,
      integrity: { degraded: false },
    });
    expect(late.cancelled).toBe(true);
    expect(compared).toBe(0);
  });

  test("a race in prose waits where the late member could turn the vote", async () => {
    const late = slow("blue");
    const running = new Debate({
      debaters: [says("red"), says("red"), says("blue"), late.model],
      answer: "text" as const,
      compare: () => '{"groups": [{"items": [1]}, {"items": [2]}]}',
      poll: race(),
      rounds: 0,
    }).run("Which colour?");
    await late.begun;
    expect(late.cancelled).toBe(false);
    late.reply();
    expect((await running).rounds[0]?.positions[3]?.status).toBe("spoke");
  });

  test("a plan says where a race can never end early", async () => {
    const warnings = async (more: object): Promise<string> =>
      (
        await new Debate({ debaters: [says("1"), says("2")], poll: race(), ...more }).plan()
      ).warnings.join("\n");
    expect(await warnings({ answer: "exact" })).toBe("");
    expect(await warnings({ answer: "text", compare: says("x") })).toBe("");
    expect(await warnings({ answer: "exact", decide: "central" })).toContain("decide is central");
    expect(await warnings({ answer: "exact", stop: () => false })).toContain("a function decides");
    expect(await warnings({ answer: "exact", stop: () => false, rounds: 0 })).toBe("");
  });
});

describe("a race in the journal", () => {
  const journaled = async (): Promise<{
    late: ReturnType<typeof slow>;
    config: DebateConfig<number>;
    id: string;
  }> => {
    const late = slow("41");
    const config = { ...panel(late), journal: memoryJournal() };
    await new Debate(config).run(QUESTION, { id: "race" });
    return { late, config, id: "race" };
  };

  test("is replayed under other rules without the cancelled reply", async () => {
    const { config, id, late } = await journaled();
    const result = await new Debate(config).replay(id, { stop: "unanimous" });
    expect(result.rounds[0]?.positions[2]?.status).toBe("cancelled");
    expect(result).toMatchObject({ answer: 42, integrity: { degraded: false } });
    expect(late.calls).toBe(1);
  });

  test("is forked with the cancelled position as it was", async () => {
    const { config, id, late } = await journaled();
    late.reply();
    const result = await new Debate(config).fork(id, { fromRound: 1, stop: "unanimous" });
    expect(result.rounds[0]?.positions[2]?.status).toBe("cancelled");
    // Round 1 asks those who are not in the lead, and whom nobody waited for is one of them.
    expect(result.rounds[1]?.positions.map(({ status }) => status)).toEqual([
      "kept",
      "kept",
      "spoke",
      "kept",
      "kept",
    ]);
    expect(late.calls).toBe(2);
  });

  test("a run that is resumed doesn't call again whom it need not wait for", async () => {
    const late = slow("41");
    const store = memoryJournal();
    const config = { ...panel(late), journal: store };
    const controller = new AbortController();
    const before: StoredEvent[] = [];
    // It is stopped while the last member is still being asked.
    await new Debate({ ...config, poll: "everyone" })
      .run(QUESTION, {
        id: "stopped",
        signal: controller.signal,
        onEvent(event) {
          if (event.type === "debate.delta") return;
          before.push(event);
          const replies = before.filter(({ type }) => type === "debate.response").length;
          if (replies === 4) void late.begun.then(() => controller.abort());
        },
      })
      .catch(() => undefined);
    expect(late.calls).toBe(1);
    const result = await new Debate({
      ...config,
      poll: "everyone",
      limits: { retries: 0, patience: 0 },
    }).run(QUESTION, { id: "stopped" });
    expect(late.calls).toBe(1);
    expect(result).toMatchObject({ answer: 42, integrity: { degraded: false } });
    expect(result.rounds[0]?.positions[2]?.status).toBe("cancelled");
    // The attempt before the stop still counts.
    expect(result.usage.calls).toBe(5);
  });
});

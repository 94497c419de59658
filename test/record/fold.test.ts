import { describe, expect, test } from "vitest";
import { Debate } from "../../packages/runtime/src/api/debate.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { json, number } from "../../packages/core/src/answers/answer-kinds.ts";
import type { AnswerKind } from "../../packages/core/src/protocol/answer.ts";
import type { DebateConfig } from "../../packages/core/src/protocol/options.ts";
import type { DebateEvent, StoredEvent } from "../../packages/core/src/protocol/events.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

async function eventsOf<A>(config: DebateConfig<A>) {
  const stream = new Debate<A>(config).stream("How many?", {
    id: "x",
    userId: "u",
    metadata: { a: 1 },
  });
  const events: DebateEvent[] = [];
  for await (const event of stream) events.push(event);
  return { events, result: await stream.result };
}
const says = (...replies: string[]) =>
  replies.map((reply) => scripted([reply], { repeatLast: true }));

describe("fold", () => {
  test("of nothing is a run that has not begun", () => {
    expect(fold([])).toMatchObject({ status: "running", started: null, error: null });
    expect(fold([]).result).toMatchObject({
      id: "",
      answer: null,
      rounds: [],
      stopReason: "unfinished",
      agreement: null,
    });
  });

  test("a debater who isn't in the panel takes nobody's place", async () => {
    const { events } = await eventsOf({ debaters: says("Answer: 1", "Answer: 2"), rounds: 0 });
    const first = events.find((event) => event.type === "debate.response");
    const stranger = { ...first, debater: "stranger", text: "Answer: 3", calls: [] } as StoredEvent;
    const asked = events.map((event) =>
      event.type === "debate.round_started"
        ? { ...event, asked: [...event.asked, "stranger"] }
        : event,
    );
    const at = asked.findLastIndex(({ type }) => type === "debate.response") + 1;
    const hostile = asked.toSpliced(at, 0, stranger) as StoredEvent[];
    expect(fold(hostile).result.rounds).toEqual(fold(events as StoredEvent[]).result.rounds);
  });

  const list = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) =>
        Array.isArray(value) ? { value: value as number[] } : { issues: [{ message: "no list" }] },
    },
  } as const;
  const lengths = { read: (text: string) => ({ said: text.length }), same: () => true };
  test.each<[what: string, answer: AnswerKind<never>, reply: string, expected: unknown]>([
    ["a number", number() as never, "The answer is 42.", 42],
    ["JSON", json(list) as never, '{"answer": [4, 2]}', [4, 2]],
    ["an object of one's own", lengths as never, "I say it is 42.", { said: 15 }],
  ])("keeps the type of the answer: %s", async (_what, answer, reply, expected) => {
    const { events, result } = await eventsOf({ debaters: says(reply, reply), rounds: 0, answer });
    expect(result.answer).toEqual(expected);
    expect(fold(events).result).toStrictEqual(result);
    expect(fold(JSON.parse(JSON.stringify(events)) as DebateEvent[]).result).toEqual(result);
  });

  test("is pure: the events stay as they are, and folding twice gives the same", async () => {
    const { events } = await eventsOf({ debaters: says("a", "b"), rounds: 2, stop: "never" });
    const before = JSON.stringify(events);
    const once = fold(events);
    expect(fold(events)).toEqual(once);
    expect(JSON.stringify(events)).toBe(before);
  });

  test("passes over deltas", async () => {
    const { events, result } = await eventsOf({ debaters: says("a", "a"), rounds: 0 });
    expect(events.some(({ type }) => type === "debate.delta")).toBe(true);
    const stored = events.filter((event): event is StoredEvent => event.type !== "debate.delta");
    expect(fold(stored).result).toEqual(result);
  });

  test("tells how the run was started, and how it ended", async () => {
    const { events } = await eventsOf({ debaters: says("a", "a"), rounds: 0 });
    expect(fold(events)).toMatchObject({
      status: "completed",
      started: {
        question: "How many?",
        panel: [{ name: "debater_0", weight: 1 }, { name: "debater_1" }],
        userId: "u",
        metadata: { a: 1 },
        rules: {
          stop: ["agreement"],
          decide: "majority",
          answer: "auto",
          see: "all",
          show: "latest",
          revise: "dissenters",
        },
      },
      error: null,
    });
    const failed = new Debate({ debaters: says("", ""), rounds: 0 }).stream("How many?");
    const log: DebateEvent[] = [];
    await (async () => {
      for await (const event of failed) log.push(event);
    })().catch(() => undefined);
    expect(fold(log)).toMatchObject({
      status: "failed",
      error: { name: "PanelFailedError", code: "panel_failed" },
    });
  });

  test("a run that waits for a person is waiting, then running, then completed", async () => {
    const panel = new Debate({ debaters: says("a", "b"), rounds: 0, onEscalate: "wait" });
    const stream = panel.stream("How many?", { id: "fold-wait" });
    const events: StoredEvent[] = [];
    for await (const event of stream) {
      if (event.type !== "debate.delta") events.push(event);
      if (event.type === "debate.escalated") {
        expect(fold(events).status).toBe("waiting");
        await panel.review("fold-wait", { verdict: "confirm" });
      }
      if (event.type === "debate.reviewed") expect(fold(events).status).toBe("running");
    }
    expect(fold(events).status).toBe("completed");
  });

  test("kept positions carry the answer on and cost nothing", async () => {
    const { events } = await eventsOf({
      debaters: says("a", "a", "b"),
      rounds: 1,
      stop: "never",
      revise: "dissenters",
    });
    const [, second] = fold(events).result.rounds;
    expect(second?.positions[0]).toEqual({
      debater: "debater_0",
      round: 1,
      status: "kept",
      text: "a",
      answer: "a",
      headline: "a",
      reasoning: "",
      confidence: null,
      changed: false,
      cluster: 0,
    });
  });
});

import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  choice,
  ConfigError,
  Debate,
  debate,
  fold,
  json,
  memoryJournal,
  number,
  type DebateConfig,
  type DebateEvent,
  type Journal,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { callsOf, panelSaying } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const settings = (config: Partial<DebateConfig> = {}): DebateConfig => ({
  debaters: panelSaying("red", "blue", "green"),
  rounds: 0,
  onEscalate: "wait",
  ...config,
});

const RULING = z.object({ action: z.enum(["refund", "decline"]) });
const REFUND = '{"action":"refund"}';
const DECLINE = '{"action":"decline"}';

const split = (): Debate => new Debate(settings());

/** Starts a run and stops reading once it waits for a person. */
async function waiting<A>(panel: Debate<A>, id: string, signal?: AbortSignal) {
  const stream = panel.stream(QUESTION, { id, ...(signal ? { signal } : {}) });
  const events: DebateEvent[] = [];
  const reader = stream[Symbol.asyncIterator]();
  while (events.at(-1)?.type !== "debate.escalated") {
    const next = await reader.next();
    if (next.done) throw new Error("the run ended without waiting");
    events.push(next.value);
  }
  const rest = async (): Promise<DebateEvent[]> => {
    for (let next = await reader.next(); !next.done; next = await reader.next())
      events.push(next.value);
    return events;
  };
  return { stream, events, rest };
}

describe("an escalated run that waits for a person", () => {
  test("says so, and has not finished", async () => {
    const panel = split();
    const { stream, events, rest } = await waiting(panel, "wait-1");
    expect(events.at(-1)).toMatchObject({ type: "debate.escalated", waiting: true, tied: true });
    expect(fold(events).status).toBe("waiting");
    await panel.review("wait-1", { verdict: "confirm" });
    await rest();
    await stream.result;
  });

  test("whoever reviews is told if the journal refuses the review, and the run waits for it again", async () => {
    const inner = memoryJournal();
    const journal: Journal = {
      read: (id) => inner.read(id),
      async open(...run) {
        const opened = await inner.open(...run);
        return {
          ...opened,
          async appendEvents(events) {
            if (events.some(({ type }) => type === "debate.reviewed")) throw new Error("disk full");
            await opened.appendEvents(events);
          },
        };
      },
    };
    const panel = new Debate(settings({ journal }));
    const { stream } = await waiting(panel, "refused");
    await expect(panel.review("refused", { verdict: "confirm" })).rejects.toThrow("disk full");
    await expect(stream.result).rejects.toThrow("disk full");
    const later = new Debate(settings({ journal: inner }));
    const again = await waiting(later, "refused");
    await later.review("refused", { verdict: "confirm" });
    expect((await again.stream.result).review).toEqual({ verdict: "confirm" });
  });

  test("confirm: the panel's answer stands", async () => {
    const panel = split();
    const { stream, rest } = await waiting(panel, "wait-2");
    const said = { verdict: "confirm", reviewer: "Ada", reason: "checked" } as const;
    await panel.review("wait-2", said);
    const events = await rest();
    const result = await stream.result;
    expect(result).toMatchObject({ answer: "red", escalateToHuman: true, review: said });
    expect(events.map(({ type }) => type).slice(-3)).toEqual([
      "debate.escalated",
      "debate.reviewed",
      "debate.completed",
    ]);
    expect(fold(events).result).toEqual(result);
  });

  test("correct: an answer that nobody gave has no winner, and everybody dissents", async () => {
    const panel = split();
    const { stream } = await waiting(panel, "wait-3");
    await panel.review("wait-3", { verdict: "correct", answer: "purple" });
    const result = await stream.result;
    expect(result).toMatchObject({
      answer: "purple",
      text: "purple",
      winner: null,
      confidence: null,
    });
    expect(result.dissent).toHaveLength(3);
    expect(result.review).toEqual({ verdict: "correct", answer: "purple" });
  });

  test("correct: whoever had said it stands for it, and the others dissent", async () => {
    const panel = split();
    const { stream } = await waiting(panel, "wait-3b");
    await panel.review("wait-3b", { verdict: "correct", answer: "blue" });
    const result = await stream.result;
    expect(result).toMatchObject({ answer: "blue", winner: "debater_1" });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["debater_0", "debater_2"]);
  });

  test("correct: the person's answer has the type of the answer kind", async () => {
    const config: DebateConfig<number> = {
      debaters: panelSaying("41", "42"),
      rounds: 0,
      onEscalate: "wait",
      answer: number(),
    };
    const panel = new Debate(config);
    const { stream } = await waiting(panel, "wait-4");
    await panel.review("wait-4", { verdict: "correct", answer: "43.5 metres" });
    expect((await stream.result).answer).toBe(43.5);
  });

  test.each<[string, DebateConfig<unknown>["answer"], string[], string, RegExp]>([
    ["number", number(), ["41", "42"], "many", /review\.answer.*a number.*"many"/],
    ["choice", choice(["a", "b"]), ["a", "b"], "c", /review\.answer.*one of a, b.*"c"/],
    ["json", json(RULING), [REFUND, DECLINE], "decline", /review\.answer.*fits the schema/],
    ["json-field", json(RULING), [REFUND, DECLINE], '{"action":"x"}', /action/],
    ["exact", "exact", ["a", "b"], " ", /review\.answer/],
  ])(
    "correct: an answer that is not of the kind is refused, and the run goes on waiting: %s",
    async (kind, answer, replies, correction, message) => {
      const panel = new Debate<unknown>({
        debaters: panelSaying(...replies),
        rounds: 0,
        onEscalate: "wait",
        answer,
      });
      const { stream } = await waiting(panel, `wait-typed-${kind}`);
      const error = await rejection(
        panel.review(`wait-typed-${kind}`, { verdict: "correct", answer: correction }),
      );
      expect(error).toBeInstanceOf(ConfigError);
      expect(String(error)).toMatch(message);
      await panel.review(`wait-typed-${kind}`, { verdict: "reject" });
      expect((await stream.result).answer).toBeNull();
    },
  );

  test("reject: there is no answer", async () => {
    const panel = split();
    const { stream } = await waiting(panel, "wait-5");
    await panel.review("wait-5", { verdict: "reject", reason: "wrong question" });
    expect(await stream.result).toMatchObject({ answer: null, review: { verdict: "reject" } });
  });

  test("abort while waiting: AbortError with everything in it, and nobody waits any more", async () => {
    const leave = new AbortController();
    const panel = split();
    const { stream } = await waiting(panel, "wait-6", leave.signal);
    leave.abort(new Error("closing time"));
    const error = await rejection(stream.result);
    expect(error).toMatchObject({ name: "AbortError", cause: { message: "closing time" } });
    expect(error.partial).toMatchObject({ answer: "red", escalateToHuman: true });
    await expect(panel.review("wait-6", { verdict: "confirm" })).rejects.toThrow(ConfigError);
  });

  test("an abort just before the wait ends it too", async () => {
    const leave = new AbortController();
    const stop = (): boolean => {
      leave.abort();
      return true;
    };
    const error = await rejection(
      debate(QUESTION, settings({ stop }), { id: "wait-7", signal: leave.signal }),
    );
    expect(error.name).toBe("AbortError");
    expect(error.partial?.rounds).toHaveLength(1);
  });

  test("a run that was left waiting is taken up again without a call, and reviewed then", async () => {
    const journal = memoryJournal();
    const panel = new Debate(settings({ journal }));
    const leave = new AbortController();
    const first = await waiting(panel, "wait-8", leave.signal);
    leave.abort();
    await rejection(first.stream.result);
    const second = await waiting(panel, "wait-8");
    expect(callsOf(panel.config.debaters as never)).toBe(3);
    const stored = await journal.read("wait-8");
    expect(fold(stored?.events ?? [])).toMatchObject({
      status: "waiting",
      waits: [{ for: "review" }],
    });
    expect((await journal.list({ only: "to_review" })).runs).toMatchObject([{ status: "waiting" }]);
    await panel.review("wait-8", { verdict: "confirm" });
    expect(await second.stream.result).toMatchObject({
      answer: "red",
      review: { verdict: "confirm" },
    });
  });

  test("what a person said is kept: a process that dies before the end doesn't ask again", async () => {
    const journal = memoryJournal();
    const config = settings({ journal });
    const panel = new Debate(config);
    const first = await waiting(panel, "wait-12");
    await panel.review("wait-12", { verdict: "correct", answer: "purple", reviewer: "Ada" });
    await first.stream.result;
    // A journal as a process leaves it that is killed between the review and its end.
    const stored = await journal.read("wait-12");
    const cut = {
      read: async () => stored,
      open: async (...args: Parameters<typeof journal.open>) => {
        const run = await journal.open(...args);
        const events = run.stored.events.filter(({ type }) => type !== "debate.completed");
        return { ...run, stored: { ...run.stored, status: "running" as const, events } };
      },
    };
    const result = await debate(QUESTION, { ...config, journal: cut }, { id: "wait-12" });
    expect(result).toMatchObject({
      answer: "purple",
      review: { verdict: "correct", reviewer: "Ada" },
    });
    expect(callsOf(config.debaters as never)).toBe(3);
  });

  test("two runs wait side by side", async () => {
    const panel = split();
    const one = await waiting(panel, "wait-9");
    const other = await waiting(panel, "wait-10");
    await panel.review("wait-10", { verdict: "reject" });
    await panel.review("wait-9", { verdict: "confirm" });
    expect((await one.stream.result).answer).toBe("red");
    expect((await other.stream.result).answer).toBeNull();
  });
});

test("two runs under one id are both settled, and one that ends leaves the other waiting", async () => {
  const panel = split();
  const one = await waiting(panel, "wait-11");
  const leave = new AbortController();
  const other = await waiting(panel, "wait-11", leave.signal);
  leave.abort();
  await rejection(other.stream.result);
  const third = await waiting(panel, "wait-11");
  await panel.review("wait-11", { verdict: "confirm" });
  expect((await one.stream.result).answer).toBe("red");
  expect((await third.stream.result).answer).toBe("red");
});

test("a run that doesn't escalate doesn't wait", async () => {
  const result = await debate(QUESTION, settings({ debaters: panelSaying("red", "red") }));
  expect(result).toMatchObject({ answer: "red", escalateToHuman: false });
});

test("flag: an escalated run is only marked", async () => {
  const result = await debate(QUESTION, settings({ onEscalate: "flag" }));
  expect(result).toMatchObject({ escalateToHuman: true, answer: "red" });
  expect(result).not.toHaveProperty("review");
});

test.each([
  {
    what: "an unknown run",
    said: { verdict: "confirm" },
    words: 'run "nobody" is not in progress',
  },
  {
    what: "an unknown verdict",
    said: { verdict: "maybe" },
    words: 'review.verdict: expected one of "confirm", "correct", "reject", got "maybe"',
  },
  {
    what: "a correction without an answer",
    said: { verdict: "correct" },
    words: "review.answer: expected the right answer",
  },
  {
    what: "an option that doesn't exist",
    said: { verdict: "confirm", reviewr: "x" },
    words: 'did you mean "reviewer"?',
  },
  { what: "no review at all", said: undefined, words: "review: expected { verdict" },
])("review: $what is a ConfigError", async ({ said, words }) => {
  await expect(split().review("nobody", said as never)).rejects.toThrow(ConfigError);
  await expect(split().review("nobody", said as never)).rejects.toThrow(words);
});

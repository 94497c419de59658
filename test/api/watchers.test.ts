import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  fold,
  memoryJournal,
  type DebateConfig,
  type DebateEvent,
  type ModelRequest,
  type RunOptions,
} from "../../packages/rostrum/src/index.ts";
import { watch } from "../support/outcomes.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const config: DebateConfig = {
  debaters: [says("red"), says("red")],
  rounds: 0,
};

const boom = (): never => {
  throw new Error("boom");
};

describe("code that only watches never ends a run", () => {
  const watchers: [string, Partial<DebateConfig>, RunOptions, string][] = [
    ["an onEvent that throws", {}, { onEvent: boom }, "`onEvent` threw: boom"],
    [
      "an onEvent that rejects",
      {},
      { onEvent: () => Promise.reject(new Error("boom")) },
      "`onEvent` threw: boom",
    ],
    ["a tracer that throws", { tracer: { startActiveSpan: boom } }, {}, "`tracer` threw: boom"],
    [
      "a tracer whose spans throw",
      {
        tracer: {
          startActiveSpan: (_name, _options, run) =>
            run({ setAttribute: boom, setStatus: boom, recordException: boom, end: boom }),
        },
      },
      {},
      "`tracer` threw: boom",
    ],
    ["a meter that throws", { meter: { createHistogram: boom } }, {}, "`meter` threw: boom"],
    [
      "a histogram that throws",
      { meter: { createHistogram: () => ({ record: boom }) } },
      {},
      "`meter` threw: boom",
    ],
  ];
  test.each(watchers)(
    "%s: the result is whole, with one warning",
    async (_what, more, run, words) => {
      const journal = memoryJournal();
      const result = await debate(QUESTION, { ...config, ...more, journal }, { id: "x", ...run });
      expect(result).toMatchObject({ answer: "red", integrity: { degraded: false } });
      expect(result.warnings.filter((warning) => warning.includes("threw"))).toEqual([
        expect.stringContaining(words),
      ]);
      expect(fold((await journal.read("x"))?.events ?? []).result).toEqual(result);
    },
  );

  test("a stream gets all events although onEvent throws", async () => {
    const whole = await watch(new Debate(config), QUESTION);
    const { types, result } = await watch(new Debate(config), QUESTION, { onEvent: boom });
    expect(types).toEqual(whole.types);
    expect(result?.answer).toBe("red");
  });

  test("a model call succeeds although onEvent throws on its text", async () => {
    const model = ({ onText }: ModelRequest): string => {
      onText?.("r");
      return "red";
    };
    const result = await debate(QUESTION, { debaters: model, rounds: 0 }, { onEvent: boom });
    expect(result.integrity).toMatchObject({ degraded: false, completed: 3 });
  });

  test("reading back a finished run succeeds although onEvent throws", async () => {
    const journal = memoryJournal();
    await debate(QUESTION, { ...config, journal }, { id: "x" });
    const again = await debate(QUESTION, { ...config, journal }, { id: "x", onEvent: boom });
    expect(again.answer).toBe("red");
    expect(again.warnings.join()).toContain("`onEvent` threw: boom");
  });
});

describe("text that a model emits after its call has ended is dropped", () => {
  /** Keeps every `onText` and uses it after its call is over. */
  function chatterbox(): { model: (request: ModelRequest) => string; chat(): void } {
    const kept: (() => void)[] = [];
    return {
      chat: () => kept.forEach((say) => say()),
      model: ({ onText }) => {
        onText?.("before");
        kept.push(() => onText?.("after"));
        return "red";
      },
    };
  }

  test("after the reply of the call, and after the run", async () => {
    const { model, chat } = chatterbox();
    const events: DebateEvent[] = [];
    const onEvent = (event: DebateEvent): void => {
      events.push(event);
      if (event.type === "debate.response") chat();
    };
    await debate(
      QUESTION,
      { debaters: model, rounds: 1, revise: "everyone", stop: "never" },
      { onEvent },
    );
    chat();
    expect(events.at(-1)?.type).toBe("debate.completed");
    const deltas = events.filter((event) => event.type === "debate.delta");
    expect(deltas.map(({ text }) => text)).toEqual(Array(6).fill("before"));
  });

  test("after an attempt has timed out", async () => {
    const late = Promise.withResolvers<void>();
    let calls = 0;
    const model = ({ onText }: ModelRequest): string | Promise<never> => {
      calls += 1;
      if (calls > 1) {
        late.resolve();
        return "red";
      }
      void late.promise.then(() => onText?.("late"));
      return new Promise(() => undefined);
    };
    const events: DebateEvent[] = [];
    await debate(
      QUESTION,
      {
        debaters: [model, says("red")],
        rounds: 0,
        limits: { timeoutMs: 20, retries: 1 },
      },
      { onEvent: (event) => void events.push(event) },
    );
    expect(calls).toBe(2);
    const deltas = events.filter((event) => event.type === "debate.delta");
    expect(deltas.filter(({ source }) => source === "debater_0")).toEqual([]);
  });
});

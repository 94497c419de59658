import { z } from "zod";
import { describe, expect, test } from "vitest";
import {
  choice,
  ConfigError,
  createBudget,
  Debate,
  debate,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const model = says("red");
const two = [model, model];
const debater = (wrong: object): object => ({ debaters: [model, { model, ...wrong }] });

/** A wrong config, the field that the error must name, and words it must hold. */
type Row = [config: object, field: string, ...words: string[]];

const rows: Record<string, Row[]> = {
  panel: [
    [{}, "debaters", "two or more debaters, or one model", "got nothing"],
    [{ debaters: [] }, "debaters", "got []"],
    [{ debaters: [model] }, "debaters", "two or more"],
    [{ debaters: null }, "debaters", "got null"],
    [{ debaters: 3 }, "debaters", "got 3"],
    [{ debaters: { model } }, "debaters", "two or more"],
    [{ debaters: [model, null] }, "debaters[1]", "got null"],
    [{ debaters: [model, 7] }, "debaters[1]", "got 7"],
    [{ debaters: [model, { name: "x" }] }, "debaters[1].model", "got nothing"],
    [{ debaters: [model, { model: 5 }] }, "debaters[1].model", "got 5"],
    [{ debaters: model, panelSize: 1 }, "panelSize", "a whole number, 2 or more", "got 1"],
    [{ debaters: model, panelSize: 2.5 }, "panelSize", "got 2.5"],
    [{ debaters: model, panelSize: "3" }, "panelSize", 'got "3"'],
    [
      {
        debaters: [
          { name: "a", model },
          { name: "a", model },
        ],
      },
      "debaters[1].name",
      "no other debater has",
      '"a"',
    ],
    [
      { debaters: [{ name: "debater_1", model }, model] },
      "debaters[1].name",
      "no other debater has",
    ],
    [debater({ name: "" }), "debaters[1].name", "1 to 64 characters", 'got ""'],
    [debater({ name: "x".repeat(65) }), "debaters[1].name", "1 to 64"],
    [debater({ name: "two\nlines" }), "debaters[1].name", "one line"],
    [debater({ name: 7 }), "debaters[1].name", "a string", "got 7"],
    [debater({ weight: 0 }), "debaters[1].weight", "a number above 0", "got 0"],
    [debater({ weight: -1 }), "debaters[1].weight", "got -1"],
    [debater({ weight: NaN }), "debaters[1].weight", "got NaN"],
    [debater({ weight: Infinity }), "debaters[1].weight", "got Infinity"],
    [debater({ temperature: -1 }), "debaters[1].temperature", "got -1"],
    [debater({ temperature: "hot" }), "debaters[1].temperature", 'got "hot"'],
    [debater({ maxOutputTokens: 0 }), "debaters[1].maxOutputTokens", "1 or more", "got 0"],
    [debater({ maxOutputTokens: 1.5 }), "debaters[1].maxOutputTokens", "got 1.5"],
    [debater({ instructions: 5 }), "debaters[1].instructions", "a string", "got 5"],
    [debater({ tools: [] }), "debaters[1].tools", "an object", "got []"],
    [debater({ toolsInRevisions: 1 }), "debaters[1].toolsInRevisions", "true or false", "got 1"],
    [debater({ providerOptions: "x" }), "debaters[1].providerOptions", "an object"],
    [debater({ price: 5 }), "debaters[1].price", "{ input, output }", "got 5"],
    [debater({ price: { input: 1 } }), "debaters[1].price.output", "0 or more", "got nothing"],
    [debater({ price: { input: -1, output: 1 } }), "debaters[1].price.input", "got -1"],
    [
      debater({ price: { input: 1, output: 1, cached: 1 } }),
      "debaters[1].price.cached",
      "unknown option",
    ],
    [debater({ maxTokens: 5 }), "debaters[1].maxTokens", "unknown option"],
    [{ members: two }, "members", 'did you mean "debaters"?'],
    [{ debaters: two, cruxs: true }, "cruxs", 'did you mean "crux"?'],
    [{ debaters: two, personas: ["one"] }, "personas", "2 texts", '["one"]'],
    [{ debaters: two, personas: ["one", 2] }, "personas[1]", "a string", "got 2"],
    [{ debaters: two, personas: "yes" }, "personas", 'got "yes"'],
    [{ debaters: two, judge: 7 }, "judge", "got 7"],
    [{ debaters: two, judge: { temperature: 0 } }, "judge.model", "got nothing"],
    [{ debaters: two, judge: { model, weihgt: 1 } }, "judge.weihgt", 'did you mean "weight"?'],
  ],
  rules: [
    [{ debaters: two, rounds: -1 }, "rounds", "a whole number, 0 or more", "got -1"],
    [{ debaters: two, rounds: 1.5 }, "rounds", "got 1.5"],
    [{ debaters: two, rounds: "2" }, "rounds", 'got "2"'],
    [{ debaters: two, rounds: NaN }, "rounds", "got NaN"],
    [{ debaters: two, rounds: null }, "rounds", "got null"],
    [
      { debaters: two, answer: "txt" },
      "answer",
      `"auto", "text", "exact", "number", "choice", "math", "code", "draft", "findings", "score", "json"`,
      'got "txt"',
    ],
    [
      { debaters: two, answer: { type: "text", similarity: 2 } },
      "answer.similarity",
      "0 to 1",
      "got 2",
    ],
    [
      { debaters: two, answer: { type: "text", similarty: 0.5 } },
      "answer.similarty",
      'did you mean "similarity"?',
    ],
    [{ debaters: two, answer: { type: "number", tolerance: -1 } }, "answer.tolerance", "got -1"],
    [
      { debaters: two, answer: { type: "choice", options: ["a"] } },
      "answer.options",
      "two or more choices",
      '["a"]',
    ],
    [
      { debaters: two, answer: { type: "choice", options: ["a", "a"] } },
      "answer.options",
      "distinct options",
    ],
    [{ debaters: two, answer: choice(["W", "mW", "MW"]) }, "answer.options", '["mW","MW"]'],
    [{ debaters: two, answer: choice(["use a lock", "A lock."]) }, "answer.options", "tell apart"],
    [{ debaters: two, answer: choice(["Option 1", "1"]) }, "answer.options", "tell apart"],
    [{ debaters: two, answer: { type: "choice", options: "ab" } }, "answer.options", 'got "ab"'],
    [
      { debaters: two, answer: { type: "json" } },
      "answer.schema",
      "Standard Schema",
      "got nothing",
    ],
    [{ debaters: two, answer: { type: "json", schema: {} } }, "answer.schema", "got {}"],
    [{ debaters: two, answer: "json" }, "answer.schema", "Standard Schema"],
    [{ debaters: two, answer: { read: () => "x" } }, "answer", "{ read, same }"],
    [{ debaters: two, answer: 5 }, "answer", "got 5"],
    [{ debaters: two, answer: z.object({ a: z.string() }) }, "answer", "answer: json(schema)"],
    [
      { debaters: two, stop: "soon" },
      "stop",
      '"unanimous", "agreement", "stable", "never"',
      'got "soon"',
    ],
    [{ debaters: two, stop: { type: "agreement", share: 1.5 } }, "stop.share", "0 to 1", "got 1.5"],
    [
      { debaters: two, stop: { type: "agreement", shares: 0.5 } },
      "stop.shares",
      'did you mean "share"?',
    ],
    [{ debaters: two, stop: { type: "stable", rounds: 0 } }, "stop.rounds", "1 or more", "got 0"],
    [{ debaters: two, stop: ["never", "soon"] }, "stop[1]", 'got "soon"'],
    [{ debaters: two, stop: null }, "stop", "got null"],
    [{ debaters: two, decide: "best" }, "decide", "majority", 'got "best"'],
    [
      { debaters: two, decide: "judged" },
      "judge",
      "a judge, since decide is judged",
      "got nothing",
    ],
    [
      { debaters: two, judge: model, decide: { type: "judged", mode: "choose" } },
      "decide.mode",
      '"synthesize", "pick"',
    ],
    [
      { debaters: two, judge: model, decide: { type: "judged", always: "yes" } },
      "decide.always",
      "true or false",
    ],
    [{ debaters: two, route: "never" }, "route", "always", 'got "never"'],
    [
      { debaters: two, route: { type: "confident", threshold: 9 } },
      "route.threshold",
      "0 to 1",
      "got 9",
    ],
    [{ debaters: two, route: { type: "confident", model: 9 } }, "route.model", "got 9"],
    [
      { debaters: two, route: { type: "confident", price: { input: 1, output: 1 } } },
      "route.price",
      "set route.model too: the price applies to that model",
    ],
    [
      { debaters: two, crux: { price: { input: 1, output: 1 } } },
      "crux.price",
      "set crux.model to a model too: the price applies to that model",
    ],
    [{ debaters: two, poll: "some" }, "poll", "everyone", 'got "some"'],
    [
      { debaters: two, poll: { type: "lead", target: 0.9, steps: 3, errorRate: 0.6 } },
      "poll.errorRate",
      "above 0 and below 0.5",
      "got 0.6",
    ],
    [{ debaters: two, see: "none" }, "see", "all", 'got "none"'],
    [{ debaters: two, see: { type: "ring", k: 0 } }, "see.k", "1 or more", "got 0"],
    [{ debaters: two, see: { type: "star", i: 2 } }, "see.i", "a panel index from 0 to 1", "got 2"],
    [{ debaters: two, see: { type: "sample", k: 1.5 } }, "see.k", "got 1.5"],
    [{ debaters: two, show: "all" }, "show", '"latest", "transcript", "digest"', 'got "all"'],
    [{ debaters: two, revise: "all" }, "revise", '"everyone", "dissenters"'],
    [{ debaters: two, anonymous: "yes" }, "anonymous", "true or false", 'got "yes"'],
    [{ debaters: two, prompts: "classical" }, "prompts", '"classic"', 'got "classical"'],
    [{ debaters: two, prompts: { system: "text" } }, "prompts.system", "a function", 'got "text"'],
    [{ debaters: two, prompts: { systm: () => "" } }, "prompts.systm", 'did you mean "system"?'],
    [{ debaters: two, prompts: 5 }, "prompts", "got 5"],
    [{ debaters: two, escalateBelow: 2 }, "escalateBelow", "0 to 1", "got 2"],
    [{ debaters: two, onEscalate: "call" }, "onEscalate", '"flag", "wait"'],
    [{ debaters: two, seed: -1 }, "seed", "0 or more", "got -1"],
    [{ debaters: two, seed: 0.5 }, "seed", "got 0.5"],
  ],
  "names that every object has": [
    [{ debaters: two, stop: "constructor" }, "stop", 'got "constructor"'],
    [{ debaters: two, decide: "toString" }, "decide", 'got "toString"'],
    [{ debaters: two, answer: "valueOf" }, "answer", 'got "valueOf"'],
    [{ debaters: two, answer: { type: "hasOwnProperty" } }, "answer", "hasOwnProperty"],
    [{ debaters: two, see: "__proto__" }, "see", "__proto__"],
    [{ debaters: two, route: { type: "constructor" } }, "route", "constructor"],
    [{ debaters: two, poll: "constructor" }, "poll", "constructor"],
  ],
  "caps, limits and ports": [
    [{ debaters: two, budget: 5 }, "budget", "limits such as", "got 5"],
    [{ debaters: two, budget: { usd: -1 } }, "budget.usd", "0 or more", "got -1"],
    [{ debaters: two, budget: { tokens: "many" } }, "budget.tokens", 'got "many"'],
    [{ debaters: two, budget: { calls: 1.5 } }, "budget.calls", "got 1.5"],
    [{ debaters: two, budget: { ms: 0 } }, "budget.ms", "above 0", "got 0"],
    [{ debaters: two, budget: { onExceeded: "warn" } }, "budget.onExceeded", '"stop", "throw"'],
    [{ debaters: two, budget: { token: 5 } }, "budget.token", 'did you mean "tokens"?'],
    [{ debaters: two, budget: { usd: 1 } }, "budget.usd", "a known price", "debater_0"],
    [{ debaters: two, budget: { open: 1, limits: {} } }, "budget", "unknown option"],
    [{ debaters: two, limits: 5 }, "limits", "an object", "got 5"],
    [{ debaters: two, limits: { retries: -1 } }, "limits.retries", "got -1"],
    [{ debaters: two, limits: { timeoutMs: 0 } }, "limits.timeoutMs", "above 0", "got 0"],
    [{ debaters: two, limits: { timeoutMs: Infinity } }, "limits.timeoutMs", "got Infinity"],
    [{ debaters: two, limits: { concurrency: 0 } }, "limits.concurrency", "1 or more", "got 0"],
    [{ debaters: two, limits: { quorum: 0 } }, "limits.quorum", "1 or more", "got 0"],
    [
      { debaters: two, limits: { quorum: 3 } },
      "limits.quorum",
      "at most the number of debaters, 2",
      "got 3",
    ],
    [{ debaters: two, limits: { timeoutMS: 5 } }, "limits.timeoutMS", 'did you mean "timeoutMs"?'],
    [{ debaters: two, journal: {} }, "journal", "a journal such as memoryJournal()", "got {}"],
    [{ debaters: two, journal: "runs.db" }, "journal", 'got "runs.db"'],
    [{ debaters: two, tracer: {} }, "tracer", "an OpenTelemetry tracer", "got {}"],
  ],
  typos: [
    [{ debaters: two, round: 2 }, "round", 'did you mean "rounds"?'],
    [{ debaters: two, debater: [] }, "debater", 'did you mean "debaters"?'],
    [{ debaters: two, juge: model }, "juge", 'did you mean "judge"?'],
    [{ debaters: two, promts: "classic" }, "promts", 'did you mean "prompts"?'],
    [{ debaters: two, escalatebelow: 1 }, "escalatebelow", 'did you mean "escalateBelow"?'],
    [
      { debaters: two, colour: "red" },
      "colour",
      "unknown option; expected one of purpose, debaters, model",
    ],
  ],
};

for (const [group, list] of Object.entries(rows)) {
  describe(`a wrong config: ${group}`, () => {
    const cases = list.map((row) => ({
      row,
      field: row[1],
      came: JSON.stringify(row[0], withFunctions),
    }));
    test.each(cases)("$field in $came", ({ row: [config, field, ...words] }) => {
      const error = thrownBy(() => new Debate(config as DebateConfig));
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toMatchObject({ name: "ConfigError", code: "config", partial: { rounds: [] } });
      expect((error as ConfigError).field.startsWith(field)).toBe(true);
      for (const word of words) expect(error.message).toContain(word);
      expect(model.requests).toHaveLength(0);
    });
  });
}

test.each([undefined, null, 5, "config", []].map((config) => ({ config })))(
  "a config that is not an object is refused: $config",
  ({ config }) => {
    expect(() => new Debate(config as never)).toThrow("config: expected an object with `debaters`");
  },
);

test("debate() rejects where the constructor throws: never in between", async () => {
  const error = await rejection(debate(QUESTION, { debaters: [] }));
  expect(error.name).toBe("ConfigError");
});

describe("a wrong question or run", () => {
  const asked: [question: unknown, options: unknown, field: string, words: string][] = [
    ["", {}, "question", 'a non-empty text, got ""'],
    ["  \n", {}, "question", "a non-empty text"],
    [undefined, {}, "question", "got nothing"],
    [42, {}, "question", "got 42"],
    [{}, {}, "question", "a non-empty text, got nothing"],
    [{ text: 5 }, {}, "question", "got 5"],
    [{ text: "x", contxt: "y" }, {}, "question.contxt", 'did you mean "context"?'],
    [
      { text: "x", context: 5 },
      {},
      "question.context",
      "a text, or a list of documents, files and messages, got 5",
    ],
    [{ text: "x", context: ["y"] }, {}, "question.context[0]", 'got "y"'],
    [
      { text: "x", context: [{ role: "system", content: "y" }] },
      {},
      "question.context[0]",
      "system",
    ],
    [
      { text: "x", context: [{ role: "user", content: 1 }] },
      {},
      "question.context[0]",
      "content: string",
    ],
    ["x", { id: "" }, "id", 'got ""'],
    ["x", { id: "a b" }, "id", '"a b" contains " "'],
    ["x", { id: "../up" }, "id", 'contains "/"'],
    ["x", { id: ".." }, "id", "letters, digits"],
    ["x", { id: 7 }, "id", "got 7"],
    ["x", { id: "x".repeat(201) }, "id", "1 to 200"],
    ["x", { signal: "stop" }, "options.signal", 'an AbortSignal, got "stop"'],
    ["x", { userId: 7 }, "options.userId", "a string, got 7"],
    ["x", { metadata: "m" }, "options.metadata", "an object"],
    ["x", { sginal: 1 }, "options.sginal", 'did you mean "signal"?'],
    ["x", null, "options", "an object, got null"],
    ["x", "id", "options", "an object"],
  ];
  test.each(asked)("%j with %j → %s", async (question, options, field, words) => {
    const panel = new Debate({ debaters: model });
    for (const run of [
      panel.run(question as never, options as never),
      panel.stream(question as never, options as never).result,
    ]) {
      const error = await rejection(run);
      expect(error).toMatchObject({ name: "ConfigError", field });
      expect(error.message).toContain(words);
    }
    expect(model.requests).toHaveLength(0);
  });
});

test.each(
  [undefined, null, 5, "5 dollars", [], { usd: "5" }, { euros: 5 }].map((limits) => ({ limits })),
)("createBudget($limits) is a ConfigError", ({ limits }) => {
  expect(() => createBudget(limits as never)).toThrow(ConfigError);
  expect(() => createBudget(limits as never)).toThrow(/^budget/);
});

test("the message stays short and safe, whatever came", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  for (const came of [
    circular,
    "x".repeat(1e6),
    10n,
    Symbol("s"),
    () => 1,
    new Map(),
    { toJSON: () => 5n },
  ]) {
    const error = thrownBy(() => new Debate({ debaters: two, rounds: came as never }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message.length).toBeLessThan(200);
  }
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("expected an error");
}

function withFunctions(_key: string, value: unknown): unknown {
  return typeof value === "function" ? "ƒ" : typeof value === "number" ? String(value) : value;
}

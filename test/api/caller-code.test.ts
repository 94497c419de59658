import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConfigError,
  debate,
  json,
  RostrumError,
  type DebateConfig,
  type DebateEvent,
  type ModelRequest,
  type Position,
} from "../../packages/rostrum/src/index.ts";
import { hostileThrown, hostileValue, type Maker } from "../support/hostile.ts";
import { promptOf, says } from "../support/panel.ts";

const QUESTION = "Which way?";

async function hold(more: object): Promise<unknown> {
  const config = {
    debaters: [says("Answer: left"), says("Answer: left"), says("Answer: right")],
    judge: says("Answer: left"),
    rounds: 1,
    revise: "everyone",
    limits: { retries: 0 },
    ...more,
  } as DebateConfig;
  return debate(QUESTION, config).catch((error: unknown) => error);
}

describe("a function model gets copies", () => {
  /** Changes everything it is given, down to the last field. */
  function ruin(value: unknown, seen: Set<unknown> = new Set()): void {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    if (value instanceof AbortSignal) return;
    seen.add(value);
    for (const key of Object.keys(value)) {
      const fields = value as Record<string, unknown>;
      ruin(fields[key], seen);
      if (typeof fields[key] === "string") fields[key] = "RUINED";
      if (typeof fields[key] === "number") fields[key] = 666;
      if (fields[key] === null) fields[key] = "RUINED";
    }
    if (Array.isArray(value)) value.push({ role: "user", content: "RUINED" });
    else (value as Record<string, unknown>)["more"] = "RUINED";
  }

  it("changing a request changes no prompt, no record and no setting", async () => {
    const said = (name: string, ruinous: boolean) => {
      const prompts: string[] = [];
      const model = (request: ModelRequest): { text: string; toolCalls: object[] } => {
        prompts.push(promptOf(request));
        const { round, role } = request;
        if (ruinous) ruin(request);
        return {
          text: `Answer: ${role === "judge" ? "left" : `${name} ${round}`}`,
          toolCalls: [{ name: "look", input: { deep: ["x"] } }],
        };
      };
      return { model, prompts };
    };
    const results = await Promise.all(
      [false, true].map(async (ruinous) => {
        const models = ["left", "right", "up"].map((name) => said(name, ruinous));
        const judge = said("left", ruinous);
        const events: DebateEvent[] = [];
        const options = { openai: { effort: { level: "low" } } };
        const result = await debate(
          { text: QUESTION, context: [{ role: "user", content: "It is dark." }] },
          {
            debaters: models.map(({ model }) => ({
              model: model as never,
              providerOptions: options,
              tools: { look: {} },
              toolsInRevisions: true,
            })),
            judge: judge.model as never,
            decide: { type: "judged", always: true },
            rounds: 2,
            revise: "everyone",
            stop: "never",
            show: "transcript",
          },
          { id: "same", onEvent: (event) => void events.push(event) },
        );
        expect(options).toEqual({ openai: { effort: { level: "low" } } });
        const strip = ({ at: _at, ...event }: DebateEvent & { durationMs?: number }): object => ({
          ...event,
          durationMs: 0,
        });
        return {
          result: { ...result, durationMs: 0 },
          prompts: [...models, judge].map(({ prompts }) => prompts.map(unmarked)),
          events: events.map(strip),
        };
      }),
    );
    expect(results[1]).toEqual(results[0]);
    expect(JSON.stringify(results[1])).not.toContain("RUINED");
  });

  /** Each run has marks of its own around what it quotes. */
  function unmarked(prompt: string): string {
    const fenced = prompt.replaceAll(/\[\[\w+ (begin|end):/g, "[[mark $1:");
    return fenced.replaceAll(/\[\[(answer|end) \w+\]\]/g, "[[$1 mark]]");
  }

  it("a reply that is changed after it was given stays as it was", async () => {
    const replies: { text: string; round: number }[] = [];
    const model = ({ round }: ModelRequest): { text: string } => {
      for (const reply of replies) if (reply.round < round) reply.text = "RUINED";
      const reply = { text: "Answer: left", round };
      replies.push(reply);
      return reply;
    };
    const result = await hold({
      debaters: [model, model, model],
      rounds: 2,
      revise: "everyone",
      stop: "never",
    });
    expect(JSON.stringify(result)).not.toContain("RUINED");
  });

  it("rules get copies too", async () => {
    const spoil = (positions: readonly Position[]): void => {
      for (const position of positions) position.text = "RUINED";
    };
    const result = await hold({
      stop: ({ rounds }: { rounds: { positions: Position[] }[] }) => {
        for (const { positions } of rounds) spoil(positions);
        return false;
      },
      decide: ({ votes }: { votes: Position[] }) => {
        spoil(votes);
        return null;
      },
      poll: ({ positions, asked }: { positions: Position[]; asked: number[] }) => {
        spoil(positions);
        return asked.length === 0 ? [0, 1] : asked.length === 2 ? [2] : [];
      },
    });
    expect(result).toMatchObject({ answer: "left" });
    expect(JSON.stringify(result)).not.toContain("RUINED");
  });
});

type Wrap = (make: Maker) => object;

/** Every place where a config holds the caller's own code, and what its error must name. */
const PLACES: Record<string, Wrap> = {
  stop: (rule) => ({ stop: rule }),
  decide: (rule) => ({ decide: rule, stop: "never" }),
  see: (rule) => ({ see: rule, stop: "never" }),
  poll: (rule) => ({ poll: rule }),
  route: (rule) => ({ route: rule }),
  "prompts.system": (rule) => ({ prompts: { system: rule } }),
  "prompts.opening": (rule) => ({ prompts: { opening: rule } }),
  "prompts.revision": (rule) => ({ prompts: { revision: rule }, stop: "never" }),
  "prompts.judgeSystem": (rule) => ({ prompts: { judgeSystem: rule }, stop: "never" }),
  "prompts.synthesize": (rule) => ({ prompts: { synthesize: rule }, stop: "never" }),
  "answer.read": (rule) => ({ answer: { read: rule, same: () => true } }),
  "answer.same": (rule) => ({ answer: { read: (text: string) => text, same: rule } }),
  "answer.schema": (rule) => ({ answer: json(schemaWith(rule)) }),
};

function schemaWith(rule: Maker): Parameters<typeof json>[0] {
  return { "~standard": { version: 1, vendor: "test", validate: rule as never } };
}

/** No error of the runtime's reaches the caller, and what was paid for is there as plain JSON. */
function expectTold(outcome: unknown, place: string): void {
  if (!(outcome instanceof RostrumError)) {
    expect(outcome).toMatchObject({ integrity: {} });
    expect(() => JSON.stringify(outcome)).not.toThrow();
    return;
  }
  expect(() => JSON.stringify(outcome.partial)).not.toThrow();
  const { message } = outcome;
  // A reader that finds nothing in any reply is the panel's failure.
  expect(message.startsWith(`${place}: `) || /^too few replies: |^no reply /.test(message)).toBe(
    true,
  );
}

describe("the caller's own code can't break a debate without an error that names it", () => {
  it.each(Object.entries(PLACES))("%s may return anything", async (place, wrap) => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async (make) => {
        expectTold(await hold(wrap(make)), place);
      }),
      { numRuns: 60 },
    );
  });

  it.each(Object.entries(PLACES))("%s may throw anything", async (place, wrap) => {
    await fc.assert(
      fc.asyncProperty(hostileThrown, async (thrown) => {
        const rule = (): never => {
          throw thrown();
        };
        expectTold(await hold(wrap(rule)), place);
      }),
      { numRuns: 40 },
    );
  });

  it("the error names the rule, what was expected and what came", async () => {
    const told = async (more: object): Promise<string> => ((await hold(more)) as Error).message;
    expect(await told({ see: () => null, stop: "never" })).toBe(
      "see: expected a list of panel indexes from the function, got null",
    );
    expect(await told({ poll: async () => [0] })).toBe(
      "poll: expected a list of panel indexes from the function, got a promise",
    );
    expect(await told({ prompts: { opening: () => 5 } })).toBe(
      "prompts.opening: expected a text from the function, got a number",
    );
    expect(await told({ answer: { read: () => 5n, same: () => true } })).toContain(
      "answer.read: expected a value that JSON can represent, got a bigint",
    );
    expect(await told({ answer: json(schemaWith(async () => ({ value: 1 }))) })).toContain(
      "answer.schema: expected a schema that validates at once, got a promise",
    );
  });

  it("metadata that JSON can't hold is refused before any call", async () => {
    const model = says("x");
    const metadata = { size: 5n };
    const error = await debate(QUESTION, { debaters: [model, model] }, { metadata }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ field: "options.metadata" });
    expect(model.requests).toHaveLength(0);
  });
});

describe("what a function model throws", () => {
  class Mistake extends TypeError {}
  const throws = (): never => {
    throw new Mistake("x is undefined");
  };

  it("is the cause of the failed panel, and in no record", async () => {
    const codes: unknown[] = [];
    const error = (await debate(
      QUESTION,
      { debaters: [throws, says("Answer: left")], limits: { retries: 0 } },
      { onAttempt: ({ failure }) => failure && codes.push(failure.cause) },
    ).catch((thrown: unknown) => thrown)) as Error;
    expect(error.cause).toBeInstanceOf(Mistake);
    expect(codes).toEqual([error.cause]);
    expect(JSON.stringify(error)).not.toContain("cause");
  });

  it("is one of several causes if several calls failed", async () => {
    const config: DebateConfig = { debaters: [throws, throws], limits: { retries: 0 } };
    const error = (await debate(QUESTION, config).catch((thrown: unknown) => thrown)) as Error;
    expect((error.cause as AggregateError).errors).toEqual([
      new Mistake("x is undefined"),
      new Mistake("x is undefined"),
    ]);
  });
});

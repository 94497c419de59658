import { describe, expect, test } from "vitest";
import {
  debate,
  number,
  personas,
  prompts,
  type DebateConfig,
  type Message,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import type { PromptInput } from "../../packages/core/src/protocol/prompts.ts";
import { scripted, type ScriptedModel } from "../../packages/runtime/src/testing/index.ts";
import { rejection } from "../support/outcomes.ts";
import { answering, lastTurn, panelSaying, promptOf, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

async function requestsOf(
  config: Partial<DebateConfig>,
  question: Parameters<typeof debate>[0] = QUESTION,
) {
  const model = scripted(({ debater, role, round }) => `${debater ?? role} in round ${round}`);
  await debate(question, {
    debaters: model,
    panelSize: 2,
    rounds: 1,
    revise: "everyone",
    stop: "never",
    ...config,
  });
  return model.requests;
}

describe("the question", () => {
  test("stands in front of every first turn, verbatim", async () => {
    const odd = "Is {{this}} $HOME `ok`?\n\n## System: no";
    for (const { messages, question } of await requestsOf({}, odd)) {
      expect(messages[0]?.content.startsWith(odd)).toBe(true);
      expect(question).toBe(odd);
    }
  });

  test("context as a text comes before it, as a turn of its own", async () => {
    const [request] = await requestsOf({}, { text: QUESTION, context: "A brown document." });
    expect(request?.messages).toHaveLength(2);
    expect(request?.messages[0]).toMatchObject({ role: "user" });
    expect(request?.messages[0]?.content).toContain("A brown document.");
    expect(request?.messages[1]?.content.startsWith(QUESTION)).toBe(true);
  });

  test("context as messages is an earlier conversation, for debaters, router and judge", async () => {
    const context: Message[] = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi. How can I help?" },
    ];
    const judge = says("Answer: x");
    const router = says(answering("x", 0.1));
    const debaters = panelSaying("a", "b");
    await debate(
      { text: QUESTION, context },
      {
        debaters,
        judge,
        route: { type: "confident", model: router },
        rounds: 0,
      },
    );
    for (const model of [...debaters, judge, router]) {
      expect(model.requests[0]?.messages.slice(0, 2)).toEqual(context);
      expect(model.requests[0]?.messages).toHaveLength(3);
    }
  });

  test("an empty context is none", async () => {
    for (const context of ["", []]) {
      expect((await requestsOf({}, { text: QUESTION, context }))[0]?.messages).toHaveLength(1);
    }
  });
});

describe("a request", () => {
  test("names its step, role, round, debater, settings and a seed of its own", async () => {
    const model = says("red");
    const debaters = [
      { name: "ANN", model, temperature: 0.3, maxOutputTokens: 77, instructions: "Be brief." },
      { name: "BEN", model },
    ];
    await debate(QUESTION, { debaters, rounds: 0, seed: 5 }, { id: "x" });
    const [ann, ben] = model.requests;
    expect(ann).toMatchObject({
      stepId: "x__debater_0_round_0",
      role: "debater",
      round: 0,
      debater: "ANN",
      temperature: 0.3,
      maxOutputTokens: 77,
      peers: [],
    });
    expect(ann?.system.endsWith("Be brief.")).toBe(true);
    expect(ann?.signal).toBeInstanceOf(AbortSignal);
    expect(ben).not.toHaveProperty("temperature");
    expect(ben?.maxOutputTokens).toBe(2048);
    expect(ann?.seed).not.toBe(ben?.seed);
  });

  test("its seed follows from the debate's, not from the run's id", async () => {
    const seedsOf = async (seed: number): Promise<number[]> =>
      (await requestsOf({ seed })).map((request) => request.seed);
    expect(await seedsOf(1)).toEqual(await seedsOf(1));
    expect(await seedsOf(2)).not.toEqual(await seedsOf(1));
  });

  test("provider options travel with it", async () => {
    const model = says("red");
    const providerOptions = { acme: { effort: "low" } };
    await debate(QUESTION, {
      debaters: [{ model, providerOptions }, { model }],
      rounds: 0,
    });
    expect(model.requests[0]?.providerOptions).toEqual(providerOptions);
    expect(model.requests[1]).not.toHaveProperty("providerOptions");
  });
});

describe("tools", () => {
  const tools = { search: { description: "looks things up" } };
  const offered = async (more: object): Promise<boolean[]> => {
    const requests: ModelRequest[] = [];
    const model = (request: ModelRequest): string => {
      requests.push(request);
      return `${request.round}`;
    };
    const debaters = [{ model, tools, ...more }, { model: says("b") }];
    await debate(QUESTION, {
      debaters,
      judge: { model: says("Answer: b"), tools },
      rounds: 2,
      revise: "everyone",
      stop: "never",
    });
    return requests.map((request) => request.tools?.["search"] === tools.search);
  };

  test("are offered in round 0 only: peers' text must not steer them", async () => {
    expect(await offered({})).toEqual([true, false, false]);
  });

  test("toolsInRevisions offers them in every round", async () => {
    expect(await offered({ toolsInRevisions: true })).toEqual([true, true, true]);
  });

  test("the router and the judge never get them", async () => {
    const model = says(answering("x", 0.1));
    const debater = { model, tools, toolsInRevisions: true };
    const judge = { ...debater, model: says("Answer: x") };
    await debate(QUESTION, {
      debaters: [debater, { model: says("y") }],
      judge,
      route: "confident",
      rounds: 0,
    });
    const [router] = model.requests;
    expect(router).toMatchObject({ role: "router" });
    expect(router).not.toHaveProperty("tools");
    expect(judge.model.requests[0]).not.toHaveProperty("tools");
  });
});

describe("prompt sets", () => {
  test("the three built-in ones are exported and whole", () => {
    expect(Object.keys(prompts)).toEqual(["classic", "critique", "revision"]);
    for (const set of Object.values(prompts)) {
      expect(Object.keys(set).sort()).toEqual(
        ["judgeSystem", "opening", "pick", "revision", "router", "synthesize", "system"].sort(),
      );
    }
  });

  test.each(["classic", "critique", "revision"] as const)("%s: by name", async (name) => {
    const requests = await requestsOf({ prompts: name });
    expect(requests[0]?.system).toBe(prompts[name].system({} as PromptInput));
  });

  test("critique: restate, critique each, change only for a stated reason", async () => {
    const turn = lastTurn((await requestsOf({ prompts: "critique" })).at(-1)!);
    expect(turn).toMatch(/restate/i);
    expect(turn).toMatch(/each of the positions that differ/i);
    expect(turn).toMatch(/state the reason/i);
    expect(turn).toContain("Reason for change:");
  });

  test("every set says that quoted text is only data", async () => {
    for (const name of ["classic", "critique", "revision"] as const) {
      const requests = await requestsOf({ prompts: name });
      const quoting = requests.filter((request) => lastTurn(request).includes("begin: "));
      expect(quoting.length).toBeGreaterThan(0);
      for (const request of quoting) expect(lastTurn(request)).toMatch(/is a quotation/i);
    }
  });

  test("a partial set replaces single texts of classic, and gets what they are made from", async () => {
    const inputs: PromptInput[] = [];
    const requests = await requestsOf({
      prompts: {
        revision: (input) => {
          inputs.push(input);
          return `OTHERS\n${input.peers}\nMINE\n${input.own}`;
        },
      },
    });
    expect(requests[0]?.system).toBe(prompts.classic.system({} as PromptInput));
    const [first] = inputs;
    expect(first).toMatchObject({ role: "debater", round: 1, labels: [] });
    expect(first?.peers).toContain("debater_1 in round 0");
    expect(first?.own).toContain("debater_0 in round 0");
    const turn = lastTurn(requests[2]!);
    expect(turn.startsWith("OTHERS\n[[")).toBe(true);
    expect(turn).toMatch(/\n\[\[answer (\w+)\]\]\n<.*>\n\[\[end \1\]\]/);
  });

  test.each([
    [{ answer: "number" }, "<one figure, with its unit if it has one>", "12"],
    [{ answer: { type: "choice", options: ["left", "right"] } }, "<one of: left, right>", "left"],
    [{ answer: "math" }, "LaTeX", "x+1"],
    [{ answer: "auto" }, "<the answer alone: first one sentence that states it", "12 left"],
  ] as [{ answer: never }, string, string][])(
    "the form asked for fits the answer kind: %j",
    async (config, words, reply) => {
      const model = says(reply);
      await debate(QUESTION, { debaters: model, rounds: 0, ...config });
      expect(lastTurn(model.requests[0]!)).toContain(words);
    },
  );
});

describe("personas", () => {
  const worn = async (config: Partial<DebateConfig>): Promise<(string | undefined)[]> => {
    const model = says("red");
    await debate(QUESTION, { debaters: model, rounds: 0, ...config });
    return model.requests.map(({ system }) => personas.find((one) => system.includes(one)));
  };

  test("are off by default", async () => {
    expect(await worn({})).toEqual([undefined, undefined, undefined]);
    expect(await worn({ personas: false })).toEqual([undefined, undefined, undefined]);
  });

  test("a list gives one to each, before its own instructions", async () => {
    const model = says("red");
    const debaters = [{ model, instructions: "Be brief." }, { model }];
    await debate(QUESTION, {
      debaters,
      personas: ["You doubt.", "You hope."],
      rounds: 0,
    });
    expect(model.requests[0]?.system).toMatch(/You doubt\.\n\nBe brief\.$/);
    expect(model.requests[1]?.system).toMatch(/You hope\.$/);
  });
});

describe("routing", () => {
  const sure = answering("green", 0.9);
  const hold = (
    route: DebateConfig["route"],
    first: ScriptedModel = says(sure),
    more: object = {},
  ) => {
    const debaters = [first, says("red"), says("red")];
    return debate(QUESTION, {
      debaters,
      route,
      rounds: 0,
      limits: { retries: 0 },
      ...more,
    });
  };

  test.each(["always", { type: "always" }, undefined] as const)(
    "%j: always a debate",
    async (route) => {
      expect(await hold(route)).toMatchObject({ routing: "debate", usage: { calls: 3 } });
    },
  );

  test("confident asks the first debater's model, under its instructions", async () => {
    const model = says(sure);
    const debaters = [{ model, instructions: "Be brief.", maxOutputTokens: 9 }, says("red")];
    const result = await debate(QUESTION, { debaters, route: "confident" }, { id: "x" });
    expect(result).toMatchObject({
      routing: "single_agent",
      answer: "green",
      winner: null,
      confidence: 0.9,
    });
    expect(model.requests).toMatchObject([
      { stepId: "x__router", role: "router", round: 0, maxOutputTokens: 9 },
    ]);
    expect(promptOf(model.requests[0]!)).toContain("Be brief.");
    expect(model.requests[0]?.messages.at(-1)?.content).toMatch(
      new RegExp(`^${QUESTION.replace("?", "\\?")}\n\nEnd your reply with this section.`),
    );
    expect(result.decision).toMatchObject({ method: "routed", tally: [] });
    expect(result.whatIf.single).toMatchObject({ answer: "green", calls: 1 });
  });

  test("at the threshold is sure enough; just below is not", async () => {
    expect((await hold({ type: "confident", threshold: 0.9 })).routing).toBe("single_agent");
    expect((await hold({ type: "confident", threshold: 0.91 })).routing).toBe("debate");
    expect((await hold({ type: "confident", threshold: 0 }, says("green"))).routing).toBe(
      "single_agent",
    );
  });

  test("a function that says debate costs nothing", async () => {
    const asked: string[] = [];
    const route = (question: string): "debate" => {
      asked.push(question);
      return "debate";
    };
    expect(await hold(route)).toMatchObject({ routing: "debate", usage: { calls: 3 } });
    expect(asked).toEqual([QUESTION]);
  });

  test("a function that says single_agent: the first debater's model answers, however sure", async () => {
    const result = await hold(async () => "single_agent" as const, says("green"));
    expect(result).toMatchObject({
      routing: "single_agent",
      answer: "green",
      usage: { calls: 1 },
      confidence: null,
    });
  });

  test("… and if it can't answer, the panel does", async () => {
    const result = await hold(() => "single_agent", says({ error: "down" }, "red"));
    expect(result).toMatchObject({ routing: "debate", answer: "red", usage: { calls: 4 } });
  });

  test("a function that throws ends the run with its error", async () => {
    const error = await rejection(
      hold(() => {
        throw new Error("no idea");
      }),
    );
    expect(error).toMatchObject({
      name: "RostrumError",
      message: "route: the function threw an error: no idea",
    });
  });

  test("the routed answer has the type of the answer kind", async () => {
    const debaters = [says(answering("42 km", 0.99)), says("1")];
    const result = await debate(QUESTION, { debaters, route: "confident", answer: number() });
    expect(result.answer).toBe(42);
    expect(result.decision.basis).toBe("number");
  });
});

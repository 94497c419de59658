import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  memoryJournal,
  type DebateConfig,
  type DebateResult,
  type Model,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { scripted, type ScriptedModel } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { inSection, lastTurn, says } from "../support/panel.ts";

const QUESTION = "What should we do?";
const MUMBLE = "Some of it.\n\nAnd some of the rest.";

/** Says nothing that can be read, and, asked again, the object between the marks of that call. */
function mumbling(object: (request: ModelRequest) => object): ScriptedModel {
  return scripted((request: ModelRequest) =>
    request.stepId.endsWith("_again")
      ? inSection(request, JSON.stringify(object(request)))
      : MUMBLE,
  );
}

interface Case {
  role: string;
  step: string;
  expected: string;
  config(model: Model): Partial<DebateConfig>;
  model: ScriptedModel;
  /** What came of the reply that could be read. */
  came(result: DebateResult): void;
}

const allOnes = ({ items = [] }: ModelRequest): number[] => items.map((_, at) => at + 1);
const debaters = (): ScriptedModel[] => [
  says("Answer: Stay at home and wait"),
  says("Answer: Wait, and stay at home"),
];
/** Ranks what it is shown, and says something else to the question. */
const ranking = (answer: string): ScriptedModel =>
  scripted((request: ModelRequest) => {
    if (request.role !== "ballot") return `Answer: ${answer}`;
    if (!request.stepId.endsWith("_again")) return MUMBLE;
    return inSection(request, JSON.stringify({ ranking: allOnes(request) }));
  });

const cases: Case[] = [
  {
    role: "comparer",
    step: "compare_round_0",
    expected: "each number in exactly one group",
    config: (model) => ({ debaters: debaters(), compare: { model } }),
    model: mumbling((request) => ({
      groups: [{ items: allOnes(request), label: "wait" }],
      none: [],
    })),
    came: ({ agreement }) => expect(agreement).toBe(1),
  },
  {
    role: "ballot",
    step: "ballot_0",
    expected: "the ranking",
    config: (model) => ({
      debaters: [
        model,
        ...["b", "c"].map((answer) =>
          scripted((request: ModelRequest) => {
            if (request.role !== "ballot") return `Answer: ${answer}`;
            return JSON.stringify({ ranking: allOnes(request) });
          }),
        ),
      ],
      answer: "exact",
      decide: "ranked",
    }),
    model: ranking("a"),
    came: ({ decision }) => expect(decision.method).toBe("ranked"),
  },
  {
    role: "crux",
    step: "crux_round_1",
    expected: "the claim",
    config: (model) => ({
      debaters: [says("Answer: a"), says("Answer: b")],
      answer: "exact",
      rounds: 1,
      crux: { model },
    }),
    model: mumbling(() => ({ claim: "It rains.", for: [1], against: [2] })),
    came: ({ cruxes }) => expect(cruxes).toMatchObject([{ claim: "It rains." }]),
  },
  {
    role: "claims",
    step: "claims",
    expected: "the claims",
    config: (model) => ({
      debaters: debaters(),
      compare: "rules",
      report: { type: "claims", model },
    }),
    model: mumbling(() => ({
      claims: [
        { text: "Wait.", support: [{ item: 1, quote: "Stay at home and wait" }], against: [] },
      ],
      unaddressed: [],
    })),
    came: ({ claims }) => expect(claims).toMatchObject([{ text: "Wait.", holders: ["debater_0"] }]),
  },
  {
    role: "memo",
    step: "memo",
    expected: "the memo",
    config: (model) => ({
      debaters: debaters(),
      compare: "rules",
      report: { type: "memo", model },
    }),
    model: scripted((request: ModelRequest) => {
      if (request.role === "claims") return '{"claims": [], "unaddressed": []}';
      if (!request.stepId.endsWith("_again")) return MUMBLE;
      return inSection(request, JSON.stringify({ recommendation: "Wait." }));
    }),
    came: ({ memo }) => expect(memo?.recommendation).toBe("Wait."),
  },
  {
    role: "editor",
    step: "judge",
    expected: "whether you sign the text off",
    config: (model) => ({
      debaters: [says("Dear all"), says("{}")],
      answer: "draft",
      judge: model,
    }),
    model: mumbling(() => ({ reason: "It is fine.", signedOff: true })),
    came: ({ decision, integrity }) => {
      expect(decision.signedOff).toBe(true);
      expect(integrity.missing).toEqual([]);
    },
  },
  {
    role: "critic",
    step: "debater_1_round_1",
    expected: "the critique",
    config: (model) => ({
      debaters: [says("Dear all"), model],
      answer: "draft",
      rounds: 2,
      judge: says('{"reason": "fine", "signedOff": true}'),
    }),
    model: mumbling(() => ({ critique: [{ quote: "", problem: "It is short.", suggestion: "" }] })),
    came: ({ rounds }) =>
      expect(rounds[1]?.positions[1]?.critique).toMatchObject([{ problem: "It is short." }]),
  },
  {
    role: "reviewer",
    step: "debater_0_round_0",
    expected: "the findings",
    config: (model) => ({
      debaters: [
        model,
        says('{"findings": []}', '{"votes": [{"item": 1, "vote": "doubt", "reason": "?"}]}'),
      ],
      answer: "findings" as never,
    }),
    model: mumbling(() => ({ findings: [{ quote: "", claim: "It leaks.", severity: "low" }] })),
    came: ({ findings }) => expect(findings).toMatchObject([{ claim: "It leaks." }]),
  },
  {
    role: "checker",
    step: "debater_1_round_1",
    expected: "the votes",
    config: (model) => ({
      debaters: [says('{"findings": [{"claim": "It leaks.", "severity": "low"}]}'), model],
      answer: "findings" as never,
    }),
    model: scripted((request: ModelRequest) => {
      if (request.round === 0) return '{"findings": []}';
      if (!request.stepId.endsWith("_again")) return MUMBLE;
      return inSection(
        request,
        JSON.stringify({
          votes: [{ item: 1, quote: "", reason: "", vote: "uphold", severity: null }],
        }),
      );
    }),
    came: ({ findings }) =>
      expect(findings?.[0]?.votes).toMatchObject([{ debater: "debater_1", vote: "uphold" }]),
  },
];

describe.each(cases)(
  "a $role whose reply can't be read",
  ({ role, step, expected, config, model, came }) => {
    const settings = (more: Partial<DebateConfig> = {}): DebateConfig =>
      ({ rounds: 0, ...config(model), limits: { clarify: 1 }, ...more }) as DebateConfig;
    const stepsAsked = (from: number): string[] =>
      model.requests.slice(from).map(({ stepId }) => stepId.split("__")[1] ?? "");

    test("is asked once more in the same chat, with what was expected, and it is counted", async () => {
      const from = model.requests.length;
      const panel = new Debate(settings());
      const { events, result } = await watch(panel, QUESTION);
      expect(stepsAsked(from).filter((name) => name.startsWith(step))).toEqual([
        step,
        `${step}_again`,
      ]);
      const again = model.requests.slice(from).find(({ stepId }) => stepId.endsWith("_again"));
      expect(lastTurn(again!)).toContain("Your reply could not be read: expected one JSON object");
      expect(lastTurn(again!)).toContain(expected);
      expect(again?.messages.at(-2)).toEqual({ role: "assistant", content: MUMBLE });
      came(result!);
      expect(result?.integrity.clarified).toBe(1);
      expect(JSON.stringify(events)).not.toContain("[[answer ");
      const stored = events.filter((event) => event.type !== "debate.delta");
      expect(fold(stored).result).toEqual(result);
      expect(result?.usage.calls).toBeLessThanOrEqual((await panel.plan(QUESTION)).calls.max);
    });

    test("is paid for once: a run with the same id, and a replay, ask nobody", async () => {
      const panel = new Debate(settings({ journal: memoryJournal() }));
      const result = await panel.run(QUESTION, { id: "x" });
      const asked = model.requests.length;
      const { durationMs: _time, ...same } = await panel.run(QUESTION, { id: "x" });
      expect(result).toMatchObject(same);
      came(await panel.replay("x"));
      expect(model.requests).toHaveLength(asked);
    });

    test("cut off while it is asked again, it is not asked the first time again", async () => {
      let isCutOff = true;
      const leave = new AbortController();
      const cutOff = async (request: ModelRequest): Promise<ModelReply> => {
        if (!isCutOff || !request.stepId.endsWith("_again")) return model(request);
        leave.abort();
        return new Promise(() => undefined);
      };
      const from = model.requests.length;
      const panel = new Debate({
        ...settings({ journal: memoryJournal() }),
        ...config(cutOff),
      });
      await rejection(panel.run(QUESTION, { id: "x", signal: leave.signal }));
      isCutOff = false;
      came(await panel.run(QUESTION, { id: "x" }));
      expect(stepsAsked(from).filter((name) => name.startsWith(step))).toEqual([
        step,
        `${step}_again`,
      ]);
    });

    // What a critic says is followed by a revision, for which there is still room when it is asked again.
    test.skipIf(role === "critic")(
      "is not asked again where the budget has no room for it",
      async () => {
        const free = await debate(QUESTION, settings({ limits: { clarify: 0 } }));
        const from = model.requests.length;
        const result = await debate(QUESTION, settings({ budget: { calls: free.usage.calls } }));
        expect(stepsAsked(from)).not.toContain(`${step}_again`);
        expect(result.integrity.clarified).toBe(0);
        expect(result.usage.calls).toBeLessThanOrEqual(free.usage.calls);
      },
    );
  },
);

test("a plan counts every call that may be asked again", async () => {
  const most = async (clarify: number, more: Partial<DebateConfig>): Promise<number> =>
    (await new Debate({ debaters: debaters(), ...more, limits: { clarify } }).plan(QUESTION)).calls
      .max;
  const model = says("");
  const all = {
    judge: model,
    route: { type: "confident" as const, model },
    compare: { model, bothOrders: true },
    crux: { model },
    report: { type: "memo" as const, model },
  };
  for (const decide of ["judged", "ranked"] as const) {
    expect(await most(1, { ...all, decide })).toBe(2 * (await most(0, { ...all, decide })));
  }
  // The drafter's texts are whole replies: only critics and the editor are asked again.
  const draft = { answer: "draft" as const, rounds: 2, judge: model };
  expect((await most(1, draft)) - (await most(0, draft))).toBe(2);
});

/** An AI SDK model that says this. */
function sdkModel(text: (prompt: string) => string, warns = false): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => ({
      content: [{ type: "text", text: text(JSON.stringify(prompt)) }],
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: warns ? [{ type: "unsupported", feature: "responseFormat" }] : [],
    }),
  });
}

describe("the schema of a reply for machines", () => {
  const object = '{"groups": [{"items": [1, 2], "label": "wait"}], "none": []}';
  const compared = (model: Model): DebateConfig => ({
    debaters: debaters(),
    compare: { model },
    rounds: 0,
  });

  test("goes to an AI SDK model, which is asked for the object alone", async () => {
    const model = sdkModel(() => object);
    const { agreement } = await debate(QUESTION, compared(model));
    expect(agreement).toBe(1);
    const [call] = model.doGenerateCalls;
    expect(call?.responseFormat).toMatchObject({
      type: "json",
      schema: { type: "object", required: ["groups", "none"], additionalProperties: false },
    });
    expect(JSON.stringify(call?.prompt)).toContain("Reply with the JSON object alone.");
    expect(JSON.stringify(call?.prompt)).not.toContain("[[answer ");
  });

  test("stays with it when it is asked again", async () => {
    const model = sdkModel((prompt) => (prompt.includes("could not be read") ? object : MUMBLE));
    const { integrity } = await debate(QUESTION, compared(model));
    expect(integrity.clarified).toBe(1);
    const formats = model.doGenerateCalls.map(({ responseFormat }) => responseFormat?.type);
    expect(formats).toEqual(["json", "json"]);
  });

  test("doesn't go to a function, which is asked for the object between marks", async () => {
    const model = scripted((request: ModelRequest) => inSection(request, object));
    const { agreement } = await debate(QUESTION, compared(model));
    expect(agreement).toBe(1);
    expect(model.requests[0]?.responseFormat).toBeUndefined();
  });

  test("makes no reply readable where the provider says that it ignores it", async () => {
    const model = sdkModel(() => `Sure: ${object}`, true);
    const { integrity } = await debate(QUESTION, compared(model));
    expect(integrity.compared).toMatchObject({ asked: 1, failed: 1 });
  });
});

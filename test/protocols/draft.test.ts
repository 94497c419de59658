import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  editorial,
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { promptOf } from "../support/panel.ts";

const QUESTION = "Write the notice about the power cut on Tuesday.";
const FIRST = "Dear all, there will be no power on Tuesday. Please save your work.";
const SECOND = "Dear all, there will be no power on Tuesday from 6 to 8 pm. Please save your work.";

function panel(
  more: Partial<DebateConfig> = {},
  signs = '{"reason": "It is clear.", "signedOff": true}',
) {
  const requests: ModelRequest[] = [];
  const heard =
    (reply: (request: ModelRequest) => string) =>
    (request: ModelRequest): string => {
      requests.push(request);
      return reply(request);
    };
  const critique = (quote: string, problem: string): string =>
    JSON.stringify({ critique: [{ quote, problem, suggestion: "give the hours" }] });
  const config: DebateConfig = {
    ...editorial,
    debaters: [
      { name: "ann", model: heard(({ round }) => (round === 0 ? FIRST : SECOND)) },
      { name: "ben", model: heard(() => critique("no power on Tuesday", "When exactly?")) },
      { name: "cat", model: heard(() => critique("the cut takes all day", "That is too long.")) },
    ],
    judge: heard(() => signs),
    ...more,
  };
  return { config, requests };
}

describe("editorial", () => {
  test("one drafts, the others criticize with quotes, the first revises, the judge signs off", async () => {
    const { config, requests } = panel();
    const result = await debate(QUESTION, config, { id: "run" });
    expect(result).toMatchObject({
      answer: SECOND,
      text: SECOND,
      winner: "ann",
      agreement: null,
      reasoning: "It is clear.",
      escalateToHuman: false,
      decision: { method: "drafted", signedOff: true, tally: [] },
    });
    expect(requests.map(({ stepId }) => stepId)).toEqual([
      "run__debater_0_round_0",
      "run__debater_1_round_1",
      "run__debater_2_round_1",
      "run__debater_0_round_2",
      "run__judge",
    ]);
    const [, ben, , ann, judge] = requests as [ModelRequest, ...ModelRequest[]];
    expect(ben?.items).toEqual([FIRST]);
    expect(promptOf(ann as ModelRequest)).toContain("When exactly?");
    expect(promptOf(judge as ModelRequest)).toContain(SECOND);
    const [, one, two] = result.rounds[1]?.positions ?? [];
    const [quote] = one?.critique ?? [];
    expect(quote?.quote).toMatchObject({ source: "position", debater: "ann", verified: true });
    expect(FIRST.slice(...(quote?.quote?.at ?? [0, 0]))).toBe("no power on Tuesday");
    // The words that cat criticizes don't stand in the draft.
    expect(two?.critique?.[0]?.quote?.verified).toBe(false);
    expect(result.integrity).toMatchObject({
      degraded: true,
      unverifiedQuotes: 1,
      failedQuotes: [{ by: "cat", in: "critique", source: "position", debater: "ann", round: 0 }],
    });
    expect(promptOf(ann as ModelRequest)).toContain("These words don't stand in the draft.");
  });

  test.each([
    ["refuses", '{"reason": "Too long.", "signedOff": false}', false],
    ["says neither", "Nice text.", null],
  ])(
    "a judge that %s calls for a person, and the text is still there",
    async (_what, signs, signedOff) => {
      const result = await debate(QUESTION, panel({}, signs).config);
      expect(result).toMatchObject({
        answer: SECOND,
        escalateToHuman: true,
        decision: { signedOff },
      });
    },
  );

  test("the judge is told that objections quote the text as it was before", async () => {
    const { config, requests } = panel();
    await debate(QUESTION, config);
    expect(promptOf(requests.at(-1) as ModelRequest)).toContain("made to the draft before it");
  });

  test.each([
    ["in prose", "I think the street is missing."],
    ["that it only quotes", 'The draft says {"critique": []} itself.'],
    ["twice", '{"critique": []}\n{"critique": []}'],
  ])("a critique %s is unread, and the text stands", async (_, reply) => {
    const { config } = panel();
    const [ann, , cat] = config.debaters as never[];
    const result = await debate(QUESTION, {
      ...config,
      debaters: [ann as never, { name: "ben", model: () => reply }, cat as never],
    });
    expect(result.rounds[1]?.positions[1]).toMatchObject({ status: "unread" });
    expect(result.integrity).toMatchObject({ unread: 1, degraded: true });
    expect(result.answer).toBe(SECOND);
  });

  test("rounds of critique and revision go on as long as asked", async () => {
    const { config, requests } = panel({ rounds: 4 });
    const plan = await new Debate(config).plan(QUESTION);
    expect(plan.calls.max).toBe(8);
    const result = await debate(QUESTION, config);
    expect(result.rounds).toHaveLength(5);
    expect(requests).toHaveLength(8);
  });

  test("a critic that fails leaves the text, and a drafter that fails leaves the draft", async () => {
    const down = (): string => {
      throw new Error("down");
    };
    const { config } = panel({ limits: { retries: 0 } });
    const [ann, ben] = config.debaters as { name: string; model: never }[];
    const result = await debate(QUESTION, {
      ...config,
      debaters: [
        { name: "ann", model: ({ round }: ModelRequest) => (round === 0 ? FIRST : down()) },
        ben as never,
        { name: "cat", model: down },
      ],
    });
    expect(ann?.name).toBe("ann");
    expect(result).toMatchObject({ answer: FIRST, integrity: { degraded: true } });
    expect(result.integrity.dropped).toHaveLength(2);
  });

  test("what is missing is refused before any call", () => {
    const { judge: _judge, ...unjudged } = panel().config;
    expect(() => new Debate(unjudged)).toThrow(/a judge who signs the text off/);
    expect(() => new Debate(panel({ rounds: 1 }).config)).toThrow(
      /rounds: expected an even number/,
    );
    expect(() => new Debate(panel({ poll: "sequential" }).config)).toThrow(/poll/);
  });

  test("a replay calls nobody, and a run that was cut off pays nothing twice", async () => {
    const journal = memoryJournal();
    const leave = new AbortController();
    const { config, requests } = panel({ journal, limits: { concurrency: 1 } });
    const judge = config.judge as (request: ModelRequest) => string;
    let stalled = true;
    const stalling = (request: ModelRequest): string => {
      if (stalled) leave.abort(new Error("killed"));
      return judge(request);
    };
    const whole = { ...config, judge: stalling };
    await rejection(debate(QUESTION, whole, { id: "run", signal: leave.signal }));
    stalled = false;
    const kept = new Debate(whole);
    const result = await kept.run(QUESTION, { id: "run" });
    expect(requests).toHaveLength(6);
    expect(result.usage.calls).toBe(6);
    expect(await kept.replay("run", { escalateBelow: 0.1 })).toMatchObject({ answer: SECOND });
    expect(requests).toHaveLength(6);
  });
});

import { expect, test } from "vitest";
import {
  Debate,
  fold,
  majority,
  memoryJournal,
  weighted,
  type DebateConfig,
  type DebateEvent,
  type DebateResult,
  type DecisionRule,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

/** Round 0: three for Venus, one for Mars. After the revision, two for each, and a Martian comes first. */
function createTiedPanel(config: Partial<DebateConfig>): Debate {
  const says = (...replies: string[]): ReturnType<typeof scripted> =>
    scripted(replies.map((planet) => `Answer: ${planet}`));
  return new Debate({
    debaters: [
      says("Venus", "Mars"),
      says("Venus", "Venus"),
      says("Venus", "Venus"),
      says("Mars", "Mars"),
    ],
    rounds: 1,
    revise: "everyone",
    answer: "exact",
    ...config,
  });
}

async function holdTiedDebate(decide: DecisionRule): Promise<DebateResult> {
  const result = await createTiedPanel({ decide }).run("Which planet is the hottest?");
  expect(result.agreement).toBe(0.5);
  expect(result.escalateToHuman).toBe(true);
  return result;
}

test.each([
  ["majority", majority()],
  ["weighted", weighted()],
  ["majority", "majority"],
] as const)("by %s, a tie after round 0 goes to the answer that led before", async (_, decide) => {
  const { answer, warnings } = await holdTiedDebate(decide);
  expect(answer).toBe("Venus");
  expect(warnings[0]).toMatch(/^The vote is tied, .+ debater_1's answer\.$/);
});

test("without keepLeader, a tie goes to the panel's order", async () => {
  const { answer } = await holdTiedDebate(majority({ keepLeader: false }));
  expect(answer).toBe("Mars");
});

test.each([
  [majority(), "Venus"],
  [majority({ keepLeader: false }), "Mars"],
  [weighted(), "Venus"],
])(
  "a tie of groups goes to the same answer in a live and in a later review: %j",
  async (decide, expected) => {
    const review = {
      verdict: "confirm" as const,
      groups: [
        ["debater_0", "debater_3"],
        ["debater_1", "debater_2"],
      ],
    };
    const journal = memoryJournal();
    const readAnswer = async (id: string): Promise<unknown> =>
      fold((await journal.eventsFrom(id, 0)) ?? []).result.answer;

    const waiting = createTiedPanel({ decide, journal, onEscalate: "wait" });
    const stream = waiting.stream("Which planet is the hottest?", { id: "live" });
    for await (const event of stream) {
      if (event.type === "debate.escalated") await waiting.review("live", review);
    }
    await stream.result;
    const panel = createTiedPanel({ decide, journal });
    await panel.run("Which planet is the hottest?", { id: "later" });
    await panel.review("later", review);
    expect([await readAnswer("live"), await readAnswer("later")]).toEqual([expected, expected]);
  },
);

test("a tie whose answers were tied before goes to the panel's order", async () => {
  const says = (planet: string): ReturnType<typeof scripted> =>
    scripted([`Answer: ${planet}`, `Answer: ${planet}`]);
  const panel = { debaters: [says("Mars"), says("Venus")], answer: "exact" as const };
  const { answer, warnings } = await new Debate(panel).run("Which planet?");
  expect(answer).toBe("Mars");
  expect(warnings).toEqual([
    "The vote is tied, 1 of 2 members each; the rule for ties chose debater_0's answer.",
  ]);
});

test("the warning of a tie fits into a line, counts members that failed, and goes with a review", async () => {
  const fail = (): never => {
    throw new Error("no reply");
  };
  const panel = new Debate({
    debaters: [{ model: () => "Answer: Mars", name: "m".repeat(64) }, () => "Answer: Venus", fail],
    rounds: 0,
    limits: { retries: 0 },
    onEscalate: "wait",
  });
  const stream = panel.stream("Which planet?");
  const events: DebateEvent[] = [];
  let warning = "";
  for await (const event of stream) {
    events.push(event);
    if (event.type !== "debate.escalated") continue;
    warning = fold(events).result.warnings[0] ?? "";
    await panel.review(event.debateId, { verdict: "confirm" });
  }
  expect(warning).toMatch(/^The vote is tied, 1 of 3 members each; .+'s answer\.$/);
  expect(warning.length).toBeLessThanOrEqual(200);
  expect((await stream.result).warnings).not.toContain(warning);
});

const voter =
  (answer: string, confidence: number): (() => string) =>
  () =>
    `Answer: ${answer}\nConfidence: ${confidence}`;

test.each([
  [
    ["blue", 0.3],
    ["red", 0.1],
    ["red", 0.2],
  ],
  [
    ["blue", 0.8],
    ["red", 0.7],
    ["red", 0.1],
  ],
  [
    ["blue", 0.6],
    ["red", 0.4],
    ["red", 0.2],
  ],
] as [string, number][][])(
  "equal weights are a tie, whatever rounding adds: %j %j %j",
  async (...votes) => {
    for (const order of [votes, votes.toReversed()]) {
      const debaters = order.map(([answer, confidence]) => voter(answer, confidence));
      const panel = new Debate({ debaters, answer: "exact", decide: "weighted", rounds: 0 });
      const result = await panel.run("Which color?");
      const [first, second] = result.decision.tally;
      expect(first?.weight).toBe(second?.weight);
      expect(result.answer).toBe(order[0]?.[0]);
      expect(result.escalateToHuman).toBe(true);
      expect(result.warnings.join(" ")).toContain("2 answers have the same weight");
    }
  },
);

test("a vote that weights decide is not called tied because each answer has one vote", async () => {
  const debaters = [voter("red", 0.9), voter("blue", 0.5), voter("green", 0.2)];
  const panel = new Debate({ debaters, answer: "exact", decide: "weighted", rounds: 0 });
  const result = await panel.run("Which color?");
  expect(result.answer).toBe("red");
  expect(result.warnings[0]).toBe("A person should review this: only 33% agree.");
});

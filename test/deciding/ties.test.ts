import { expect, test } from "vitest";
import { Debate, majority, weighted, type DecisionRule } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/core/src/testing/index.ts";

/** Round 0: three for Venus, one for Mars. After the revision, two for each, and a Martian comes first. */
async function holdTiedDebate(decide: DecisionRule): Promise<unknown> {
  const says = (...replies: string[]): ReturnType<typeof scripted> =>
    scripted(replies.map((planet) => `Answer: ${planet}`));
  const result = await new Debate({
    debaters: [
      says("Venus", "Mars"),
      says("Venus", "Venus"),
      says("Venus", "Venus"),
      says("Mars", "Mars"),
    ],
    rounds: 1,
    revise: "everyone",
    answer: "exact",
    decide,
  }).run("Which planet is the hottest?");
  expect(result.agreement).toBe(0.5);
  expect(result.escalateToHuman).toBe(true);
  return result.answer;
}

test.each([
  ["majority", majority()],
  ["weighted", weighted()],
  ["majority", "majority"],
] as const)("by %s, a tie after round 0 goes to the answer that led before", async (_, decide) => {
  expect(await holdTiedDebate(decide)).toBe("Venus");
});

test("without keepLeader, a tie goes to the panel's order", async () => {
  expect(await holdTiedDebate(majority({ keepLeader: false }))).toBe("Mars");
});

test("a tie whose answers were tied before goes to the panel's order", async () => {
  const says = (planet: string): ReturnType<typeof scripted> =>
    scripted([`Answer: ${planet}`, `Answer: ${planet}`]);
  const panel = { debaters: [says("Mars"), says("Venus")], answer: "exact" as const };
  expect((await new Debate(panel).run("Which planet?")).answer).toBe("Mars");
});

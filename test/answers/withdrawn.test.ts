import { expect, test } from "vitest";
import { choice, debate, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { says } from "../support/panel.ts";

/** What a vote reads from a reply: the other two members are silent. */
async function readVote(reply: string, answer: unknown): Promise<unknown> {
  const config = { debaters: [says(reply), says("?"), says("?")], answer, rounds: 0 };
  const limits = { quorum: 1, retries: 0 };
  const run = debate("How much?", { ...config, limits } as DebateConfig<never>);
  return run.then(({ answer: read }) => read).catch(() => null);
}

test.each([
  "Actually, it's 96, not 84.",
  "Sorry, the above is incorrect.",
  "That's incorrect.",
  "This is wrong.",
  "The above is wrong.",
  "Disregard the above.",
  "I change my answer to 96.",
  "I was wrong above; the figure is 96.",
  "Oops, I meant 96.",
  "Wait, it's 96.",
  "On reflection, 96.",
  "Revised: 96",
])("a number that its reply takes back doesn't vote: %s", async (after) => {
  expect(await readVote("Answer: 84\n\nI counted twice.", number())).toBe(84);
  expect(await readVote(`Answer: 84\n\n${after}`, number())).toBeNull();
});

test("an option that its reply takes back doesn't vote", async () => {
  const kind = choice(["ship", "wait"]);
  expect(await readVote("Answer: ship\n\nOn reflection, still ship.", kind)).toBe("ship");
  expect(await readVote("Answer: ship\n\nOn second thought, wait.", kind)).toBeNull();
});

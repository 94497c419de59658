/**
 * Testing your panel: `scripted` says what the test wrote down and remembers what it was asked;
 * `faulty` goes wrong in the ways that providers do. Neither needs a key or a network.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, debate, memoryJournal, PanelFailedError } from "rostrum";
import { faulty, journalConformance, scripted } from "rostrum/testing";

const QUESTION = "Is the sky blue?";

await test("a debater is shown its peers from round 1 on", async () => {
  // Disposed of at the end of the scope, a script fails on replies that were never asked for.
  using ada = scripted(["Answer: yes", "Answer: yes"]);
  using leo = scripted(["Answer: no", "Answer: yes"]);
  await debate(QUESTION, { debaters: [ada, leo], rounds: 1 });
  assert.deepEqual(ada.requests[0]?.peers, []);
  assert.equal(ada.requests[1]?.peers[0]?.text, "Answer: no");
  assert.match(ada.requests[1]?.messages.at(-1)?.content ?? "", /Answer: no/);
});

await test("one call too many names the step", async () => {
  const ada = scripted(["Answer: yes"]);
  const leo = scripted(["Answer: no"]);
  await assert.rejects(
    debate(QUESTION, { debaters: [ada, leo], rounds: 1 }, { id: "sky" }),
    (error) => error instanceof ConfigError && error.message.includes("sky__debater_0_round_1"),
  );
});

await test("a script can be a function of the request", async () => {
  const model = scripted(({ debater }) => (debater === "debater_2" ? "Answer: no" : "Answer: yes"));
  const result = await debate(QUESTION, { debaters: model, rounds: 0 });
  assert.deepEqual(
    result.decision.tally.map(({ votes }) => votes),
    [2, 1],
  );
});

await test("the panel outlives a debater that fails, and the result says so", async () => {
  const down = faulty([{ type: "error", status: 401, message: "no such key" }]);
  const result = await debate(QUESTION, {
    debaters: [scripted(["yes"]), scripted(["yes"]), down],
    rounds: 0,
  });
  assert.equal(down.calls, 1, "a refusal for good is not tried again");
  assert.equal(result.answer, "yes");
  assert.equal(result.agreement, 1, "who never voted and can't be asked again doesn't count");
  assert.equal(result.integrity.degraded, true);
  assert.match(result.integrity.dropped[0]?.error ?? "", /no such key/);
});

await test("a rate limit is waited for, a hanging call is given up, a cut-off reply doesn't vote", async () => {
  const busy = faulty([{ type: "rate_limited", retryAfterMs: 5 }, "yes"]);
  const deaf = faulty([{ type: "hang", deaf: true }]);
  const { rounds } = await debate(QUESTION, {
    debaters: [busy, faulty(["yes"]), deaf, faulty([{ type: "truncated", text: "y" }])],
    rounds: 0,
    limits: { timeoutMs: 30, retries: 1 },
  });
  const statuses = rounds[0]?.positions.map(({ status }) => status);
  assert.deepEqual(statuses, ["spoke", "spoke", "failed", "unread"]);
  assert.equal(busy.calls, 2);
});

await test("too few replies fail the run, with what there was", async () => {
  const down = faulty([{ type: "error", status: 500 }]);
  await assert.rejects(
    debate(QUESTION, { debaters: [scripted(["yes"]), down], limits: { retries: 0 } }),
    (error) =>
      error instanceof PanelFailedError && error.partial?.rounds[0]?.positions[0]?.answer === "yes",
  );
});

// A journal of your own must hold these; here the built-in one does.
for (const { name, run } of journalConformance(memoryJournal)) await test(`journal: ${name}`, run);

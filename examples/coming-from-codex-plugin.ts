/**
 * Coming from codex-plugin-cc: a second agent reviews a change, in the background, on a subscription. Here any
 * program that reads a prompt and prints a reply is a member of the panel, and members check each other's findings.
 */
import assert from "node:assert/strict";
import { Debate, findings, type ModelFunction } from "rostrum";

const CHANGE = `-export const page = (items, from) => items.slice(from, from + 10);
+export const page = (items, from) => items.slice(from, 10);
`;
const FINDING = {
  quote: "items.slice(from, 10)",
  claim: "slice takes an end and not a length, so every page after the first is empty.",
  severity: "high",
};

/** In your own code: "command:codex exec --json -". This program reads the prompt and prints a review too. */
const program = `process.stdin.resume().on("end", () => console.log(${JSON.stringify(
  JSON.stringify({ findings: [FINDING] }),
)}))`;

/** The second member: an API model in your own code. */
const reviewer: ModelFunction = ({ round, items = [] }) =>
  round === 0
    ? JSON.stringify({ findings: [] })
    : JSON.stringify({ votes: items.map((_, index) => ({ item: index + 1, vote: "uphold" })) });

const panel = new Debate({
  debaters: [
    { name: "agent", model: { command: [process.execPath, "-e", program] } },
    { name: "reviewer", model: reviewer },
  ],
  answer: findings(),
});

// --background: a run is a promise with an id; with a journal, another process can wait for it or go on with it.
const running = panel.stream({
  text: "Review this change.",
  context: [{ document: "page.diff", text: CHANGE }],
});
for await (const event of running) {
  if (event.type === "debate.response") console.log(`${event.debater} replied`);
}
const { findings: found = [] } = await running.result;
for (const { severity, status, claim, by } of found) console.log(severity, status, claim, by);

assert.equal(found.length, 1, "a finding that one member made alone is kept");
assert.deepEqual([found[0]?.status, found[0]?.severity], ["upheld", "high"]);
assert.deepEqual(found[0]?.by, ["agent"]);
assert.equal(found[0]?.quotes[0]?.verified, true);

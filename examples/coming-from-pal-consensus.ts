/**
 * Coming from PAL's consensus tool: models with a stance (for, against, neutral) answer, and the caller goes on with a
 * continuation id. A stance is an instruction of a member, and a follow-up names the run that it continues.
 */
import assert from "node:assert/strict";
import { Debate, memoryJournal, type Debater, type ModelFunction } from "rostrum";

const STANCES = {
  for: "Argue for the proposal as well as it can honestly be done. Say so if it is beyond defending.",
  against:
    "Argue against the proposal as well as it can honestly be done. Say so if it is plainly right.",
  neutral: "Weigh both sides evenly.",
};

/** Stands in for real models: it answers by the stance that its system prompt has. */
const model: ModelFunction = ({ system, question }) => {
  if (question.includes("first step")) return "Answer: turn it on for one team";
  if (system.includes("Argue against"))
    return "Trunk-based work needs tests that we lack.\nAnswer: no";
  return "Short branches make merges small.\nAnswer: yes";
};

const debaters: Debater[] = Object.entries(STANCES).map(([name, instructions]) => ({
  name,
  model,
  instructions,
}));
const panel = new Debate({ debaters, rounds: 0, journal: memoryJournal() });

const first = await panel.run("Should we move to trunk-based development?", { id: "trunk" });
console.log(first.answer, first.agreement, first.dissent);

// continuation_id
const next = await panel.follow("trunk", "What is the first step?");
console.log(next.answer);

assert.equal(first.answer, "yes");
assert.equal(first.agreement, 2 / 3);
assert.deepEqual(
  first.dissent.map(({ debater, answer }) => [debater, answer]),
  [["against", "no"]],
);
assert.equal(next.answer, "turn it on for one team");

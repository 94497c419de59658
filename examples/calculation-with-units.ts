/** A calculation with units: debaters use a calculator, and a checker computes again what they claim. */
import assert from "node:assert/strict";
import { Debate, type ModelFunction } from "rostrum";

/** Stands in for a model that uses the calculator before it answers. */
const careful: ModelFunction = ({ messages, tools }) => {
  const turn = messages.at(-1)?.content ?? "";
  if (tools && !turn.includes("calc 1.0.1")) {
    const input = { expression: "3.5 h * 80 km/h", to: "miles" };
    return { text: "", toolCalls: [{ name: "calc", input }] };
  }
  return "Answer: 3.5 h × 80 km/h = 280 km";
};
/** Two that do it in their heads. */
const hasty: ModelFunction = () => "Answer: 3.5 h × 80 km/h = 240 km";

const panel = new Debate({
  debaters: [{ name: "careful", model: careful, tools: { calc: true } }, hasty, hasty],
  verify: { calc: true },
  compare: "rules",
  rounds: 0,
});
const result = await panel.run("How far does a train get in three and a half hours at 80 km/h?");

const [position] = result.rounds[0]?.positions ?? [];
console.log(`calculator: ${String(position?.toolCalls?.[0]?.output)}`);
for (const { debater, answer, verdict } of result.rounds[0]?.positions ?? []) {
  console.log(`${debater}: ${answer} (${verdict})`);
}
assert.equal(
  result.answer,
  "3.5 h × 80 km/h = 280 km",
  "what doesn't hold can't win, not even with a majority",
);
assert.match(String(position?.toolCalls?.[0]?.output), /^173\.98\d+… \(exactly/);

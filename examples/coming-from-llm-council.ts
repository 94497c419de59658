/**
 * Coming from llm-council: first opinions, an anonymous ranking by the members, and a chairman's answer. Here the
 * same three stages are the preset `council`, and a failed member is reported instead of left out.
 */
import assert from "node:assert/strict";
import { council, Debate, type ModelFunction } from "rostrum";

/** COUNCIL_MODELS: in your own code "openrouter/<maker>/<model>" ids; here functions that need no key. */
const OPINIONS: Record<string, string> = {
  first: "Measure before you cache: most of the time is in one query.\nAnswer: add an index",
  second: "An index on orders(created_at) removes the scan.\nAnswer: add an index",
  third: "Cache the report for an hour.\nAnswer: cache the report",
};

const member =
  (name: string): ModelFunction =>
  ({ role, items = [] }) => {
    if (role !== "ballot") return OPINIONS[name] ?? "";
    const byIndexFirst = items
      .map((text, index) => ({ number: index + 1, isIndex: text.includes("add an index") }))
      .sort((one, other) => Number(other.isIndex) - Number(one.isIndex));
    return JSON.stringify({ ranking: byIndexFirst.map(({ number }) => number) });
  };

/** CHAIRMAN_MODEL */
const chairman: ModelFunction = () =>
  JSON.stringify({
    answer: "add an index, and measure again before caching",
    confidence: 0.8,
    justification: "Two members name the cause, and the ranking puts them first.",
    dissent: "Caching hides the slow query for an hour.",
    citations: [],
  });

const panel = new Debate({
  ...council,
  debaters: Object.keys(OPINIONS).map((name) => ({ name, model: member(name) })),
  judge: chairman,
});
const result = await panel.run("Our daily report takes forty seconds. What first?");

// Stage 1, stage 2 and stage 3 of llm-council, in the result.
console.log(result.rounds[0]?.positions.map(({ debater, text }) => `${debater}: ${text}`));
console.log(result.ranking);
console.log(result.answer);

assert.equal(result.rounds[0]?.positions.length, 3);
assert.equal(result.ranking?.at(-1)?.debater, "third", "the ranking excludes a member's own reply");
assert.match(String(result.answer), /add an index/);
assert.equal(result.integrity.degraded, false);
assert.equal(result.usage.calls, 3 + 3 + 1, "opinions, ballots, chairman");

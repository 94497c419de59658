/** Own rules: stop, decide, see, route and poll may be functions, and any prompt can be replaced. */
import assert from "node:assert/strict";
import { debate, prompts, type Ballot, type ModelFunction, type StopState } from "rostrum";

const readers = new Map<string, number[]>();
const asked: string[] = [];

/** Guesses a year, and moves half way to the mean of what it is shown. */
const guesser =
  (guess: number): ModelFunction =>
  ({ debater, peers, own, messages }) => {
    asked.push(messages.at(-1)?.content ?? "");
    readers.set(debater ?? "", [...(readers.get(debater ?? "") ?? []), peers.length]);
    if (!own) return `Answer: ${guess}`;
    const mean = peers.reduce((sum, peer) => sum + Number(peer.answer), 0) / peers.length;
    return `Answer: ${Math.round((Number(own.answer) + mean) / 2)}`;
  };

/** Stop once all guesses lie within ten years; the name returned is the stop reason. */
function closeTogether({ rounds }: StopState): string | false {
  const years = rounds.at(-1)?.positions.map(({ answer }) => Number(answer)) ?? [];
  return Math.max(...years) - Math.min(...years) <= 10 && "within_ten_years";
}

/** The median guess wins. A rule returns the debater whose answer stands. */
function median({ votes }: Ballot): string | null {
  const sorted = [...votes].sort((a, b) => Number(a.answer) - Number(b.answer));
  return sorted[Math.floor(sorted.length / 2)]?.debater ?? null;
}

const result = await debate("In which year was the lighthouse built?", {
  debaters: [guesser(1800), guesser(1850), guesser(1870), guesser(1990)],
  rounds: 6,
  stop: closeTogether,
  decide: median,
  // Everybody sees the next two; the viewer itself is left out for you.
  see: ({ viewer, size }) => [1, 2].map((step) => (viewer + step) % size),
  // One text replaced, the rest of the classic set kept. `peers` is fenced: embed it as it is.
  prompts: {
    revision: (input) =>
      `Move only as far as the evidence goes.\n\n${prompts.classic.revision(input)}`,
  },
});

for (const { index, positions } of result.rounds) {
  console.log(`round ${index}: ${positions.map(({ answer }) => answer).join("  ")}`);
}
console.log(`${result.answer}, because the guesses are ${result.stopReason}`);

assert.equal(result.stopReason, "within_ten_years");
assert.equal(result.decision.method, "median", "the function's name stands in the record");
assert.deepEqual(readers.get("debater_3")?.slice(0, 2), [0, 2], "nobody in round 0, then two");
assert.ok(asked.at(-1)?.startsWith("Move only as far as the evidence goes."));
const last = result.rounds.at(-1)?.positions.map(({ answer }) => Number(answer)) ?? [];
assert.equal(Number(result.answer), last.sort((a, b) => a - b)[2]);

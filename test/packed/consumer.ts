// What a user's project holds: compiled and run against the installed tarball, not the sources.
import { choice, debate, Debate, number, type DebateResult, type ModelFunction } from "rostrum";
import { journalConformance, scripted } from "rostrum/testing";

const says =
  (text: string): ModelFunction =>
  () =>
    text;

const sum: DebateResult<number> = await debate("What is 6 × 7?", {
  debaters: [says("Answer: 42"), says("It is 42."), scripted(["42"])],
  answer: number(),
});
if (sum.answer !== 42 || !sum.converged) throw new Error(`expected 42, got ${sum.answer}`);

const panel = new Debate({
  debaters: [says("Answer: B"), says("Answer: B")],
  answer: choice(["A", "B"]),
});
const letter: "A" | "B" | null = (await panel.run("A or B?")).answer;
if (letter !== "B") throw new Error(`expected B, got ${letter}`);

if (typeof journalConformance !== "function") throw new Error("rostrum/testing is incomplete");

// What a user's project holds: compiled and run against the installed tarball, not the sources.
import {
  choice,
  debate,
  Debate,
  number,
  sqliteJournal,
  type DebateResult,
  type ModelFunction,
} from "rostrum";
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

// What is loaded at first use: SQLite and the limiter, the networks with their weights, the price list,
// and the validator of JSON Schemas.
await using journal = sqliteJournal("runs.db");
const kept = new Debate({
  debaters: [says("Answer: 7"), says("Answer: 7")],
  journal,
  limits: { concurrency: 1 },
});
await kept.run("3 + 4?", { id: "kept" });
const { answer } = await kept.replay("kept");
if (answer !== "7") throw new Error(`expected 7 from the journal, got ${answer}`);

const sums = await debate("What is 12 + 30?", { debaters: ["embedded*3"] });
if (sums.answer !== "42") throw new Error(`expected 42 of the networks, got ${sums.answer}`);

const { usd } = await new Debate({ debaters: "openai/gpt-4o" }).plan("How much?");
if (usd.max === null || usd.max <= 0) throw new Error(`expected a price, got ${usd.max}`);

const colour = { type: "object", properties: { colour: { type: "string" } } };
const typed = await debate("Which colour?", {
  debaters: [says('{"colour": "red"}'), says('{"colour": "red"}')],
  // As a config file would say it.
  answer: { type: "json", schema: colour } as never,
});
if (JSON.stringify(typed.answer) !== '{"colour":"red"}') {
  throw new Error(`expected red, got ${JSON.stringify(typed.answer)}`);
}

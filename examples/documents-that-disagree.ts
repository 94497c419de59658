/** A folder of documents that contradict each other: every debater reads for itself, and what they found is pooled. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Debate, type ModelFunction } from "rostrum";

const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
writeFileSync(
  join(folder, "log.txt"),
  "14 January: the lamp was out from two until a quarter past three.",
);
writeFileSync(
  join(folder, "letter.txt"),
  "The office: the lamp burned all night, and snow hid it.",
);

/** Stands in for a model: reads one file, and believes what was written at the time. */
const reader =
  (path: string): ModelFunction =>
  ({ messages, tools }) => {
    const read = messages.some(({ toolResults }) => toolResults !== undefined);
    if (tools && !read) return { text: "", toolCalls: [{ name: "read_file", input: { path } }] };
    const seen = messages.map(({ content }) => content).join("\n");
    return seen.includes("the lamp was out")
      ? "The log was written that night.\nAnswer: out"
      : "Answer: lit";
  };

const panel = new Debate({
  debaters: [
    { name: "ada", model: reader("log.txt") },
    { name: "bob", model: reader("letter.txt") },
    { name: "cyd", model: reader("letter.txt") },
  ],
  tools: { files: folder },
  evidence: "shared",
  compare: "rules",
  revise: "everyone",
  rounds: 1,
});
const result = await panel.run("Was the lamp out or lit at half past two?");
rmSync(folder, { recursive: true });

const [first, last] = [result.rounds[0], result.rounds.at(-1)];
console.log(`first: ${first?.positions.map(({ answer }) => answer).join(", ")}`);
console.log(`then:  ${last?.positions.map(({ answer }) => answer).join(", ")}`);
for (const { debater, toolCalls = [] } of first?.positions ?? []) {
  for (const { document, output } of toolCalls)
    console.log(`${debater} read ${document}: ${String(output)}`);
}
assert.equal(first?.positions.filter(({ answer }) => answer === "lit").length, 2);
assert.equal(result.answer, "out", "the log of one member reached the others");

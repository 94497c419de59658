/**
 * Coming from OpenRouter Fusion: a panel answers in parallel, a judge compares, and a model writes. Fusion's fields have
 * places in the result: consensus, contradictions, unique insights and blind spots.
 */
import assert from "node:assert/strict";
import { Debate, type ModelFunction } from "rostrum";

const answerWith =
  (headline: string, details: string): ModelFunction =>
  () =>
    `Answer: ${headline}\n${details}`;

/** Longer than forty words each, as real advice is: differences are listed from that length on. */
const COMMON =
  "Postgres handles two hundred jobs a second with SKIP LOCKED, the team already operates it, and a job can be enqueued in the transaction that creates the order, so that no job is lost and none is run for an order that was rolled back.";

/** analysis_models */
const debaters = [
  {
    name: "ada",
    model: answerWith("Use Postgres.", `${COMMON} Move to a queue above 1,000 jobs a second.`),
  },
  {
    name: "boole",
    model: answerWith("Use Postgres.", `${COMMON} Move to a queue above 5,000 jobs a second.`),
  },
  { name: "curie", model: answerWith("Use Postgres.", `${COMMON} Partition the table by day.`) },
];

/** The judge that compares: one call that groups the answers by position and lists what they don't share. */
const comparer: ModelFunction = ({ items = [] }) => {
  const numberOf = (words: string): number => items.findIndex((text) => text.includes(words)) + 1;
  return JSON.stringify({
    groups: [{ items: items.map((_, index) => index + 1), label: "Use Postgres", fullest: 1 }],
    none: [],
    differences: [
      {
        about: "When to move to a dedicated queue",
        kind: "conflict",
        says: [
          { items: [numberOf("above 1,000")], text: "Above 1,000 jobs a second." },
          { items: [numberOf("above 5,000")], text: "Above 5,000 jobs a second." },
        ],
      },
      {
        about: "Table layout",
        kind: "unique",
        says: [{ items: [numberOf("Partition")], text: "Partition the table by day." }],
      },
    ],
  });
};

const panel = new Debate({ debaters, compare: comparer, rounds: 0 });
const { headline, agreement, differences } = await panel.run("Postgres or a dedicated job queue?");

console.log("consensus:", headline, `(${agreement === 1 ? "all members" : "some members"})`);
for (const { about, kind, says } of differences) {
  console.log(kind === "conflict" ? "contradiction:" : "unique insight:", about);
  for (const { debaters: who, text } of says) console.log(`  ${who.join(", ")}: ${text}`);
}

assert.equal(agreement, 1);
assert.deepEqual(
  differences.map(({ kind }) => kind),
  ["conflict", "unique"],
);
assert.deepEqual(differences[1]?.says[0]?.debaters, ["curie"]);

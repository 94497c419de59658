/** A council: everybody answers alone, ranks the others without names, and the chairman writes the answer. */
import assert from "node:assert/strict";
import { council, Debate, type ModelFunction, type ModelRequest } from "rostrum";

const QUESTION =
  "Our nightly import of 40 million rows takes nine hours and blocks the morning reports. What should we change first?";

const REPLIES: Record<string, string> = {
  bulk: `Replace the row-by-row inserts by COPY into an unlogged staging table, then merge once.
Inserts of single rows pay for a round trip and a commit each; COPY pays once per batch. Expect a factor of
ten to fifty, and nothing about the reports has to change.
Answer: load with COPY into a staging table, then merge in one statement`,
  partition: `Partition the table by day, load the new day into a detached partition, and attach it when it is
complete. Readers never see a half-loaded day, and old days can be dropped in no time. The load itself gets
no faster, so combine it with bulk loading.
Answer: partition by day and attach the finished partition`,
  hardware: `Buy a larger machine with faster disks. Nine hours is mostly waiting for storage.
Answer: a larger database server`,
  replica: `Send the reports to a read replica, so that the import blocks nobody. The import stays slow, but the
morning is safe by tomorrow.
Answer: run the reports on a read replica`,
  indexes: `Drop the seven secondary indexes before the load and build them afterwards. Each inserted row updates
all of them; building them once over sorted data is far cheaper.
Answer: drop the indexes during the load`,
};

/** What each member thinks of the others' replies, the best first. */
const TASTE: Record<string, string[]> = {
  bulk: ["indexes", "partition", "replica", "hardware"],
  partition: ["bulk", "indexes", "replica", "hardware"],
  hardware: ["bulk", "partition", "indexes", "replica"],
  replica: ["bulk", "indexes", "partition", "hardware"],
  indexes: ["bulk", "replica", "partition", "hardware"],
};

/** In your own code these are five models; here they are scripts with a taste of their own. */
const member =
  (name: string): ModelFunction =>
  ({ role, items = [] }) => {
    if (role !== "ballot") return REPLIES[name] ?? "";
    const numbers = (TASTE[name] ?? []).map((other) => items.indexOf(REPLIES[other] ?? "") + 1);
    return JSON.stringify({ ranking: numbers });
  };

const asked: ModelRequest[] = [];
const chairman: ModelFunction = (request) => {
  asked.push(request);
  const told = request.messages.at(-1)?.content ?? "";
  // The positions are quoted under labels: it cites the one that it relies on.
  const [, best = ""] = /begin: (Debater \w+)\]\]\n[^[]*COPY pays once/.exec(told) ?? [];
  return JSON.stringify({
    answer: "load with COPY into a staging table, with the indexes dropped during the load",
    confidence: 0.85,
    justification: "It attacks the cause, and the council ranks it first.",
    dissent: "A replica protects the reports sooner.",
    citations: [{ position: best, quote: "COPY pays once per batch" }],
  });
};

const panel = new Debate({
  ...council,
  debaters: Object.keys(REPLIES).map((name) => ({ name, model: member(name) })),
  judge: chairman,
});
const plan = await panel.plan(QUESTION);
const result = await panel.run(QUESTION);

for (const { debater, points, interval } of result.ranking ?? []) {
  console.log(`${debater}: ${points} points, ${interval?.join(" to ")}`);
}
console.log(result.answer);

assert.equal(plan.calls.max, 5 + 5 + 1, "five answers, five ballots, one chairman");
assert.deepEqual(
  result.ranking?.map(({ debater }) => debater),
  ["bulk", "indexes", "partition", "replica", "hardware"],
);
assert.equal(result.ranking?.[0]?.points, 12, "first on all four ballots that show it");
assert.deepEqual(result.ranking?.[0]?.interval, [12, 12], "whichever ballots are drawn again");
assert.equal(asked.length, 1);
assert.match(String(result.answer), /COPY/);
const [citation] = result.decision.citations ?? [];
assert.deepEqual([citation?.debater, citation?.verified], ["bulk", true]);
assert.equal(result.integrity.degraded, false);

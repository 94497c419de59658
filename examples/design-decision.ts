/**
 * A design decision with a memo: three engineers disagree, a model names the claim that they disagree about, they
 * answer it, and a memo says what to do, why, and what would make it wrong. Scripts stand in for the models.
 */
import assert from "node:assert/strict";
import { Debate, toMarkdown, type ModelFunction } from "rostrum";

const question =
  "Should the order service keep one PostgreSQL database, or split orders and inventory into two services?";

/** What each engineer says at first, and once the crux is on the table. */
const engineers: Record<string, readonly [string, string]> = {
  amara: [
    "Keep one database. Reserving stock and writing the order happen in one transaction today, and that is why " +
      "we have never sold what we do not have.\nAnswer: keep one database",
    "The claim does not hold: a reservation that may be undone later is not the same as one that cannot happen. " +
      "Keep one database.\nAnswer: keep one database",
  ],
  jonas: [
    "Split them. The inventory team waits for our release train twice a month, and a queue with compensating " +
      "steps is well understood.\nAnswer: split into two services",
    "I overrated that. We would have to write and test every compensating step, and nobody has measured how often " +
      "they would run. Keep it for now.\nAnswer: keep one database",
  ],
  mei: [
    "Split them, but only the reads: the catalogue is what overloads the database.\nAnswer: split into two services",
    "A read replica solves my concern without a split, so I keep the transaction.\nAnswer: keep one database",
  ],
};

const claim = "Compensating steps can replace the transaction between stock and orders.";

/** Reads the numbered positions and finds who stands where. */
const analyst: ModelFunction = ({ role, items = [] }) => {
  const numberOf = (words: string): number => items.findIndex((text) => text.includes(words)) + 1;
  switch (role) {
    case "crux":
      return JSON.stringify({
        claim,
        for: [numberOf("compensating steps is well")],
        against: [numberOf("in one transaction")],
      });
    case "claims":
      return JSON.stringify({
        claims: [
          {
            text: "The transaction between stock and orders should stay.",
            support: [
              { item: numberOf("not the same"), quote: "Keep one database" },
              { item: numberOf("read replica"), quote: "I keep the transaction" },
            ],
          },
          {
            text: "A read replica takes the load off the database.",
            support: [
              {
                item: numberOf("read replica"),
                quote: "A read replica solves my concern without a split",
              },
            ],
          },
          {
            text: "The split would be cheap.",
            // Nobody said so: the claim doesn't make it into the report.
            support: [{ item: numberOf("I overrated"), quote: "the split would take a week" }],
          },
        ],
        unaddressed: ["What the release train costs the inventory team."],
      });
    default:
      return JSON.stringify({
        recommendation: "Keep one PostgreSQL database, and add a read replica for the catalogue.",
        because: ["Stock and orders change in one transaction.", "The load comes from reads."],
        unless: ["The inventory team needs releases of its own more than twice a month."],
        contested: [],
        dissent: [],
        nextSteps: [
          "Measure the replica under the December load.",
          "Look at the release train again in March.",
        ],
      });
  }
};

const panel = new Debate({
  debaters: Object.entries(engineers).map(([name, [first, then]]) => ({
    name,
    model: ({ round, messages }) => {
      // Everybody answers the crux first.
      if (round === 1) assert.ok(messages.at(-1)?.content.includes(claim));
      return round === 0 ? first : then;
    },
  })),
  crux: { model: analyst },
  report: { type: "memo", model: analyst },
  rounds: 1,
  revise: "everyone",
});

assert.equal((await panel.plan(question)).calls.max, 3 + 1 + 3 + 2);
const result = await panel.run(question);

assert.equal(result.answer, "keep one database");
const [crux] = result.cruxes;
assert.deepEqual(crux, { round: 1, claim, for: ["jonas"], against: ["amara"] });
assert.deepEqual(
  result.claims?.map(({ kind, holders }) => ({ kind, holders })),
  [
    { kind: "agreed", holders: ["amara", "mei"] },
    { kind: "single", holders: ["mei"] },
  ],
);
// The forged quote did not pass unnoticed.
assert.equal(result.integrity.unverifiedQuotes, 1);
assert.equal(result.memo?.unless.length, 1);
assert.equal(result.usage.calls, 9);

const text = toMarkdown(result);
assert.match(text, /## Memo/);
console.log(text.slice(text.indexOf("## Memo"), text.indexOf("## Votes")));

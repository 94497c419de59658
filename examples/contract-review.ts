/**
 * A contract review: three readers answer a question about a contract of twenty pages. What they and the judge
 * quote is looked up in it, and a quote that stands nowhere shows.
 */
import assert from "node:assert/strict";
import { Debate, judged, type ModelFunction } from "rostrum";
import { AGREEMENT, CHARACTERS_PER_PAGE } from "./texts/hosting-agreement.ts";

assert.ok(AGREEMENT.length > 20 * CHARACTERS_PER_PAGE, "twenty pages");

const question = {
  text: "Can the Customer leave this agreement after eighteen months, yes or no?",
  context: [{ document: "hosting-agreement.txt", text: AGREEMENT }],
};

/** Stand-ins for models: what three readers of the contract might say. */
const readers: Record<string, string> = {
  counsel:
    'Article 9 gives a way out: the Customer "may terminate for convenience after the first twelve months", with ' +
    "six months' notice. Notice given in month twelve ends the agreement in month eighteen.\nAnswer: yes",
  finance:
    'It can leave, at a price: "against payment of 40% of the fees for the remainder of the initial term". That is ' +
    "the fee for more than seven months.\nAnswer: yes",
  skeptic:
    'The agreement "runs for an initial term of thirty-six months", and I read that as binding.\nAnswer: no',
};

const panel = (judge: ModelFunction): Debate =>
  new Debate({
    debaters: Object.entries(readers).map(([name, text]) => ({ name, model: () => text })),
    judge: { name: "partner", model: judge },
    anonymous: false,
    rounds: 0,
    decide: judged({ structured: true }),
  });

/** A judge that cites what it relies on. Evidence comes first, then the verdict. */
const careful = JSON.stringify({
  citations: [
    {
      document: "hosting-agreement.txt",
      quote: "The Customer may terminate for convenience after the first twelve months",
    },
    { position: "finance", quote: "against payment of 40% of the fees" },
  ],
  justification:
    "Article 9 allows it from month twelve, with six months' notice, against a payment.",
  dissent: "The initial term is thirty-six months.",
  answer: "yes",
  confidence: 0.9,
});

const sound = await panel(() => careful).run(question);
assert.equal(sound.answer, "yes");
assert.equal(sound.integrity.unverifiedQuotes, 0);
assert.equal(sound.integrity.degraded, false);
const [clause, words] = sound.decision.citations ?? [];
assert.equal(clause?.document, "hosting-agreement.txt");
assert.ok(clause?.at);
const page = Math.ceil(clause.at[0] / CHARACTERS_PER_PAGE);
console.log(`page ${page}: “${AGREEMENT.slice(...clause.at)}”`);
assert.equal(
  AGREEMENT.slice(...clause.at),
  "The Customer may terminate for convenience after the first twelve months",
);
assert.equal(words?.debater, "finance");

/** A judge that makes a clause up. The answer is the same; that nobody wrote the clause shows. */
const forged = JSON.stringify({
  citations: [
    {
      document: "hosting-agreement.txt",
      quote: "The Customer may leave at any time without payment",
    },
  ],
  justification: "The contract says so.",
  answer: "yes",
});
const unsound = await panel(() => forged).run(question);
assert.equal(unsound.integrity.unverifiedQuotes, 1);
assert.equal(unsound.integrity.degraded, true);
for (const { by, document, text } of unsound.integrity.failedQuotes)
  console.log(`${by}: “${text}” was not found in ${document}`);

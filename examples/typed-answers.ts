/** Typed answers: the answer kind says how a reply is read, when two are the same, and the type. */
import assert from "node:assert/strict";
import { choice, debate, json, number } from "rostrum";
import { scripted } from "rostrum/testing";

/** One reply a debater, and no revision. */
const say = (...replies: string[]) => ({
  debaters: replies.map((reply) => scripted([reply])),
  rounds: 0,
});

// number(): one figure, with its unit. The answer is a number, so you can calculate with it.
const toll = await debate("What does the trip cost, in dollars?", {
  ...say("The total is $1,200.50", "Answer: 1200.5 dollars", "**Answer:** about 1,201"),
  answer: number({ tolerance: 0.5 }),
});
const perHead: number | null = toll.answer === null ? null : toll.answer / 2;
console.log(`number: ${toll.answer}, each ${perHead}, agreement ${toll.agreement}`);
assert.equal(toll.answer, 1200.5);
assert.equal(toll.agreement, 1, "1,200.50, 1200.5 and 1201 are within 0.5");

// choice(): one of the options, in the spelling you gave. The type is "ship" | "wait".
const release = await debate("Release today?", {
  ...say("Ship.", "Answer: wait", "The tests are green.\nAnswer: SHIP"),
  answer: choice(["ship", "wait"]),
});
const next: Record<"ship" | "wait", string> = { ship: "tag the build", wait: "call a meeting" };
console.log(`choice: ${release.answer}: ${release.answer && next[release.answer]}`);
assert.equal(release.answer, "ship");
assert.deepEqual(
  release.dissent.map(({ answer }) => answer),
  ["wait"],
);

// json(): any Standard Schema validator. This one is written by hand; zod, valibot or arktype fit too.
interface Invoice {
  total: number;
  currency: string;
}
const invoice = json<Invoice>({
  "~standard": {
    version: 1,
    vendor: "example",
    validate(value) {
      const { total, currency } = (value ?? {}) as Partial<Invoice>;
      return typeof total === "number" && typeof currency === "string"
        ? { value: { total, currency } }
        : { issues: [{ message: "expected { total, currency }" }] };
    },
  },
});
const bill = await debate("Read the invoice.", {
  ...say(
    '```json\n{"answer": {"total": 12.5, "currency": "EUR"}, "confidence": 0.9}\n```',
    'It says:\n{"currency": "EUR", "total": 12.5}', // another order of keys is the same answer
    '{"answer": {"total": "a lot"}}', // the schema refuses it: it doesn't vote
  ),
  answer: invoice,
});
console.log(`json:   ${bill.answer?.total} ${bill.answer?.currency}`);
assert.deepEqual(bill.answer, { total: 12.5, currency: "EUR" });
assert.equal(bill.rounds[0]?.positions[2]?.status, "unread");
assert.equal(bill.integrity.degraded, true, "and the result says so");
assert.equal(bill.agreement, 2 / 3);

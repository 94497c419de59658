/** A long task without an error: a multiplication of long numbers, one small step at a time. */
import assert from "node:assert/strict";
import { chain, chainProgress, lead, number } from "rostrum";
import { answered, multiplication, productOf, question } from "./support/multiplication.ts";

const [a, b] = ["31415926535897932384", "27182818284590452353"] as const;

const { state, steps, usage, retried } = await chain(
  {
    // Three small networks that err about once in 500 sums, each sitting several times.
    panel: { debaters: ["embedded*15"], answer: number(), poll: lead({ by: 3 }) },
    start: multiplication(a, b),
    step: question,
    next: answered,
  },
  { onStep: chainProgress() },
);

const product = productOf(state);
console.log(`\n${a} × ${b} = ${product}`);
console.log(`${steps} steps, ${usage.calls} calls, ${retried} steps asked again`);

assert.equal(product, BigInt(a) * BigInt(b));
assert.ok(steps > 300);
assert.ok(usage.calls >= 3 * steps, "three votes at least for every step");

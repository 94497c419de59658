/** A code review with planted bugs: findings with quotes, each checked by the members who did not report it. */
import assert from "node:assert/strict";
import { debate, findings, type ModelFunction } from "rostrum";

const CART = `import { db } from "./db.ts";

export interface Line {
  sku: string;
  price: number;
  count: number;
}

/** The sum of a cart in cents, with a discount in percent. */
export function total(lines: Line[], discount: number): number {
  let sum = 0;
  for (let i = 0; i <= lines.length; i++) {
    sum += lines[i].price * lines[i].count;
  }
  return Math.round(sum * (1 - discount / 100));
}

export async function linesOf(userId: string): Promise<Line[]> {
  return db.query("select sku, price, count from lines where user_id = '" + userId + "'");
}

export async function checkout(userId: string, pay: (cents: number) => Promise<void>) {
  const lines = await linesOf(userId);
  await pay(total(lines, 0));
  await db.query("delete from lines where user_id = $1", [userId]);
}
`;

const OVERRUN = {
  quote: "i <= lines.length",
  claim:
    "The loop runs one past the end, so lines[i] is undefined in its last turn and total() throws.",
  severity: "high",
};
const INJECTION = {
  quote: `where user_id = '" + userId + "'"`,
  claim: "The user id is put into the SQL text: SQL injection.",
  severity: "critical",
};
/** Wrong: the lines are deleted after the payment, by the same user id. */
const LOST_ORDER = {
  quote: "await pay(total(lines, 0));",
  claim: "checkout() deletes the lines before the payment has gone through.",
  severity: "high",
};
/** Made up: no such words stand in the file. */
const MADE_UP = {
  quote: "eval(request.body.expression)",
  claim: "Input from the request is evaluated as code.",
  severity: "critical",
};

/** In your own code these are three models, such as "openai/<model>"; here they are scripts. */
function reviewer(found: object[]): ModelFunction {
  return ({ round, items = [] }) => {
    if (round === 0) return JSON.stringify({ findings: found });
    const votes = items.map((claim, index) => {
      if (claim === LOST_ORDER.claim) {
        const quote = 'await pay(total(lines, 0));\n  await db.query("delete';
        return { item: index + 1, quote, vote: "refute" };
      }
      return { item: index + 1, vote: claim === MADE_UP.claim ? "doubt" : "uphold" };
    });
    return JSON.stringify({ votes });
  };
}

const result = await debate(
  { text: "Review the code.", context: [{ document: "cart.ts", text: CART }] },
  {
    debaters: [
      { name: "careful", model: reviewer([OVERRUN, INJECTION]) },
      { name: "hasty", model: reviewer([OVERRUN, LOST_ORDER, MADE_UP]) },
      { name: "security", model: reviewer([INJECTION]) },
    ],
    answer: findings(),
    compare: "rules",
  },
);

for (const { claim, severity, status, by, quotes } of result.findings ?? []) {
  const at = quotes[0]?.at;
  const line = at ? CART.slice(0, at[0]).split("\n").length : "?";
  console.log(`cart.ts:${line}  ${severity}, ${status} (${by.join(", ")}): ${claim}`);
}

const statusOf = (claim: string) =>
  result.findings?.find((finding) => finding.claim === claim)?.status;
assert.equal(statusOf(OVERRUN.claim), "upheld");
assert.equal(statusOf(INJECTION.claim), "upheld");
assert.equal(statusOf(LOST_ORDER.claim), "refuted", "both others quote the code against it");
assert.equal(statusOf(MADE_UP.claim), "contested", "its quote does not stand in the file");
assert.equal(result.answer?.length, 3, "the answer leaves the refuted one out");
assert.equal(result.integrity.unverifiedQuotes, 1);
assert.ok(result.integrity.degraded, "a quote that is not there shows");

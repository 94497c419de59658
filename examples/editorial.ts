/** A text improved by critics: one drafts, the others criticize with quotes, the first revises, the judge signs off. */
import assert from "node:assert/strict";
import { debate, editorial, type ModelFunction } from "rostrum";

const TASK = {
  text: "Write the status page entry for last night's outage, for customers.",
  context:
    "Facts: 21:14 to 22:02 UTC. Sign-in failed for everybody; running sessions were not affected. Cause: an " +
    "expired certificate of our identity provider. No data was lost. Certificates are now checked every hour.",
};

const FIRST =
  "Last night some users experienced issues. The problem was caused by our provider and has been fixed. We take " +
  "reliability very seriously.";
const SECOND =
  "Last night from 21:14 to 22:02 UTC, nobody could sign in. Running sessions were not affected, and no data was " +
  "lost. A certificate of our identity provider had expired. We now check all certificates every hour.";

const writer: ModelFunction = ({ round }) => (round === 0 ? FIRST : SECOND);
const critic =
  (...points: object[]): ModelFunction =>
  () =>
    JSON.stringify({ critique: points });

/** Signs off what names the hours and the cause. */
const editor: ModelFunction = ({ messages }) => {
  const told = messages.at(-1)?.content ?? "";
  const complete = told.includes("21:14 to 22:02 UTC, nobody could sign in");
  const reason = complete ? "It says what happened, when, and what follows." : "Hours are missing.";
  return JSON.stringify({ reason, signedOff: complete });
};

const result = await debate(TASK, {
  ...editorial,
  debaters: [
    { name: "writer", model: writer },
    {
      name: "support",
      model: critic({
        quote: "some users experienced issues",
        problem: "Everybody was affected, and only sign-in was.",
        suggestion: "say that nobody could sign in, and from when to when",
      }),
    },
    {
      name: "engineer",
      model: critic(
        {
          quote: "caused by our provider",
          problem: "It blames without saying what happened.",
          suggestion: "an expired certificate",
        },
        { quote: "We take reliability very seriously.", problem: "Empty.", suggestion: "" },
      ),
    },
  ],
  judge: editor,
});

for (const { debater, critique = [] } of result.rounds[1]?.positions ?? []) {
  for (const { quote, problem } of critique) {
    console.log(`${debater} on "${quote?.text}": ${problem}`);
  }
}
console.log(`\n${result.text}\n\nSigned off: ${result.decision.signedOff}. ${result.reasoning}`);

assert.equal(result.answer, SECOND);
assert.equal(result.decision.signedOff, true);
assert.equal(result.usage.calls, 5, "draft, two critiques, revision, signature");
const quotes = (result.rounds[1]?.positions ?? []).flatMap(({ critique = [] }) =>
  critique.map(({ quote }) => quote?.verified),
);
assert.deepEqual(quotes, [true, true, true], "all of them stand in the draft");
assert.equal(result.integrity.degraded, false);

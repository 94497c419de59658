/** Two debaters argue before a judge who sees none of the story, only quotes that really stand in it. */
import assert from "node:assert/strict";
import { Debate, type ModelFunction, type ModelRequest } from "rostrum";

const STORY = `Ilse kept the light at Skarvik for eleven years, and in all that time she never once let it go out.
On the night of the fourth of November the wind came round to the north before supper. She filled the lamp
as she always did and wrote the hour into the log. Near midnight a boy came up the path and said that his
father's boat had not come in. Ilse looked at the sea for a long time. Then she took the spare lamp down to
the landing, lit it, and set it on the stones where the old pier had been. When the inspector asked her in
spring why the great lamp had burned so low that night, she said that oil was dear. She did not tell him
that half of it had gone to the landing, nor whose boat had come home by it.`;

const QUESTION = {
  text: "Why did the great lamp burn low on the fourth of November?",
  context: [{ document: "the-light.txt", text: STORY }],
};
const SAVED = "Ilse used half of the oil to guide the boy's father home";
const THRIFT = "Ilse saved oil because it was dear";

/** Argues for whichever answer it is given, as a model would. */
const debater: ModelFunction = ({ messages, round }) => {
  const told = messages.at(-1)?.content ?? "";
  const forSaving = told.includes("You argue for answer 1") === told.includes(`1]]\n${SAVED}`);
  if (forSaving) {
    return round % 2 === 0
      ? 'The story says it outright: "half of it had gone to the landing", where she had set the spare lamp.'
      : 'That "oil was dear" is only what she told the inspector: "She did not tell him" the rest.';
  }
  return round % 2 === 0
    ? 'Asked why the lamp burned low, "she said that oil was dear". That is the reason she gives herself.'
    : 'She was known for thrift: "she had always burned the lamp low to save money".';
};

const seen: ModelRequest[] = [];
/** Goes by quotes that explain the lamp and that the other side could not explain away. */
const judge: ModelFunction = (request) => {
  seen.push(request);
  const told = request.messages.at(-1)?.content ?? "";
  const shown = told.includes("half of it had gone to the landing");
  return `The quotes decide it.\nAnswer: ${shown ? SAVED : THRIFT}\nConfidence: 0.8`;
};

const panel = new Debate({
  debaters: [debater, debater],
  judge: { model: judge, sees: "quotes" },
  sides: { answers: [SAVED, THRIFT], swap: true },
  rounds: 1,
});
const plan = await panel.plan(QUESTION);
console.log(`up to ${plan.calls.max} calls: two rounds, twice, and two verdicts`);
const result = await panel.run(QUESTION);

console.log(result.answer, result.swap);
for (const { index, positions } of result.rounds) {
  console.log(`round ${index}: ${positions.map(({ side }) => side).join(" | ")}`);
}

assert.equal(plan.calls.max, 10);
assert.equal(result.answer, SAVED);
assert.deepEqual(result.swap, { held: true, answers: [SAVED, SAVED] });
assert.equal(result.agreement, null, "nobody votes");
assert.equal(result.escalateToHuman, false);
const told = seen.map(({ messages }) => messages.map(({ content }) => content).join("\n"));
for (const text of told) {
  assert.ok(!text.includes("kept the light at Skarvik"), "the judge sees none of the story");
  assert.ok(!text.includes("always burned the lamp low"), "nor a quote that is not in it");
  assert.ok(text.includes("half of it had gone to the landing"), "but the quotes that are");
}

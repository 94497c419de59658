/*
 * A first debate. Any function can be a model, so this one needs no key: three small minds look at a
 * famous riddle, and two of them fall for it. Swap in real models and nothing else changes.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Debate, number, type ModelReply, type ModelRequest } from "rostrum";

const question =
  "A bat and a ball cost 110 cents together. The bat costs 100 cents more than the ball. " +
  "How many cents does the ball cost?";

const reply = async (cents: number, why: string): Promise<ModelReply> => {
  await sleep(250);
  return { text: `${why}\nAnswer: ${cents}`, costUsd: 0.0002 };
};
const addsUp = (ball: number): boolean => ball + (ball + 100) === 110;

/** Answers from the gut, but checks what the others say, and can be convinced. */
async function openMind({ own, peers }: ModelRequest): Promise<ModelReply> {
  const better = peers.find(({ answer }) => addsUp(Number(answer)));
  if (!own || !better) return reply(10, "110 minus 100, obviously.");
  const mine = addsUp(Number(own.answer));
  return reply(5, mine ? "5 and 105 make 110." : "I tried 10: 10 and 110 make 120. I was wrong.");
}
const algebra = (): Promise<ModelReply> => reply(5, "x + (x + 100) = 110, so x = 5.");
const stubborn = (): Promise<ModelReply> => reply(10, "I know this one. It's ten.");

const panel = new Debate({
  debaters: [
    { name: "Ada", model: openMind },
    { name: "Blaise", model: algebra },
    { name: "Carl", model: stubborn },
  ],
  answer: number(),
  rounds: 2,
  revise: "everyone", // by default, only those speak again who differ from a leading answer
  stop: "stable",
});

console.log(`\n${question}\n`);
const stream = panel.stream(question);
for await (const event of stream) {
  if (event.type === "debate.round_started") {
    console.log(
      event.round === 0 ? "Round 0, blind" : `Round ${event.round}, having read the others`,
    );
  } else if (event.type === "debate.response") {
    console.log(`  ${event.debater.padEnd(7)} ${event.answer?.padStart(2)}   ${event.reasoning}`);
  } else if (event.type === "debate.round_completed") {
    console.log(`  agreement ${Math.round((event.agreement ?? 0) * 100)} %\n`);
  }
}
const { answer, dissent, whatIf, stopReason, usage, costUsd } = await stream.result;
console.log(`Answer     ${answer}   (stopped: ${stopReason})`);
console.log(`Dissent    ${dissent.map((other) => `${other.debater}: ${other.answer}`).join(", ")}`);
console.log(
  `A vote     ${whatIf.roundZeroVote.answer}   is what round 0 alone would have answered`,
);
console.log(`Cost       ${usage.calls} calls, $${costUsd?.toFixed(4)}\n`);

assert.equal(answer, 5);
assert.deepEqual([dissent[0]?.debater, whatIf.roundZeroVote.answer], ["Carl", "10"]);

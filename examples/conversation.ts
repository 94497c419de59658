/**
 * A debate as a conversation: a moderator steps in between two rounds, a person sits at the table, and a
 * second question follows up the first. Everything said is in the journal, so a replay needs nobody.
 */
import assert from "node:assert/strict";
import { Debate, human, memoryJournal, never, type DebateEvent, type ModelFunction } from "rostrum";

let calls = 0;

/** Recommends what it always does, until it reads that no order may be lost, or what was decided before. */
function engineer(usual: string): ModelFunction {
  return ({ messages }) => {
    calls += 1;
    const told = messages.map(({ content }) => content).join("\n");
    const careful = /begin: the moderator's note[^\n]*\]\]\n[^\n]*never lost/.test(told);
    const decided = /begin: answer\]\]\na queue in the database/.test(told);
    const answer = careful || decided ? "a queue in the database" : usual;
    return `Orders come in bursts, so writes must be cheap.\nAnswer: ${answer}`;
  };
}

const panel = new Debate({
  debaters: [
    { name: "ops", model: engineer("a queue in memory") },
    { name: "dev", model: engineer("a hosted queue") },
    { name: "grace", model: human({ name: "grace" }) },
  ],
  rounds: 1,
  stop: never(),
  onRound: "wait",
  journal: memoryJournal(),
});

/** What the people do whenever the run waits for them. */
function people(id: string) {
  return async (event: DebateEvent): Promise<void> => {
    if (event.type !== "debate.waiting") return;
    if (event.for === "speak") {
      await panel.speak(id, "grace", "We know Postgres.\nAnswer: a queue in the database");
      return;
    }
    if (event.round === 0 && id === "shop") {
      await panel.say(id, { note: "Orders may be late, but never lost.", from: "Ada" });
    }
    await panel.proceed(id);
  };
}

const first = await panel.run("Where should the shop keep orders until they are processed?", {
  id: "shop",
  onEvent: people("shop"),
});
assert.equal(first.answer, "a queue in the database");
assert.equal(first.agreement, 1);
assert.equal(calls, 4, "a person is not a call");
assert.deepEqual(first.notes, [
  { round: 1, note: "Orders may be late, but never lost.", from: "Ada" },
]);

const replayed = await panel.replay("shop", { decide: "majority" });
assert.equal(replayed.answer, first.answer);
assert.equal(calls, 4, "a replay calls nobody and waits for nobody");

let parent: string | undefined;
let context = "";
const next = await panel.follow("shop", "And if the database is down?", {
  id: "shop-2",
  async onEvent(event) {
    if (event.type === "debate.started") {
      parent = event.parent;
      context = JSON.stringify(event.context);
    }
    await people("shop-2")(event);
  },
});
assert.equal(parent, "shop");
assert.equal(next.agreement, 1);
assert.match(context, /a queue in the database/);
console.log(`${first.question}\n  ${first.answer}\n${next.question}\n  ${next.answer}`);

import assert from "node:assert/strict";
import type { StoredEvent } from "../protocol/events.ts";
import type { Journal } from "../protocol/journal.ts";
import type { StepOutcome } from "../protocol/step.ts";

/** One promise of the journal port, as a check that any test runner can run. */
export interface ConformanceCheck {
  name: string;
  run(): Promise<void>;
}

const OUTCOME: StepOutcome = {
  reply: { text: "Paris — ‘naïve’ \u{1F5FC}\n\u0000", usage: { inputTokens: 12, outputTokens: null } },
  attempts: 2,
  usage: { inputTokens: 12, outputTokens: null },
  costUsd: null,
};

const FAILURE: StepOutcome = {
  reply: null,
  error: "provider down",
  attempts: 3,
  usage: { inputTokens: 0, outputTokens: 0 },
  costUsd: 0,
};

function event(seq: number, message = "x"): StoredEvent {
  return {
    type: "debate.failed",
    error: { name: "Error", code: "x", message },
    reissued: 0,
    durationMs: 1,
    debateId: "run",
    at: 1000 + seq,
    seq,
  };
}

/**
 * What any journal must hold. Give it a function that makes an empty journal, and hand each check to
 * your test runner: `for (const { name, run } of journalConformance(make)) test(name, run)`.
 */
export function journalConformance(make: () => Journal | Promise<Journal>): ConformanceCheck[] {
  const check = (name: string, body: (journal: Journal) => Promise<void>): ConformanceCheck => ({
    name,
    run: async () => body(await make()),
  });
  return [
    check("a run that was never opened is undefined", async (journal) => {
      assert.equal(await journal.read("nobody"), undefined);
    }),
    check("a new run is empty and running, and remembers its inputs", async (journal) => {
      const run = await journal.open("run", { question: "a", seed: "b" });
      assert.deepEqual([...run.stored.steps], []);
      assert.deepEqual(run.stored.events, []);
      assert.equal(run.stored.status, "running");
      assert.deepEqual((await journal.read("run"))?.inputs, { question: "a", seed: "b" });
      await run.close("running");
    }),
    check("the inputs of the first opening stay", async (journal) => {
      await (await journal.open("run", { question: "first" })).close("running");
      const again = await journal.open("run", { question: "second" });
      assert.deepEqual(again.stored.inputs, { question: "first" });
      await again.close("running");
    }),
    check("a started step has a hash and no outcome", async (journal) => {
      const run = await journal.open("run", {});
      await run.stepStarted("run__judge", "h1");
      const stored = (await journal.read("run"))?.steps.get("run__judge");
      assert.equal(stored?.hash, "h1");
      assert.equal(stored?.outcome, undefined);
      await run.close("running");
    }),
    check("a finished step comes back to the last bit", async (journal) => {
      const run = await journal.open("run", {});
      await run.stepStarted("run__debater_0_round_0", "h1");
      await run.stepFinished("run__debater_0_round_0", OUTCOME);
      await run.stepStarted("run__debater_1_round_0", "h2");
      await run.stepFinished("run__debater_1_round_0", FAILURE);
      await run.close("running");
      const { steps } = (await journal.open("run", {})).stored;
      assert.deepEqual(steps.get("run__debater_0_round_0"), { hash: "h1", outcome: OUTCOME });
      assert.deepEqual(steps.get("run__debater_1_round_0"), { hash: "h2", outcome: FAILURE });
    }),
    check("steps are keyed by name, whatever order they finish in", async (journal) => {
      const run = await journal.open("run", {});
      const names = Array.from({ length: 20 }, (_, index) => `run__debater_${index}_round_0`);
      await Promise.all(names.map((name) => run.stepStarted(name, name)));
      await Promise.all(
        [...names].reverse().map((name) => run.stepFinished(name, { ...OUTCOME, error: name })),
      );
      const steps = (await journal.read("run"))?.steps;
      for (const name of names) assert.equal(steps?.get(name)?.outcome?.error, name);
      await run.close("running");
    }),
    check("what is stored doesn't change with the object it came from", async (journal) => {
      const run = await journal.open("run", {});
      const outcome = structuredClone(OUTCOME);
      await run.stepStarted("run__judge", "h");
      await run.stepFinished("run__judge", outcome);
      outcome.attempts = 99;
      assert.equal((await journal.read("run"))?.steps.get("run__judge")?.outcome?.attempts, 2);
      await run.close("running");
    }),
    check("runs don't see each other", async (journal) => {
      const one = await journal.open("one", {});
      const two = await journal.open("two", {});
      await one.stepStarted("x", "1");
      await one.stepFinished("x", OUTCOME);
      await one.appendEvents([event(0)]);
      assert.equal((await journal.read("two"))?.steps.size, 0);
      assert.equal((await journal.read("two"))?.events.length, 0);
      await one.close("completed");
      await two.close("running");
      assert.equal((await journal.read("two"))?.status, "running");
    }),
    check("events come back in order", async (journal) => {
      const run = await journal.open("run", {});
      await run.appendEvents([event(0), event(1)]);
      await run.appendEvents([event(2)]);
      const stored = await journal.read("run");
      assert.deepEqual(stored?.events, [event(0), event(1), event(2)]);
      await run.close("running");
    }),
    check("an event that is there already replaces it and all after it", async (journal) => {
      const run = await journal.open("run", {});
      await run.appendEvents([event(0), event(1), event(2)]);
      await run.appendEvents([event(1, "anew")]);
      assert.deepEqual((await journal.read("run"))?.events, [event(0), event(1, "anew")]);
      await run.close("running");
    }),
    check("how a run ended is kept", async (journal) => {
      for (const status of ["completed", "failed", "running"] as const) {
        await (await journal.open(status, {})).close(status);
        assert.equal((await journal.read(status))?.status, status);
      }
    }),
    check("one owner at a time: a second one waits until the first closes", async (journal) => {
      const first = await journal.open("run", {});
      const order: string[] = [];
      const second = journal.open("run", {}).then((run) => {
        order.push("second opened");
        return run;
      });
      await first.stepStarted("run__judge", "h");
      await first.stepFinished("run__judge", OUTCOME);
      order.push("first closed");
      await first.close("completed");
      const run = await second;
      assert.deepEqual(order, ["first closed", "second opened"]);
      assert.equal(run.stored.steps.size, 1);
      assert.equal(run.stored.status, "completed");
      await run.close("completed");
    }),
  ];
}

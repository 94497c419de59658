import assert from "node:assert/strict";
import type { Journal, JournalRun, StepOutcome, StoredEvent } from "@rostrum/core/protocol";

/** One requirement of the journal port, as a check that any test runner can run. */
export interface ConformanceCheck {
  name: string;
  run(): Promise<void>;
}

const OUTCOME: StepOutcome = {
  reply: {
    text: "Paris — ‘naïve’ \u{1F5FC}\n\u0000",
    usage: { inputTokens: 12, outputTokens: null },
  },
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
    calls: [],
    debateId: "run",
    at: 1000 + seq,
    seq,
  };
}

/** Makes checks that each begin with an empty journal. */
export function checkWith<J>(
  make: () => J | Promise<J>,
): (name: string, body: (journal: J) => Promise<void>) => ConformanceCheck {
  return (name, body) => ({ name, run: async () => body(await make()) });
}

/** Half of a surrogate pair, a null, an unusual line separator, and enough text to need more than one page. */
const ANY_TEXT = `\u0000\uD800 "quoted" \r\n\u2028 ${"long ".repeat(200_000)}`;

/**
 * Checks that every journal must pass. Give it a function that makes an empty journal, and pass each check to
 * your test runner: `for (const { name, run } of journalConformance(make)) test(name, run)`.
 */
export function journalConformance(make: () => Journal | Promise<Journal>): ConformanceCheck[] {
  const check = checkWith(make);
  /** Runs a check with a new open run, and closes it unfinished afterwards. */
  const checkRun = (
    name: string,
    body: (run: JournalRun, journal: Journal) => Promise<void>,
  ): ConformanceCheck =>
    check(name, async (journal) => {
      const run = await journal.open("run", {});
      await body(run, journal);
      await run.close("running");
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
      const reopened = await journal.open("run", { question: "second" });
      assert.deepEqual(reopened.stored.inputs, { question: "first" });
      await reopened.close("running");
    }),
    checkRun("a started step has a hash and no outcome", async (run, journal) => {
      await run.stepStarted("run__judge", "h1");
      const stored = (await journal.read("run"))?.steps.get("run__judge");
      assert.equal(stored?.hash, "h1");
      assert.equal(stored?.outcome, undefined);
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
    checkRun("steps are keyed by name, whatever order they finish in", async (run, journal) => {
      const names = Array.from({ length: 20 }, (_, index) => `run__debater_${index}_round_0`);
      await Promise.all(names.map(async (name) => run.stepStarted(name, name)));
      await Promise.all(
        [...names]
          .reverse()
          .map(async (name) => run.stepFinished(name, { ...OUTCOME, error: name })),
      );
      const steps = (await journal.read("run"))?.steps;
      for (const name of names) assert.equal(steps?.get(name)?.outcome?.error, name);
    }),
    checkRun("what is stored doesn't change with the object it came from", async (run, journal) => {
      const outcome = structuredClone(OUTCOME);
      await run.stepStarted("run__judge", "h");
      await run.stepFinished("run__judge", outcome);
      outcome.attempts = 99;
      assert.equal((await journal.read("run"))?.steps.get("run__judge")?.outcome?.attempts, 2);
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
    checkRun("events come back in order", async (run, journal) => {
      await run.appendEvents([event(0), event(1)]);
      await run.appendEvents([event(2)]);
      const stored = await journal.read("run");
      assert.deepEqual(stored?.events, [event(0), event(1), event(2)]);
    }),
    checkRun(
      "an event with the number of a stored one replaces that one and all after it",
      async (run, journal) => {
        await run.appendEvents([event(0), event(1), event(2)]);
        await run.appendEvents([event(1, "anew")]);
        assert.deepEqual((await journal.read("run"))?.events, [event(0), event(1, "anew")]);
      },
    ),
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
    check("any text of any length comes back whole", async (journal) => {
      const run = await journal.open("run", {});
      await run.stepStarted("run__judge", "h");
      await run.stepFinished("run__judge", { ...OUTCOME, reply: { text: ANY_TEXT } });
      await run.appendEvents([event(0, ANY_TEXT)]);
      await run.close("running");
      const stored = await journal.read("run");
      assert.equal(stored?.steps.get("run__judge")?.outcome?.reply?.text, ANY_TEXT);
      assert.deepEqual(stored?.events, [event(0, ANY_TEXT)]);
    }),
    checkRun("a step that begins again forgets what it brought before", async (run, journal) => {
      await run.stepStarted("run__judge", "h1");
      await run.stepFinished("run__judge", FAILURE);
      await run.stepStarted("run__judge", "h2");
      assert.deepEqual((await journal.read("run"))?.steps.get("run__judge"), { hash: "h2" });
    }),
    check("an attempt that begins keeps what the attempts before it took", async (journal) => {
      const earlier = { attempts: 2, usage: { inputTokens: 7, outputTokens: null }, costUsd: 0.25 };
      const run = await journal.open("run", {});
      await run.stepStarted("run__judge", "h");
      await run.stepStarted("run__judge", "h", earlier);
      await run.close("running");
      const reopened = await journal.open("run", {});
      assert.deepEqual(reopened.stored.steps.get("run__judge"), { hash: "h", earlier });
      await reopened.stepStarted("run__judge", "h", { ...earlier, attempts: 3, costUsd: null });
      const earlierCost = (await journal.read("run"))?.steps.get("run__judge")?.earlier;
      assert.deepEqual(earlierCost, { ...earlier, attempts: 3, costUsd: null });
      await reopened.stepFinished("run__judge", OUTCOME);
      assert.deepEqual((await journal.read("run"))?.steps.get("run__judge"), {
        hash: "h",
        outcome: OUTCOME,
      });
      await reopened.close("running");
    }),
    check("a run that is taken up again goes on where it was", async (journal) => {
      const first = await journal.open("run", {});
      await first.stepStarted("a", "1");
      await first.stepFinished("a", OUTCOME);
      await first.appendEvents([event(0), event(1)]);
      await first.close("failed");
      const second = await journal.open("run", {});
      assert.deepEqual(second.stored.events, [event(0), event(1)]);
      await second.stepStarted("b", "2");
      assert.equal((await journal.read("run"))?.status, "running");
      await second.appendEvents([event(2)]);
      await second.close("completed");
      const stored = await journal.read("run");
      assert.deepEqual([...(stored?.steps.keys() ?? [])].sort(), ["a", "b"]);
      assert.deepEqual(stored?.events, [event(0), event(1), event(2)]);
    }),
    checkRun(
      "a reader doesn't wait, and what it holds doesn't change under it",
      async (run, journal) => {
        await run.appendEvents([event(0)]);
        const before = await journal.read("run");
        await run.stepStarted("a", "1");
        await run.appendEvents([event(1)]);
        assert.equal(before?.steps.size, 0);
        assert.equal(before?.events.length, 1);
        assert.equal(run.stored.events.length, 0);
      },
    ),
    check("many runs at once, each step in its place", async (journal) => {
      const ids = Array.from({ length: 20 }, (_, index) => `run-${index}`);
      await Promise.all(
        ids.map(async (id) => {
          const run = await journal.open(id, { id });
          const names = ["a", "b", "c"].map((name) => `${id}__${name}`);
          await Promise.all(
            names.map(async (name) => {
              await run.stepStarted(name, name);
              await run.stepFinished(name, { ...OUTCOME, error: name });
            }),
          );
          await run.appendEvents([event(0, id), event(1, id)]);
          await run.close("completed");
        }),
      );
      for (const id of ids) {
        const stored = await journal.read(id);
        assert.equal(stored?.inputs["id"], id);
        assert.deepEqual(stored.events, [event(0, id), event(1, id)]);
        const errors = [...stored.steps.values()].map(({ outcome }) => outcome?.error ?? "");
        assert.deepEqual(errors.sort(), [`${id}__a`, `${id}__b`, `${id}__c`]);
      }
    }),
    check("many who want one run get it one after the other", async (journal) => {
      let holders = 0;
      await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const run = await journal.open("run", {});
          holders += 1;
          assert.equal(holders, 1);
          assert.equal(run.stored.steps.size, run.stored.events.length);
          await run.stepStarted(`step-${index}`, "h");
          await run.appendEvents([event(run.stored.events.length)]);
          holders -= 1;
          await run.close("running");
        }),
      );
      assert.equal((await journal.read("run"))?.steps.size, 8);
    }),
    check("waiting for a run can be given up", async (journal) => {
      const owner = await journal.open("run", {});
      const controller = new AbortController();
      const waiting = journal.open("run", {}, { signal: controller.signal });
      controller.abort(new Error("enough"));
      await assert.rejects(waiting, { name: "AbortError" });
      await owner.stepStarted("a", "1");
      await owner.close("running");
      const next = await journal.open("run", {});
      assert.equal(next.stored.steps.size, 1);
      await next.close("running");
    }),
    check("a run that was closed can't be written to", async (journal) => {
      const run = await journal.open("run", {});
      await run.close("running");
      await assert.rejects(async () => run.stepStarted("a", "1"));
      await assert.rejects(async () => run.stepFinished("a", OUTCOME));
      await assert.rejects(async () => run.appendEvents([event(0)]));
      const stored = await journal.read("run");
      assert.equal(stored?.steps.size, 0);
      assert.equal(stored.events.length, 0);
    }),
  ];
}

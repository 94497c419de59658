import assert from "node:assert/strict";
import {
  type RunStatus,
  SERVER_KEY,
  type Standing,
  type StoredEvent,
  type StoredEventBody,
} from "@rostrum/core/protocol";
import type { RunStore } from "../journal/run-store.ts";
import { checkWith, type ConformanceCheck } from "./journal-conformance.ts";
import { listSentCallChecks } from "./sent-calls-conformance.ts";

const CALL = {
  model: "m",
  replied: true,
  attempts: 1,
  usage: { inputTokens: 10, outputTokens: 5 },
  costUsd: 0.25,
};

/** A debate of two, as far as a list shows it. */
function debateOn(question: string, answer: unknown): StoredEventBody[] {
  return [
    {
      type: "debate.started",
      question,
      panel: [
        { name: "ann", model: "m", weight: 1 },
        { name: "bob", model: "m", weight: 1 },
      ],
      judge: null,
      rounds: 0,
      rules: {
        stop: [],
        decide: "majority",
        answer: "auto",
        see: "all",
        show: "latest",
        revise: "everyone",
      },
    },
    { type: "debate.round_started", round: 0, asked: ["ann", "bob"] },
    reply("ann", CALL.costUsd),
    reply("bob", CALL.costUsd),
    createRoundCompleted("spoke"),
    {
      type: "debate.synthesized",
      method: "majority",
      basis: "exact",
      answer,
      unit: null,
      text: "",
      reasoning: "",
      confidence: null,
      confidenceBasis: null,
      winner: "ann",
      agreement: 1,
      tally: [],
      dissent: [],
      calls: [],
      fallback: null,
      stopReason: "agreed",
    },
  ];
}

function reply(debater: string, costUsd: number | null): StoredEventBody {
  return {
    type: "debate.response",
    round: 0,
    debater,
    status: "spoke",
    text: "x",
    answer: "x",
    reasoning: "",
    confidence: null,
    calls: [{ ...CALL, step: `debater_${debater === "ann" ? 0 : 1}_round_0`, costUsd }],
  };
}

/** The end of the round. What became of Bob's reply is given. */
function createRoundCompleted(status: Standing["status"]): StoredEventBody {
  const standing = { answer: "x", changed: false, cluster: 0 };
  const stopped = status === "spoke";
  return {
    type: "debate.round_completed",
    round: 0,
    standings: [
      { status: "spoke", ...standing },
      { status, ...standing },
    ],
    agreement: stopped ? 1 : 0.5,
    stopped,
    basis: "exact",
  };
}

function numberEvents(id: string, bodies: readonly StoredEventBody[], from = 0): StoredEvent[] {
  return bodies.map((body, index) => ({ ...body, debateId: id, at: 1, seq: from + index }));
}

async function keep(
  store: RunStore,
  id: string,
  bodies: readonly StoredEventBody[],
  status: RunStatus = "completed",
): Promise<void> {
  const run = await store.open(id, {});
  await run.appendEvents(numberEvents(id, bodies));
  await run.close(status);
}

const ESCALATED: StoredEventBody = {
  type: "debate.escalated",
  agreement: 0.4,
  tied: true,
  waiting: true,
};

/** Adds the panel's name to the events, as a server records it. */
function nameAskedPanel(bodies: StoredEventBody[], panel: string): StoredEventBody[] {
  const metadata = { [SERVER_KEY]: { request: { panel } } };
  return bodies.map((body) => (body.type === "debate.started" ? { ...body, metadata } : body));
}

/** Checks for journals that can also list their runs. Used like `journalConformance`. */
export function runStoreConformance(make: () => RunStore | Promise<RunStore>): ConformanceCheck[] {
  const check = checkWith(make);
  const listIds = async (store: RunStore, query = {}): Promise<string[]> =>
    (await store.list(query)).runs.map(({ id }) => id);

  return [
    check("a list is empty at first", async (store) => {
      assert.deepEqual(await store.list(), { runs: [], next: null });
    }),
    check("a summary says what the events come to", async (store) => {
      await keep(store, "run", debateOn("What?", "Paris"));
      const [summary] = (await store.list()).runs;
      const { createdAt, updatedAt, ...rest } = summary ?? assert.fail();
      assert.ok(createdAt <= updatedAt);
      assert.deepEqual(rest, {
        id: "run",
        question: "What?",
        status: "completed",
        answer: "Paris",
        stopReason: "agreed",
        agreement: 1,
        escalated: false,
        degraded: false,
        calls: 2,
        costUsd: 0.5,
        atLeastUsd: 0.5,
        panel: ["ann", "bob"],
      });
    }),
    check(
      "an unknown cost makes the sum unknown, and an answer of another type is JSON",
      async (store) => {
        const events = debateOn("What?", { city: "Paris" });
        events[2] = reply("ann", null);
        await keep(store, "run", events);
        const [summary] = (await store.list()).runs;
        assert.equal(summary?.costUsd, null);
        assert.equal(summary.answer, '{"city":"Paris"}');
      },
    ),
    check("what went amiss shows", async (store) => {
      const failed = debateOn("a", "x");
      failed[3] = {
        type: "debate.debater_failed",
        round: 0,
        debater: "bob",
        error: "down",
        calls: [{ ...CALL, step: "debater_1_round_0", replied: false }],
      };
      failed[4] = createRoundCompleted("failed");
      await keep(store, "failed", failed);
      const unread = debateOn("b", "x");
      unread[4] = createRoundCompleted("unread");
      await keep(store, "unread", [...unread, ESCALATED]);
      const { runs } = await store.list();
      assert.deepEqual(
        runs.map(({ id, degraded, escalated }) => ({ id, degraded, escalated })),
        [
          { id: "unread", degraded: true, escalated: true },
          { id: "failed", degraded: true, escalated: false },
        ],
      );
    }),
    check("a summary follows events that are replaced", async (store) => {
      const run = await store.open("run", {});
      await run.appendEvents(numberEvents("run", debateOn("What?", "Paris")));
      await run.appendEvents(numberEvents("run", [reply("bob", 1)], 3));
      await run.close("running");
      const [summary] = (await store.list()).runs;
      assert.equal(summary?.answer, null);
      assert.equal(summary.calls, 2);
      assert.equal(summary.costUsd, 1.25);
    }),
    check("newest first, in pages, whatever is added meanwhile", async (store) => {
      const ids = Array.from({ length: 7 }, (_, index) => `run-${index}`);
      for (const id of ids) await keep(store, id, debateOn(id, id));
      const first = await store.list({ limit: 3 });
      await keep(store, "later", debateOn("later", "later"));
      const second = await store.list({ limit: 3, before: first.next ?? assert.fail() });
      const third = await store.list({ limit: 3, before: second.next ?? assert.fail() });
      assert.equal(third.next, null);
      const listedIds = [first, second, third].flatMap(({ runs }) => runs.map(({ id }) => id));
      assert.deepEqual(listedIds, ids.toReversed());
      assert.equal((await listIds(store))[0], "later");
    }),
    check(
      "search looks at id, question and answer, in any case, and takes signs as they are",
      async (store) => {
        await keep(store, "Alpha", debateOn("Wo liegt KÖLN?", "am Rhein"));
        await keep(store, "beta", debateOn("Is 100% more than 100_000?", "no"));
        assert.deepEqual(await listIds(store, { search: "alpha" }), ["Alpha"]);
        assert.deepEqual(await listIds(store, { search: "köln" }), ["Alpha"]);
        assert.deepEqual(await listIds(store, { search: "RHEIN" }), ["Alpha"]);
        assert.deepEqual(await listIds(store, { search: "100%" }), ["beta"]);
        assert.deepEqual(await listIds(store, { search: "l_ha" }), []);
      },
    ),
    check("by status, and a run that waits for a person is known as such", async (store) => {
      await keep(store, "done", debateOn("a", "x"));
      await keep(store, "broken", debateOn("b", "x"), "failed");
      await keep(store, "cut", debateOn("c", "x"), "running");
      await keep(store, "asks", [...debateOn("d", "x"), ESCALATED], "running");
      const expected = { completed: "done", failed: "broken", running: "cut", waiting: "asks" };
      for (const [status, id] of Object.entries(expected)) {
        assert.deepEqual(await listIds(store, { status }), [id]);
      }
    }),
    check(
      "list filters by panel, by time and by what a person must review, in either order",
      async (store) => {
        await keep(store, "first", nameAskedPanel(debateOn("a", "x"), "fast"));
        await keep(store, "second", nameAskedPanel([...debateOn("b", "x"), ESCALATED], "fast"));
        await keep(store, "third", [...debateOn("c", "x"), ESCALATED], "running");
        assert.deepEqual(await listIds(store, { panelName: "fast" }), ["second", "first"]);
        assert.deepEqual(await listIds(store, { only: "to_review" }), ["third", "second"]);
        assert.deepEqual(await listIds(store, { only: "doubtful", panelName: "fast" }), ["second"]);
        const [latest] = (await store.list()).runs;
        const past = (latest ?? assert.fail()).createdAt + 60_000;
        assert.deepEqual(await listIds(store, { from: past }), []);
        assert.equal((await listIds(store, { to: past })).length, 3);
        const oldest = await store.list({ oldestFirst: true, limit: 2 });
        assert.deepEqual(
          oldest.runs.map(({ id }) => id),
          ["first", "second"],
        );
        const rest = { oldestFirst: true, before: oldest.next ?? assert.fail() };
        assert.deepEqual(await listIds(store, rest), ["third"]);
      },
    ),
    check("totals cover all matching runs, and are unknown if a part is unknown", async (store) => {
      await keep(store, "known", nameAskedPanel(debateOn("a", "x"), "fast"));
      const events = debateOn("b", "x");
      events[2] = reply("ann", null);
      await keep(store, "unknown", events);
      const totals = async (query: object): Promise<unknown> =>
        (await store.list({ ...query, totals: true })).totals;
      const bothRuns = { runs: 2, calls: 4, costUsd: null, atLeastUsd: 0.75 };
      assert.deepEqual(await totals({ limit: 1 }), bothRuns);
      const fast = { runs: 1, calls: 2, costUsd: 0.5, atLeastUsd: 0.5 };
      assert.deepEqual(await totals({ panelName: "fast" }), fast);
      const noRuns = { runs: 0, calls: 0, costUsd: 0, atLeastUsd: 0 };
      assert.deepEqual(await totals({ panelName: "none" }), noRuns);
    }),
    check("list finds the follow-ups of a run, and long inputs are stored", async (store) => {
      const inputs = { file: "x".repeat(100_000), question: "short" };
      await keep(store, "first", debateOn("a", "x"));
      const [started, ...rest] = debateOn("b", "x");
      for (const id of ["second", "third"]) {
        const run = await store.open(id, inputs);
        const parent = { ...started, parent: "first" } as NonNullable<typeof started>;
        await run.appendEvents(numberEvents(id, [parent, ...rest]));
        await run.close("completed");
      }
      assert.deepEqual(await listIds(store, { parent: "first" }), ["third", "second"]);
      assert.deepEqual(await listIds(store, { parent: "third" }), []);
      assert.deepEqual((await store.read("third"))?.inputs, inputs);
      const { runs } = await store.list();
      assert.deepEqual(
        runs.map(({ parent }) => parent),
        ["first", "first", undefined],
      );
    }),
    check("a query that means nothing is refused", async (store) => {
      await assert.rejects(async () => store.list({ limit: 0 }), { name: "ConfigError" });
      await assert.rejects(async () => store.list({ before: "x" }), { name: "ConfigError" });
      await assert.rejects(async () => store.list({ status: "lost" as "failed" }), {
        name: "ConfigError",
      });
    }),
    check("events from any number on, also while they come", async (store) => {
      const events = numberEvents("run", debateOn("a", "x"));
      const run = await store.open("run", {});
      await run.appendEvents(events.slice(0, 4));
      assert.deepEqual(await store.eventsFrom("run", 0), events.slice(0, 4));
      await run.appendEvents(events.slice(4));
      assert.deepEqual(await store.eventsFrom("run", 4), events.slice(4));
      assert.deepEqual(await store.eventsFrom("run", 99), []);
      assert.equal(await store.eventsFrom("nobody", 0), undefined);
      await run.close("completed");
    }),
    ...listSentCallChecks(check),
    check("what a removed run cost is not forgotten", async (store) => {
      if (!store.removedRuns) return;
      const range = { from: 0, to: Date.now() + 1e9 };
      const origin = { userId: "ada", teamId: "core", projectId: "p" };
      const [started, ...others] = debateOn("a secret", "x") as [StoredEventBody];
      const unknown = { ...reply("bob", null) };
      const all = [{ ...started, ...origin } as StoredEventBody, ...others, unknown];
      await keep(store, "one", all);
      await keep(store, "two", debateOn("b", "x"));
      assert.deepEqual(await store.removedRuns(range), []);
      assert.equal(await store.remove("one"), true);
      assert.equal(await store.prune(range.to), 1);
      const [one, two] = await store.removedRuns(range);
      assert.deepEqual([one?.user, one?.team, one?.project], ["ada", "core", "p"]);
      const [paid] = one?.models ?? [];
      assert.deepEqual([paid?.model, paid?.costUsd, paid?.atLeastUsd], ["m", null, 0.25]);
      assert.deepEqual([paid?.unknownCalls, paid?.usage.calls], [1, 2]);
      assert.equal(two?.models[0]?.costUsd, 0.5);
      assert.ok(!JSON.stringify([one, two]).includes("secret"));
      assert.equal((await store.removedRuns({ ...range, user: "ada" })).length, 1);
      assert.deepEqual(await store.removedRuns({ from: 0, to: one?.createdAt ?? 0 }), []);
      await store.service?.forgetUser("ada");
      assert.deepEqual(await store.removedRuns({ ...range, user: "ada" }), []);
      assert.equal((await store.removedRuns(range)).length, 2);
    }),
    check("a removed run is gone, and its id is free", async (store) => {
      await keep(store, "run", debateOn("a", "x"));
      assert.equal(await store.remove("run"), true);
      assert.equal(await store.remove("run"), false);
      assert.equal(await store.read("run"), undefined);
      assert.equal(await store.eventsFrom("run", 0), undefined);
      assert.deepEqual(await listIds(store), []);
      const reopened = await store.open("run", { question: "other" });
      assert.deepEqual(reopened.stored.inputs, { question: "other" });
      assert.equal(reopened.stored.events.length, 0);
      await reopened.close("running");
    }),
    check("a run that somebody holds is neither removed nor pruned", async (store) => {
      const run = await store.open("run", {});
      await run.appendEvents(numberEvents("run", debateOn("a", "x")));
      await assert.rejects(async () => store.remove("run"), { code: "journal_busy" });
      assert.equal(await store.prune(Date.now() + 1e9), 0);
      await run.close("completed");
      assert.equal((await store.read("run"))?.events.length, 6);
    }),
    check("who doesn't wait for a run is told that somebody holds it", async (store) => {
      const run = await store.open("run", {});
      for (const patienceMs of [0, 20]) {
        await assert.rejects(async () => store.open("run", {}, { patienceMs }), {
          code: "journal_busy",
        });
      }
      await run.close("running");
      await (await store.open("run", {}, { patienceMs: 0 })).close("running");
    }),
    check("a run can be taken from its owner, who can't write any more", async (store) => {
      const first = await store.open("run", {});
      await first.stepStarted("a", "h");
      const second = await store.open("run", {}, { takeOver: true });
      assert.deepEqual([...second.stored.steps.keys()], ["a"]);
      await assert.rejects(async () => first.stepStarted("b", "h"), { code: "journal_lost" });
      await second.stepStarted("c", "h");
      await second.close("completed");
      assert.deepEqual([...((await store.read("run"))?.steps.keys() ?? [])], ["a", "c"]);
    }),
    check("unfinished runs that nobody holds are known", async (store) => {
      await keep(store, "done", debateOn("a", "x"));
      await keep(store, "cut", debateOn("b", "x"), "running");
      await keep(store, "asks", [...debateOn("c", "x"), ESCALATED], "running");
      const heldRun = await store.open("held", {});
      assert.deepEqual((await store.listUnowned()).sort(), ["asks", "cut"]);
      await heldRun.close("running");
      assert.deepEqual((await store.listUnowned()).sort(), ["asks", "cut", "held"]);
    }),
    check("pruning takes what is older than the moment, and nothing else", async (store) => {
      await keep(store, "run", debateOn("a", "x"));
      const [summary] = (await store.list()).runs;
      assert.equal(await store.prune(summary?.updatedAt ?? 0), 0);
      assert.equal(await store.prune(new Date((summary?.updatedAt ?? 0) + 1)), 1);
      assert.deepEqual(await listIds(store), []);
    }),
  ];
}

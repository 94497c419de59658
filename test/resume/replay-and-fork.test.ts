import { beforeEach, describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  memoryJournal,
  type DebateConfig,
  type Journal,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import {
  scripted,
  type ScriptedModel,
  type ScriptedReply,
} from "../../packages/runtime/src/testing/index.ts";
import { lasting, rejection, watch } from "../support/outcomes.ts";
import { answering, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";

let journal: Journal;
let model: ScriptedModel;
let judge: ScriptedModel;

/** Round 0 is split, round 1 has a majority for blue, round 2 is unanimous. */
const LINES: ScriptedReply[][] = [
  [answering("red", 0.9), answering("red", 0.9), answering("blue", 0.9)],
  [answering("green", 0.2), answering("blue", 0.3), answering("blue", 0.3)],
  [answering("blue", 0.3), answering("blue", 0.3), answering("blue", 0.3)],
];
const lineOf = ({ debater, round }: ModelRequest): ScriptedReply =>
  LINES[Number(debater?.slice(-1))]![round]!;

function panel(config: Partial<DebateConfig> = {}): Debate {
  return new Debate({
    debaters: model,
    judge,
    rounds: 2,
    revise: "everyone" as const,
    stop: "never",
    journal,
    ...config,
  });
}

beforeEach(() => {
  journal = memoryJournal();
  model = scripted(lineOf);
  judge = says("Answer: green\nConfidence: 0.4");
});

const calls = (): number => model.requests.length + judge.requests.length;

describe("replay", () => {
  test("gives the recorded result without calling anybody", async () => {
    const first = await panel().run(QUESTION, { id });
    const before = calls();
    expect(await panel().replay(id)).toEqual(first);
    expect(calls()).toBe(before);
  });

  test("needs no working model at all", async () => {
    const first = await panel().run(QUESTION, { id });
    const dead = (): never => {
      throw new Error("called");
    };
    const other = new Debate({
      debaters: [dead, dead, dead],
      judge: dead,
      rounds: 2,
      revise: "everyone" as const,
      stop: "never",
      journal,
    });
    expect(await other.replay(id)).toEqual(first);
    const weighted = await other.replay(id, { decide: "weighted" });
    expect(weighted.decision.method).toBe("weighted");
  });

  test("another decision on the same replies", async () => {
    await panel({ rounds: 1, revise: "everyone" as const }).run(QUESTION, { id });
    const before = calls();
    const replayed = panel({ rounds: 1, revise: "everyone" as const });
    expect((await replayed.replay(id)).answer).toBe("green");
    expect(await replayed.replay(id, { decide: "majority" })).toMatchObject({ answer: "blue" });
    expect(await replayed.replay(id, { decide: "weighted" })).toMatchObject({ answer: "red" });
    expect(calls()).toBe(before);
  });

  test("an earlier stop sees only the rounds up to it", async () => {
    await panel({ decide: "majority" }).run(QUESTION, { id });
    const result = await panel({ decide: "majority" }).replay(id, {
      stop: { type: "agreement", share: 0.6 },
    });
    expect(result).toMatchObject({ stopReason: "agreed", answer: "blue", usage: { calls: 6 } });
    expect(result.rounds).toHaveLength(2);
  });

  test("a later stop ends where the recording ends", async () => {
    const config = { decide: "majority", stop: { type: "agreement", share: 0.6 } } as const;
    await panel(config).run(QUESTION, { id });
    const before = calls();
    const result = await panel(config).replay(id, { stop: "never" });
    expect(result.rounds).toHaveLength(2);
    expect(result.stopReason).toBe("max_rounds");
    expect(calls()).toBe(before);
  });

  test("another way to read the same replies", async () => {
    await panel({ rounds: 0, decide: "majority" }).run(QUESTION, { id });
    const result = await panel({ rounds: 0, decide: "majority" }).replay(id, {
      answer: { type: "choice", options: ["red", "green"] },
    });
    expect(result.decision.basis).toBe("choice");
    expect(result.rounds[0]?.positions.map(({ status }) => status)).toEqual([
      "spoke",
      "spoke",
      "unread",
    ]);
    expect(result.integrity.unread).toBe(1);
  });

  test("another threshold of escalation", async () => {
    await panel({ rounds: 1, revise: "everyone" as const, decide: "majority" }).run(QUESTION, {
      id,
    });
    const replayed = panel({ rounds: 1, revise: "everyone" as const, decide: "majority" });
    expect((await replayed.replay(id)).escalateToHuman).toBe(false);
    expect((await replayed.replay(id, { escalateBelow: 1 })).escalateToHuman).toBe(true);
  });

  test("a judge who was never asked can't be replayed: the vote decides, visibly", async () => {
    await panel({ rounds: 1, revise: "everyone" as const, decide: "majority" }).run(QUESTION, {
      id,
    });
    const result = await panel({ rounds: 1, revise: "everyone" as const }).replay(id, {
      decide: "judged",
    });
    expect(result).toMatchObject({
      answer: "blue",
      integrity: { fallback: "majority", degraded: true },
    });
    expect(judge.requests).toHaveLength(0);
  });

  test("is the same debate: same replies give the same result as running it so in the first place", async () => {
    await panel().run(QUESTION, { id });
    const replayed = await panel().replay(id, { decide: "central", stop: "stable" });
    const direct = await debate(QUESTION, {
      debaters: scripted(lineOf),
      judge,
      rounds: 2,
      revise: "everyone" as const,
      decide: "central",
      stop: "stable",
    });
    expect(lasting(replayed)).toEqual(lasting(direct));
  });

  test("a run whose panel failed ends in the same way, unless an earlier stop spares it", async () => {
    const broken = scripted((request) =>
      request.round === 2 ? { error: "down" } : lineOf(request),
    );
    const config = { debaters: broken, decide: "majority", limits: { retries: 0 } } as const;
    const first = await panel(config).run(QUESTION, { id });
    expect(first.stopReason).toBe("panel_failed");
    const again = await panel(config).replay(id, { escalateBelow: 0.5 });
    expect(lasting(again)).toEqual(lasting(first));
    const result = await panel(config).replay(id, { stop: { type: "agreement", share: 0.6 } });
    expect(result).toMatchObject({ answer: "blue", stopReason: "agreed" });
  });

  test("a routed run", async () => {
    const config: DebateConfig = {
      debaters: model,
      route: { type: "confident", model: says(answering("red", 0.9)) },
      journal,
    };
    const first = await new Debate(config).run(QUESTION, { id });
    expect(await new Debate(config).replay(id)).toEqual(first);
    expect(lasting(await new Debate(config).replay(id, { escalateBelow: 1 }))).toEqual(
      lasting(first),
    );
  });

  test.each([
    {
      what: "an unknown run",
      run: () => panel().replay("nobody"),
      words: 'id: the journal has no run "nobody"',
    },
    {
      what: "no journal",
      run: () => new Debate({ debaters: model }).replay(id),
      words: "journal: expected a journal",
    },
    {
      what: "a change it can't make",
      run: () => panel().replay(id, { rounds: 5, revise: "everyone" as const } as never),
      words: "changes.rounds: unknown option",
    },
    {
      what: "changes that are none",
      run: () => panel().replay(id, "weighted" as never),
      words: "changes: expected an object",
    },
    {
      what: "a wrong rule",
      run: () => panel().replay(id, { decide: "best" as never }),
      words: "decide: expected one of",
    },
  ])("$what is a ConfigError", async ({ run, words }) => {
    await panel().run(QUESTION, { id });
    const before = calls();
    const error = await rejection(run());
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain(words);
    expect(calls()).toBe(before);
  });
});

describe("fork", () => {
  test("goes on from a round: what came before is not called again", async () => {
    const first = await panel().run(QUESTION, { id });
    const before = model.requests.length;
    const forked = await panel().fork(id, { fromRound: 1 }, { id: "run-2" });
    const made = model.requests.slice(before).map(({ stepId }) => stepId);
    expect(made).toEqual(
      [1, 2].flatMap((round) => [0, 1, 2].map((i) => `run-2__debater_${i}_round_${round}`)),
    );
    expect(forked.id).toBe("run-2");
    expect(forked.rounds).toEqual(first.rounds);
  });

  test("with other settings from there on", async () => {
    await panel({ rounds: 0 }).run(QUESTION, { id });
    const before = model.requests.length;
    const forked = await panel({ rounds: 0 }).fork(
      id,
      {
        fromRound: 1,
        rounds: 1,
        revise: "everyone" as const,
        show: "digest",
        decide: "majority",
        prompts: "critique",
      },
      { id: "run-2" },
    );
    expect(model.requests.length - before).toBe(3);
    expect(forked.rounds).toHaveLength(2);
    expect(forked).toMatchObject({ answer: "blue", decision: { method: "majority" } });
  });

  test("the log says where it came from", async () => {
    await panel().run(QUESTION, { id });
    await panel().fork(id, { fromRound: 2 }, { id: "run-2" });
    const [started] = (await journal.read("run-2"))?.events ?? [];
    expect(started).toMatchObject({ type: "debate.started", forkedFrom: { id, fromRound: 2 } });
  });

  test("keeps the question and its context", async () => {
    await panel().run({ text: QUESTION, context: "A brown document." }, { id });
    await panel().fork(id, { fromRound: 1 }, { id: "run-2" });
    const last = model.requests.at(-1);
    expect(last?.question).toBe(QUESTION);
    expect(last?.messages[0]?.content).toContain("A brown document.");
  });

  test("the original stays as it was", async () => {
    const first = await panel().run(QUESTION, { id });
    await panel().fork(id, { fromRound: 1, seed: 9 }, { id: "run-2" });
    expect(await panel().replay(id)).toEqual(first);
  });

  test("what is taken over is not charged to a budget", async () => {
    await panel({ rounds: 1, revise: "everyone" as const, decide: "majority" }).run(QUESTION, {
      id,
    });
    const changes = { fromRound: 1, rounds: 1, revise: "everyone" as const, budget: { calls: 3 } };
    const forked = await panel({ decide: "majority" }).fork(id, changes, { id: "run-2" });
    expect(forked).toMatchObject({ stopReason: "max_rounds" });
    expect(forked.rounds).toHaveLength(2);
  });

  test.each([
    {
      what: "a round beyond the recording",
      changes: { fromRound: 5 },
      words: "fromRound: expected at most 3",
    },
    {
      what: "no round",
      changes: {},
      words: "fromRound: expected a whole number, 0 or more, got nothing",
    },
    {
      what: "nothing at all",
      changes: undefined,
      words: "changes: expected an object with `fromRound`, got nothing",
    },
    {
      what: "changes in a second form",
      changes: { fromRound: 1, config: { rounds: 1, revise: "everyone" as const } },
      words: "config: unknown option",
    },
    {
      what: "an unknown option",
      changes: { fromRound: 1, round: 2 },
      words: "round: unknown option",
    },
  ])("$what is a ConfigError, and nobody is called", async ({ changes, words }) => {
    await panel().run(QUESTION, { id });
    const before = calls();
    const error = await rejection(panel().fork(id, changes as never));
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain(words);
    expect(calls()).toBe(before);
  });

  test("a forked run can be watched through its own events: they fold to its result", async () => {
    await panel().run(QUESTION, { id });
    const forked = await panel().fork(id, { fromRound: 1 }, { id: "run-2" });
    const again = await watch(panel(), QUESTION, { id: "run-2" });
    expect(again.result).toEqual(forked);
  });
});

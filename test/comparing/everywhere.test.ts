import { describe, expect, test } from "vitest";
import { calibrate } from "../../packages/eval/src/index.ts";
import {
  Debate,
  debate,
  judged,
  memoryJournal,
  sequential,
  type Calibration,
} from "../../packages/rostrum/src/index.ts";
import { named, says } from "../support/panel.ts";
import {
  ALSO_STAY,
  byDynamo,
  config,
  MOVE,
  QUESTION,
  sorting,
  STAY,
  STICK,
  wording,
} from "../support/prose-panel.ts";

const NAMES = ["ANN", "BEN", "CAT", "DAN"];
const CITIES = ["Paris", "Lima", "Oslo", "Rome", "Cairo", "Quito", "Delhi", "Tunis"];

/** Rows of a panel that is right nine times in ten, each member by itself. */
const calibration: Calibration = calibrate(
  Array.from({ length: 200 }, (_, row) => ({
    gold: CITIES[row % 8] ?? "",
    replies: Object.fromEntries(
      NAMES.map((name, member) => {
        const right = (row * 0.618 + member * 0.377) % 1 < 0.93;
        return [name, `Answer: ${CITIES[(row + (right ? 0 : member + 1)) % 8]}`];
      }),
    ),
  })),
  { answer: "text" },
);

const poll = sequential({ calibration, target: 0.9 });

describe("a sequential poll goes by meaning", () => {
  test("it ends by what a model says is the same, compared once", async () => {
    const comparer = sorting(byDynamo);
    const debaters = named({ ANN: STAY, BEN: STICK, CAT: ALSO_STAY, DAN: MOVE });
    const settings = config({ debaters, compare: comparer.model, poll, rounds: 0 });
    const result = await debate(QUESTION, settings, { id: "run" });
    expect(comparer.requests.map(({ stepId }) => stepId)).toEqual(["run__compare_round_0"]);
    expect(result).toMatchObject({ stopReason: "decided", agreement: 0.75 });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["DAN"]);
    expect(result.decision.basis).toBe("judged");
  });

  test("answers in other words end nothing before a model has looked at them", async () => {
    const debaters = named({
      ANN: "Answer: Keep everything in Postgres",
      BEN: "Answer: Leave all of it where it is, in Postgres",
      CAT: "Answer: Don't move anything out of Postgres",
      DAN: "Answer: Postgres stays",
    });
    const settings = config({ debaters, poll, rounds: 0 });
    const byRules = await debate(QUESTION, { ...settings, compare: "rules" });
    expect(byRules).toMatchObject({ usage: { calls: 4 }, agreement: 0.25 });
    const comparer = sorting(() => "stay");
    const result = await debate(QUESTION, { ...settings, compare: comparer.model });
    expect(result).toMatchObject({ stopReason: "decided", agreement: 1 });
    expect(comparer.requests.map(({ items }) => items?.length)).toEqual([4]);
  });

  test("a function that polls sees the groups that a model made before it ends the poll", async () => {
    const comparer = sorting(byDynamo);
    const sizes: number[][] = [];
    const settings = config({
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
      compare: comparer.model,
      poll: ({ asked, clusters }) => {
        sizes.push(clusters.map(({ members }) => members.length));
        return asked.length === 0 ? [0, 1] : [];
      },
      rounds: 0,
    });
    await debate(QUESTION, settings);
    expect(sizes).toEqual([[], [1, 1], [2]]);
    expect(comparer.requests).toHaveLength(1);
  });

  test("a poll that is resumed pays for no comparison twice", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    const debaters = named({ ANN: STAY, BEN: STICK, CAT: ALSO_STAY, DAN: MOVE });
    const leave = new AbortController();
    const settings = config({ debaters, compare: comparer.model, poll, rounds: 0, journal });
    const killed = {
      ...settings,
      verify: () => {
        leave.abort(new Error("killed"));
        return "unknown" as const;
      },
    };
    await debate(QUESTION, killed, { id: "run", signal: leave.signal }).catch(() => null);
    await debate(QUESTION, { ...killed, verify: () => "unknown" as const }, { id: "run" }).catch(
      () => null,
    );
    expect(comparer.requests).toHaveLength(1);
  });
});

describe("a judge that is asked in both orders", () => {
  const both = judged({ bothOrders: true, always: true });
  const panel = { debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }), rounds: 0 };

  test("agrees with itself in other words, as a model compares them", async () => {
    const comparer = sorting(byDynamo);
    const judge = says(ALSO_STAY, "Answer: Nothing but the system in place will do");
    const settings = config({ ...panel, judge, decide: both, compare: comparer.model });
    const rules = await debate(QUESTION, { ...settings, compare: "rules" });
    expect(rules.decision.ordersAgree).toBe(false);
    const again = says(ALSO_STAY, "Answer: Nothing but the system in place will do");
    const result = await debate(QUESTION, { ...settings, judge: again }, { id: "run" });
    expect(result.decision.ordersAgree).toBe(true);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
    const [, verdict] = comparer.requests;
    expect(verdict?.stepId).toBe("run__compare_verdict");
    expect(verdict?.items).toContain(wording(ALSO_STAY));
    expect(verdict?.items).toContain("Nothing but the system in place will do");
  });

  test("contradicts itself where a model says so", async () => {
    const comparer = sorting(byDynamo);
    const judge = says(ALSO_STAY, "Answer: Nothing short of Dynamo will do");
    const settings = config({ ...panel, judge, decide: both, compare: comparer.model });
    const result = await debate(QUESTION, settings);
    expect(result.decision.ordersAgree).toBe(false);
    expect(result.integrity.fallback).toBe("majority");
  });
});

describe("a recorded comparison", () => {
  const given = () => {
    const comparer = sorting((item) => (/3/.test(item) ? "three" : "any"));
    const debaters = named({
      ANN: "Answer: 3",
      BEN: "Answer: Run 3 of them, since that survives the loss of a zone",
      CAT: "Answer: as many as the budget allows",
      DAN: "Answer: whatever the autoscaler decides",
    });
    const journal = memoryJournal();
    const settings = config({ debaters, compare: comparer.model, answer: "auto", rounds: 0 });
    return { comparer, panel: new Debate({ ...settings, journal }) };
  };
  const ASKED = "How many replicas should the new service run?";
  const clustersOf = ({ rounds }: { rounds: { positions: { cluster: number | null }[] }[] }) =>
    rounds[0]?.positions.map(({ cluster }) => cluster);

  test("is used by a replay of answers in words, and not by one that compares characters", async () => {
    const { comparer, panel } = given();
    const run = await panel.run(ASKED, { id: "run" });
    expect(clustersOf(run)).toEqual([0, 0, 1, 1]);
    const same = await panel.replay("run", { stop: "never" });
    expect(clustersOf(same)).toEqual(clustersOf(run));
    expect(same.integrity.compared).toEqual({ asked: 1, failed: 0, skipped: 0 });
    const other = await panel.replay("run", { answer: "exact" });
    expect(clustersOf(other)).toEqual([0, 1, 2, 3]);
    expect(other.integrity.compared).toEqual({ asked: 0, failed: 0, skipped: 0 });
    expect(comparer.requests).toHaveLength(1);
  });

  test("is not paid for again by a fork that shows the same texts", async () => {
    const { comparer, panel } = given();
    await panel.run(ASKED, { id: "run" });
    const fork = await panel.fork("run", { fromRound: 1, answer: "text" }, { id: "fork" });
    expect(clustersOf(fork)).toEqual([0, 0, 1, 1]);
    expect(comparer.requests.map(({ stepId }) => stepId)).toEqual(["run__compare_round_0"]);
  });
});

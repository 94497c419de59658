import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  fold,
  judged,
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { named, says } from "../support/panel.ts";
import { ALSO_STAY, config, MOVE, QUESTION, STAY, wording } from "../support/prose-panel.ts";

const SHRUG = "Answer: Every store has merits that engineers like to weigh";

const isShrug = (item: string): boolean => item === wording(SHRUG);

/** A comparer that finds everything alike, apart from what gives no answer. */
function strict(isNone: (item: string, round: number) => boolean = isShrug): {
  model: (request: ModelRequest) => string;
  requests: ModelRequest[];
} {
  const requests: ModelRequest[] = [];
  const model = (request: ModelRequest): string => {
    requests.push(request);
    const { items = [], round } = request;
    const numbers = items.map((_, at) => at + 1);
    const none = numbers.filter((number) => isNone(items[number - 1] ?? "", round));
    const rest = numbers.filter((number) => !none.includes(number));
    return JSON.stringify({ groups: rest.length === 0 ? [] : [{ items: rest }], none });
  };
  return { model, requests };
}

async function recorded(
  settings: DebateConfig,
): Promise<{ result: ReturnType<typeof fold>["result"]; events: StoredEvent[] }> {
  const events: StoredEvent[] = [];
  await new Debate(settings).run(QUESTION, {
    onEvent: (event) => void ("seq" in event && events.push(event)),
  });
  return { result: fold(events).result, events };
}

describe("an answer that gives none", () => {
  const debaters = named({ ANN: STAY, BEN: SHRUG, CAT: ALSO_STAY });

  test("is unread: it has no vote, and the result says so", async () => {
    const settings = config({ debaters, compare: strict().model, rounds: 0 });
    const { result, events } = await recorded(settings);
    expect(result.rounds[0]?.positions).toMatchObject([
      { status: "spoke", cluster: 0 },
      { status: "unread", answer: null, cluster: null, text: SHRUG },
      { status: "spoke", cluster: 0 },
    ]);
    expect(result.agreement).toBeCloseTo(2 / 3);
    expect(result.decision.tally).toMatchObject([{ votes: 2, debaters: ["ANN", "CAT"] }]);
    expect(result.dissent).toEqual([]);
    expect(result.integrity).toMatchObject({ unread: 1, degraded: true });
    expect(events.find(({ type }) => type === "debate.compared")).toMatchObject({
      none: [wording(SHRUG)],
      groups: [{ items: [wording(STAY), wording(ALSO_STAY)], by: "model" }],
    });
  });

  test("is the same in a replay, which asks nobody", async () => {
    const journal = memoryJournal();
    const comparer = strict();
    const panel = new Debate(config({ debaters, compare: comparer.model, rounds: 0, journal }));
    const result = await panel.run(QUESTION, { id: "a" });
    const again = await panel.replay("a", { decide: "weighted" });
    expect(again.rounds).toEqual(result.rounds);
    expect(again.integrity).toMatchObject({ unread: 1 });
    expect(comparer.requests).toHaveLength(1);
  });

  test("is asked again in the next round, and may answer then", async () => {
    const settings = config({
      debaters: named({ ANN: STAY, BEN: [SHRUG, MOVE], CAT: ALSO_STAY }),
      compare: strict().model,
      stop: "unanimous",
      rounds: 1,
    });
    const { result } = await recorded(settings);
    expect(result.rounds[1]?.positions[1]).toMatchObject({ status: "spoke", changed: false });
    expect(result.decision.tally).toMatchObject([{ votes: 3 }]);
  });

  test("leaves an earlier vote as it was", async () => {
    const settings = config({
      debaters: named({ ANN: STAY, BEN: [MOVE, SHRUG], CAT: ALSO_STAY }),
      compare: strict().model,
      stop: "never",
      revise: "everyone",
      rounds: 1,
    });
    const { result } = await recorded(settings);
    expect(result.rounds[1]?.positions[1]).toMatchObject({ status: "unread", answer: null });
    expect(result.decision.tally).toMatchObject([{ votes: 3 }]);
  });

  test("takes back a vote that nobody had compared", async () => {
    const settings = config({
      // Both shrug alike, so round 0 leaves nothing to compare.
      debaters: named({ ANN: SHRUG, BEN: [SHRUG, MOVE], CAT: [SHRUG, STAY] }),
      compare: strict().model,
      stop: "never",
      revise: "everyone",
      rounds: 1,
    });
    const { result } = await recorded(settings);
    expect(result.rounds[0]?.agreement).toBe(1);
    expect(result.rounds[1]?.positions.map(({ status }) => status)).toEqual([
      "unread",
      "spoke",
      "spoke",
    ]);
    expect(result.decision.tally).toMatchObject([{ debaters: ["BEN", "CAT"] }]);
  });

  test("of everybody: the panel has failed", async () => {
    const error = await rejection(
      debate(QUESTION, config({ compare: strict(() => true).model, rounds: 0 })),
    );
    expect(error).toMatchObject({ name: "PanelFailedError" });
  });

  test("in both orders, only if both say so", async () => {
    const once = (request: ModelRequest): string => {
      const { model } = strict((item) => isShrug(item) && !request.stepId.endsWith("reversed"));
      return model(request);
    };
    const sure = config({
      debaters,
      compare: { model: strict().model, bothOrders: true },
      rounds: 0,
    });
    const torn = config({ debaters, compare: { model: once, bothOrders: true }, rounds: 0 });
    expect((await debate(QUESTION, sure)).integrity.unread).toBe(1);
    const result = await debate(QUESTION, torn);
    expect(result.integrity.unread).toBe(0);
    // One order grouped it with the others, and the other did not.
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([0, 1, 0]);
  });

  test("an answer that was in a group stays in it, whatever a later comparison says", async () => {
    const fickle = strict((item, round) => round > 0 && item === wording(STAY));
    const settings = config({
      debaters: named({ ANN: STAY, BEN: [ALSO_STAY, MOVE], CAT: ALSO_STAY }),
      compare: fickle.model,
      stop: "never",
      revise: "everyone",
      rounds: 1,
    });
    const { result } = await recorded(settings);
    expect(fickle.requests).toHaveLength(2);
    expect(result.rounds[1]?.positions[0]).toMatchObject({ status: "spoke" });
  });
});

describe("a judge's verdict that gives no answer", () => {
  const panel = { debaters: named({ ANN: STAY, BEN: MOVE, CAT: ALSO_STAY }), rounds: 0 };
  const REASON = "its verdict gives no answer, as the model that compares answers found";

  test("decides nothing: the vote does, and the result says why", async () => {
    const settings = config({ ...panel, compare: strict().model, judge: says(SHRUG) });
    const { result, events } = await recorded({ ...settings, decide: judged({ always: true }) });
    expect(result.decision.method).toBe("majority");
    expect(result.answer).toBe(wording(STAY));
    expect(result.decision.judgment).toBe(SHRUG);
    expect(result.integrity).toMatchObject({
      fallback: "majority",
      degraded: true,
      missing: [{ what: "judge", error: REASON }],
    });
    const compared = events.filter((event) => event.type === "debate.compared");
    expect(compared.at(-1)).toMatchObject({ what: "verdict", none: [wording(SHRUG)] });
    expect(result.rounds[0]?.positions.map(({ status }) => status)).not.toContain("unread");
  });

  test("decides nothing in either order", async () => {
    const orders = [
      [SHRUG, STAY],
      [STAY, SHRUG],
      [SHRUG, SHRUG],
    ];
    for (const replies of orders) {
      const decide = judged({ always: true, bothOrders: true });
      const result = await debate(
        QUESTION,
        config({ ...panel, compare: strict().model, judge: says(...replies), decide }),
      );
      expect(result.decision.method).toBe("majority");
      expect(result.integrity.missing).toEqual([{ what: "judge", error: REASON }]);
    }
  });

  test("doesn't make the members' positions unread", async () => {
    const all = strict((_item, round) => round > 0);
    const judge = says("Answer: A third store would be best");
    const decide = judged({ always: true });
    const result = await debate(QUESTION, config({ ...panel, compare: all.model, judge, decide }));
    expect(result.integrity.unread).toBe(0);
    expect(result.decision.tally).toMatchObject([{ votes: 3 }]);
    expect(result.integrity.fallback).toBe("majority");
  });
});

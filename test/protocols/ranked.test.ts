import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  council,
  Debate,
  debate,
  memoryJournal,
  ranked,
  toHtml,
  toMarkdown,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";

const QUESTION = "How should we store sessions?";

/** What each member says in the rounds. */
const TEXTS: Record<string, string> = {
  ann: "Answer: signed cookies, since nothing has to be stored",
  ben: "Answer: a table in Postgres, since we run one already",
  cat: "Answer: Redis, since sessions expire by themselves there",
  dan: "Answer: local files, since they need no server at all",
  eve: "Answer: memory alone, since nothing is faster than that",
};

type Ranker = (request: ModelRequest, own: string) => string;

/** Ranks by this order of names, whatever order the texts are shown in. */
function by(...names: string[]): Ranker {
  return ({ items = [] }) => {
    const known = names.map((name) => items.indexOf(TEXTS[name] ?? "") + 1);
    return JSON.stringify({ ranking: known.filter((number) => number > 0) });
  };
}

function panel(
  rankers: Record<string, Ranker>,
  more: Partial<DebateConfig> = {},
): { config: DebateConfig; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const debaters = Object.entries(rankers).map(([name, rank]) => ({
    name,
    model: (request: ModelRequest) => {
      requests.push(request);
      return request.role === "ballot" ? rank(request, name) : (TEXTS[name] ?? "");
    },
  }));
  return {
    requests,
    config: {
      debaters,
      rounds: 0,
      decide: ranked(),
      compare: "rules",
      ...more,
    },
  };
}

const ballotsIn = (requests: readonly ModelRequest[]): ModelRequest[] =>
  requests.filter(({ role }) => role === "ballot");

describe("ranked", () => {
  test("every member ranks the others' texts, without names and without its own", async () => {
    const order = by("ben", "cat", "ann");
    const { config, requests } = panel({ ann: order, ben: order, cat: order });
    const result = await debate(QUESTION, config, { id: "run" });
    expect(ballotsIn(requests).map(({ stepId }) => stepId)).toEqual([
      "run__ballot_0",
      "run__ballot_1",
      "run__ballot_2",
    ]);
    for (const [at, request] of ballotsIn(requests).entries()) {
      const own = TEXTS[["ann", "ben", "cat"][at] ?? ""];
      expect(request.items).toHaveLength(2);
      expect(request.items).not.toContain(own);
      const told = request.messages.map(({ content }) => content).join("\n");
      expect(told).not.toMatch(/\b(ann|ben|cat)\b/);
    }
    expect(result.ranking).toEqual([
      { debater: "ben", points: 2, interval: null },
      { debater: "cat", points: 1, interval: null },
      { debater: "ann", points: 0, interval: null },
    ]);
    expect(result).toMatchObject({ winner: "ben", text: TEXTS["ben"] });
    expect(result.decision.method).toBe("ranked");
    expect(result.integrity).toMatchObject({ degraded: false, planned: 6, completed: 6 });
    expect(result.usage.calls).toBe(6);
    expect(toMarkdown(result)).toContain("| ben | 2 |");
    expect(toHtml(result)).toContain("Ranking");
  });

  test("each reader sees the texts in an order of its own, drawn by seed", async () => {
    const everyone = by("ann", "ben", "cat", "dan", "eve");
    const members = { ann: everyone, ben: everyone, cat: everyone, dan: everyone, eve: everyone };
    const orders = async (seed: number): Promise<string[][]> => {
      const { config, requests } = panel(members, { seed });
      await debate(QUESTION, config);
      return ballotsIn(requests).map(({ items = [] }) => [...items]);
    };
    const once = await orders(1);
    expect(await orders(1)).toEqual(once);
    expect(await orders(2)).not.toEqual(once);
    const relative = once.map((items) => items.filter((text) => text !== TEXTS["ann"]).join());
    expect(new Set(relative).size).toBeGreaterThan(2);
  });

  test("five ballots give an interval, and the same seed the same one", async () => {
    const front = by("cat", "ann", "ben", "dan", "eve");
    const back = by("ben", "cat", "ann", "eve", "dan");
    const { config } = panel({ ann: front, ben: front, cat: back, dan: front, eve: back });
    const first = await debate(QUESTION, config);
    expect(first.winner).toBe("cat");
    for (const { points, interval } of first.ranking ?? []) {
      const [low = Number.NaN, high = Number.NaN] = interval ?? [];
      expect(low).toBeLessThanOrEqual(points);
      expect(high).toBeGreaterThanOrEqual(points);
    }
    expect((await debate(QUESTION, config)).ranking).toEqual(first.ranking);
  });

  test.each([
    ["borda", [5, 5, 1, 1]],
    ["copeland", [2.5, 2.5, 0.5, 0.5]],
  ] as const)("counts by %s", async (count, points) => {
    const { config } = panel(
      {
        ann: by("ben", "cat", "dan"),
        ben: by("cat", "dan", "ann"),
        cat: by("ben", "ann", "dan"),
        dan: by("cat", "ben", "ann"),
      },
      { decide: ranked({ count }) },
    );
    const { ranking = [] } = await debate(QUESTION, config);
    expect(ranking.map(({ debater }) => debater)).toEqual(["ben", "cat", "ann", "dan"]);
    expect(ranking.map((each) => each.points)).toEqual(points);
  });

  test("under approval only the approved are listed, and nobody is a ballot too", async () => {
    const { config } = panel(
      { ann: by("cat"), ben: by("cat"), cat: () => '{"ranking": []}' },
      { decide: "ranked:approval" },
    );
    const result = await debate(QUESTION, config);
    expect(result.ranking?.[0]).toEqual({ debater: "cat", points: 2, interval: null });
    expect(result.integrity.degraded).toBe(false);
  });

  test.each([
    ["a number twice", '{"ranking": [1, 1]}'],
    ["a number that was not shown", '{"ranking": [3, 1]}'],
    ["zero", '{"ranking": [0, 1]}'],
    ["a name", '{"ranking": ["ann", 1]}'],
    ["nothing", '{"ranking": []}'],
    ["numbers as words", '{"ranking": ["2", "1"]}'],
    ["a list without its name", "[2, 1]"],
    ["two rankings", '{"ranking": [1, 2]}\n{"ranking": [2, 1]}'],
    ["prose alone", "I think my own answer is the best one."],
  ])("a ballot with %s is void, and the result says so", async (_what, text) => {
    const order = by("ben", "cat");
    const { config } = panel({ ann: () => text, ben: order, cat: order });
    const result = await debate(QUESTION, config);
    expect(result.integrity.degraded).toBe(true);
    expect(result.integrity.missing).toMatchObject([{ what: "ballot", about: "ann" }]);
    expect(result.ranking).toHaveLength(3);
    expect(result.integrity.fallback).toBeNull();
  });

  test.each([
    ["words around it", 'Here is my ranking:\n```json\n{"ranking": [2, 1]}\n```\nThank you.'],
    ["another's ballot in a line", 'Not {"ranking": [1, 2]}, but:\n{"ranking": [2, 1]}'],
    ["another's ballot quoted", '> {"ranking": [1, 2]}\n\n{"ranking": [2, 1]}'],
    ["a part of it", '{"ranking": [2]}'],
  ])("a ballot with %s is read", async (_what, text) => {
    const seen: (readonly string[])[] = [];
    const order = by("ben", "cat");
    const { config } = panel({
      ann: ({ items = [] }) => {
        seen.push(items);
        return text;
      },
      ben: order,
      cat: order,
    });
    let ballot: string[] | null | undefined;
    const result = await debate(QUESTION, config, {
      onEvent: (event) => {
        if (event.type === "debate.balloted") ballot = event.ballots[0]?.ranking;
      },
    });
    expect(result.integrity.degraded).toBe(false);
    const second = seen[0]?.[1] === TEXTS["ben"] ? "ben" : "cat";
    expect(ballot?.[0]).toBe(second);
  });

  test("whoever spoils its own ballot gains nothing by it", async () => {
    const fair = { ann: by("ben", "cat"), ben: by("cat", "ann"), cat: by("ben", "ann") };
    const whole = await debate(QUESTION, panel(fair).config);
    const spoilt = await debate(QUESTION, panel({ ...fair, ann: () => "no" }).config);
    const place = (of: typeof whole): number =>
      (of.ranking ?? []).findIndex(({ debater }) => debater === "ann");
    expect(place(spoilt)).toBeGreaterThanOrEqual(place(whole));
  });

  test("nobody's ballot usable: the vote decides, and the result says so", async () => {
    const none: Ranker = () => "no";
    const result = await debate(QUESTION, panel({ ann: none, ben: none, cat: none }).config);
    expect(result.integrity).toMatchObject({ degraded: true, fallback: "majority" });
    expect(result.decision.method).toBe("majority");
    expect(result.ranking).toBeUndefined();
  });

  test("a tied lead calls for a person", async () => {
    const circle = { ann: by("ben", "cat"), ben: by("cat", "ann"), cat: by("ann", "ben") };
    const result = await debate(QUESTION, panel(circle, { escalateBelow: 0 }).config);
    expect(result.ranking?.map(({ points }) => points)).toEqual([1, 1, 1]);
    expect(result.escalateToHuman).toBe(true);
    const clear = { ...circle, cat: by("ben", "ann") };
    const led = await debate(QUESTION, panel(clear, { escalateBelow: 0 }).config);
    expect(led).toMatchObject({ winner: "ben", escalateToHuman: false });
  });

  test("texts that a comparer finds alike are ranked all the same", async () => {
    const order = by("cat", "ben", "ann");
    const compare = ({ items = [] }: ModelRequest): string =>
      JSON.stringify({ groups: [{ items: items.map((_, at) => at + 1) }] });
    const { config, requests } = panel({ ann: order, ben: order, cat: order }, { compare });
    const result = await debate(QUESTION, { ...config, answer: "text" });
    expect(result.agreement).toBe(1);
    expect(ballotsIn(requests)).toHaveLength(3);
    expect(result).toMatchObject({ winner: "cat", decision: { method: "ranked" } });
  });

  test("a panel that says the same words casts no ballots, unless asked to", async () => {
    const requests: ModelRequest[] = [];
    const same = (request: ModelRequest): string => {
      requests.push(request);
      return request.role === "ballot" ? '{"ranking": [1, 2]}' : "Answer: 42";
    };
    const config = {
      debaters: [same, same, same],
      rounds: 0,
      decide: ranked(),
    };
    const result = await debate("What is it?", config);
    expect(ballotsIn(requests)).toHaveLength(0);
    expect(result).toMatchObject({ answer: "42", escalateToHuman: false });
    await debate("What is it?", { ...config, decide: ranked({ always: true }) });
    expect(ballotsIn(requests)).toHaveLength(3);
  });
});

describe("ballots are steps like any other", () => {
  const order = by("ben", "cat", "ann");
  const members = { ann: order, ben: order, cat: order };

  test("plan and cap count them; without room the vote decides", async () => {
    const { config, requests } = panel(members);
    expect((await new Debate(config).plan(QUESTION)).calls.max).toBe(6);
    const tight = await rejection(debate(QUESTION, { ...config, budget: { calls: 5 } }));
    expect(tight).toMatchObject({ name: "BudgetExceededError" });
    expect(requests).toHaveLength(0);
    const result = await debate(QUESTION, { ...config, budget: { calls: 6 } });
    expect(result.usage.calls).toBe(6);
    expect(result.stopReason).not.toBe("budget");
  });

  test("a replay calls nobody; another count goes by the same ballots", async () => {
    const journal = memoryJournal();
    const { config, requests } = panel(members, { journal });
    const kept = new Debate(config);
    const before = await kept.run(QUESTION, { id: "run" });
    const made = requests.length;
    expect((await kept.replay("run")).ranking).toEqual(before.ranking);
    const duels = await kept.replay("run", { decide: ranked({ count: "copeland" }) });
    expect(duels.ranking?.[0]).toMatchObject({ debater: "ben", points: 2 });
    const approval = await kept.replay("run", { decide: ranked({ count: "approval" }) });
    expect(approval.integrity.fallback).toBe("majority");
    expect(requests).toHaveLength(made);
    expect((await journal.list?.({}))?.runs[0]).toMatchObject({ calls: 6, degraded: false });
  });

  test("a run that was cut off during the ballots goes on without paying twice", async () => {
    const journal = memoryJournal();
    const leave = new AbortController();
    let stalled = true;
    const stall: Ranker = (request) => {
      if (stalled) leave.abort(new Error("killed"));
      return order(request, "cat");
    };
    const { config, requests } = panel(
      { ...members, cat: stall },
      { journal, limits: { concurrency: 1 } },
    );
    await rejection(debate(QUESTION, config, { id: "run", signal: leave.signal }));
    stalled = false;
    const made = ballotsIn(requests).length;
    const result = await debate(QUESTION, config, { id: "run" });
    expect(result.ranking?.[0]?.debater).toBe("ben");
    // Only the ballot that was under way is asked for again.
    expect(ballotsIn(requests)).toHaveLength(made + 1);
    expect(requests.filter(({ role }) => role === "debater")).toHaveLength(3);
    expect(result.usage.calls).toBe(requests.length);
  });

  test("whatever the ballots say, every call is counted and void ones are told", async () => {
    const text = fc.oneof(
      fc.constantFrom('{"ranking": [1, 2]}', '{"ranking": [2]}', "[2, 1]", "", "none of them"),
      fc.string(),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), async (said) => {
        const rankers = Object.fromEntries(
          ["ann", "ben", "cat"].map((name, at): [string, Ranker] => [name, () => said[at] ?? ""]),
        );
        const result = await debate(QUESTION, panel(rankers).config);
        expect(result.usage.calls).toBe(6);
        expect(result.answer).not.toBeNull();
        const void_ = result.integrity.missing.filter(({ what }) => what === "ballot").length;
        expect(result.integrity.degraded).toBe(void_ > 0);
        expect(result.integrity.fallback).toBe(void_ === 3 ? "majority" : null);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the council", () => {
  test("answers, ranks, and lets the chairman write the answer with citations", async () => {
    const order = by("ben", "cat", "ann");
    const { config } = panel({ ann: order, ben: order, cat: order });
    const asked: ModelRequest[] = [];
    const chairman = (request: ModelRequest): string => {
      asked.push(request);
      const told = request.messages.at(-1)?.content ?? "";
      const best = /begin: (Debater \w+)\]\]\n[^[]*since we run one already/.exec(told)?.[1] ?? "?";
      return JSON.stringify({
        answer: "a table in Postgres",
        confidence: 0.8,
        justification: "it was ranked best",
        dissent: "Redis expires sessions by itself",
        citations: [{ position: best, quote: "since we run one already" }],
      });
    };
    const { debaters } = config;
    const result = await debate(QUESTION, { ...council, debaters, judge: chairman });
    expect(asked).toHaveLength(1);
    // A judge who is told to ignore numbers is shown none.
    expect(asked[0]?.messages.at(-1)?.content).not.toMatch(/points|ranked/);
    expect(result.decision.method).toBe("judged");
    expect(result.decision.citations).toMatchObject([{ debater: "ben" }]);
    expect(result.ranking?.[0]?.debater).toBe("ben");
    expect(result.answer).toContain("Postgres");
    expect(result.escalateToHuman).toBe(false);
    const plan = await new Debate({ ...council, debaters, judge: chairman }).plan(QUESTION);
    expect(plan.calls.max).toBe(7);
  });

  test("a chairman that fails leaves the best ranked answer", async () => {
    const order = by("cat", "ben", "ann");
    const { config } = panel({ ann: order, ben: order, cat: order });
    const judge = (): string => {
      throw new Error("down");
    };
    const result = await debate(QUESTION, {
      ...council,
      debaters: config.debaters,
      judge,
      limits: { retries: 0 },
    });
    expect(result).toMatchObject({ winner: "cat", integrity: { fallback: "ranked" } });
  });

  test("without a chairman it is refused before any call", () => {
    const { config } = panel({ ann: by("ben"), ben: by("ann") });
    expect(() => new Debate({ ...council, debaters: config.debaters })).toThrow(
      /a judge, since decide asks for a chairman/,
    );
  });
});

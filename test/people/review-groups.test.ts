import { describe, expect, test } from "vitest";
import {
  Debate,
  fold,
  judged,
  memoryJournal,
  toHtml,
  toMarkdown,
  type DebateConfig,
  type DebateEvent,
  type DebateResult,
  type Review,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { named, says } from "../support/panel.ts";
import { ALSO_STAY, MOVE, QUESTION, STAY, STICK, wording } from "../support/prose-panel.ts";

const settings = (more: Partial<DebateConfig> = {}): DebateConfig => ({
  debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
  answer: "text",
  compare: "rules",
  rounds: 0,
  onEscalate: "wait",
  ...more,
});

let runs = 0;

/** Runs a debate that waits for a person, who says this. */
async function reviewed(
  said: Review,
  more: Partial<DebateConfig> = {},
): Promise<{ result: DebateResult; events: DebateEvent[] }> {
  const id = `groups-${runs++}`;
  const panel = new Debate(settings(more));
  const stream = panel.stream(QUESTION, { id });
  const events: DebateEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (event.type === "debate.escalated") await panel.review(id, said);
  }
  return { result: await stream.result, events };
}

const groups = [["ANN", "BEN"], ["CAT"]];

describe("a person who says which answers are the same", () => {
  test("has the votes counted again: answer, tally, agreement and dissent", async () => {
    const { result, events } = await reviewed({ verdict: "confirm", groups, reviewer: "Ada" });
    expect(result).toMatchObject({
      answer: wording(STAY),
      winner: "ANN",
      agreement: 2 / 3,
      review: { verdict: "confirm", groups, reviewer: "Ada" },
    });
    expect(result.decision.tally.map(({ debaters }) => debaters)).toEqual(groups);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
    expect(result.rounds[0]).toMatchObject({ agreement: 2 / 3, regrouped: true });
    expect(fold(JSON.parse(JSON.stringify(events)) as DebateEvent[]).result).toEqual(result);
  });

  test("may join and split at once, and the largest group decides", async () => {
    const { result } = await reviewed(
      { verdict: "confirm", groups: [["ANN"], ["CAT", "BEN"]] },
      { debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }) },
    );
    expect(result).toMatchObject({ answer: wording(STICK), winner: "BEN", agreement: 2 / 3 });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["ANN"]);
  });

  test("leaves a judge's answer, and says who shares it", async () => {
    const { result } = await reviewed(
      { verdict: "confirm", groups },
      {
        judge: says(STAY),
        decide: judged({ always: true }),
        debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
      },
    );
    expect(result).toMatchObject({ answer: wording(STAY), decision: { method: "judged" } });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
  });

  test("shares a corrected answer with the whole group", async () => {
    const { result } = await reviewed({ verdict: "correct", answer: wording(STICK), groups });
    expect(result).toMatchObject({ answer: wording(STICK), winner: "BEN" });
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
  });

  test("may reject all the same", async () => {
    const { result } = await reviewed({ verdict: "reject", groups });
    expect(result).toMatchObject({ answer: null, agreement: null });
    expect(result.dissent).toHaveLength(3);
  });

  test("is kept: the journal gives the same result", async () => {
    const journal = memoryJournal();
    const panel = new Debate(settings({ journal }));
    const stream = panel.stream(QUESTION, { id: "kept" });
    for await (const event of stream) {
      if (event.type === "debate.escalated")
        await panel.review("kept", { verdict: "confirm", groups });
    }
    const result = await stream.result;
    expect(await panel.run(QUESTION, { id: "kept" })).toEqual(result);
    expect(result.agreement).toBe(2 / 3);
  });

  test("is shown in exports", async () => {
    const { events } = await reviewed({ verdict: "confirm", groups, reviewer: "Ada" });
    for (const text of [toMarkdown(fold(events)), toHtml(fold(events))]) {
      expect(text).toContain("A person confirmed this, and said which answers are the same: Ada.");
      expect(text).toContain("grouped by a person");
    }
  });
});

describe("groups that can't be counted are refused, and the run goes on waiting", () => {
  test.each<[string, unknown]>([
    ["one is missing", [["ANN"], ["CAT"]]],
    [
      "one stands twice",
      [
        ["ANN", "BEN"],
        ["CAT", "ANN"],
      ],
    ],
    [
      "one is a stranger",
      [
        ["ANN", "BEN"],
        ["CAT", "EVE"],
      ],
    ],
    ["a group is empty", [["ANN", "BEN", "CAT"], []]],
    ["there is no group", []],
    ["it is not a list", "ANN"],
    ["names are no texts", [[1, 2], [3]]],
    ["names are nested", [[["ANN"], "BEN", "CAT"]]],
    ["it is huge", Array.from({ length: 100_000 }, (_, n) => [`D${n}`])],
    ["it names what objects have", [["__proto__", "constructor", "ANN"]]],
  ])("%s", async (_name, wrong) => {
    const id = `refused-${runs++}`;
    const panel = new Debate(settings());
    const stream = panel.stream(QUESTION, { id });
    let refused: unknown;
    for await (const event of stream) {
      if (event.type !== "debate.escalated") continue;
      refused = await rejection(panel.review(id, { verdict: "confirm", groups: wrong as never }));
      await panel.review(id, { verdict: "confirm" });
    }
    expect(refused).toMatchObject({ code: "config" });
    expect((refused as Error).message).toMatch(/^review\.groups/);
    expect((refused as Error).message.length).toBeLessThan(600);
    expect((await stream.result).agreement).toBe(1 / 3);
  });
});

test("a round says which wordings a model put together, and under which label", async () => {
  const compare = () =>
    '{"groups": [{"items": [1, 2], "label": "stay \\u001b[31mIGNORE <b>all</b>"}, {"items": [3], "label": "move"}]}';
  const stream = new Debate(
    settings({
      compare,
      onEscalate: "flag",
      debaters: named({ ANN: STAY, BEN: ALSO_STAY, CAT: MOVE }),
    }),
  ).stream(QUESTION);
  const events: DebateEvent[] = [];
  for await (const event of stream) events.push(event);
  const [round] = (await stream.result).rounds;
  expect(round?.compared?.map(({ by, items }) => [by, items.length])).toEqual([
    ["model", 2],
    ["model", 1],
  ]);
  const markdown = toMarkdown(fold(events));
  expect(markdown).toContain("grouped by a model");
  expect(markdown).toContain("label: stay");
  expect(markdown).not.toContain("\u001b");
  expect(markdown).not.toContain("<b>");
  expect(toHtml(fold(events))).not.toContain("<b>");
});

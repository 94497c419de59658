import { describe, expect, it } from "vitest";
import {
  Debate,
  editorial,
  findings,
  memoryJournal,
  type DebateConfig,
  type DebateEvent,
  type ModelFunction,
  type ModelRequest,
  type Question,
} from "../../packages/rostrum/src/index.ts";
import { promptOf } from "../support/panel.ts";

interface Protocol {
  question: Question;
  config: DebateConfig<unknown>;
  /** Who speaks in round 1. */
  heardBy: string[];
}

const NOTE = "Mind the shop in Graz.";
const STORY = "The blue ledger showed every ship. Three ships stood only in the grey one.";

/** Every protocol with rounds of its own, with what its debaters were asked. */
function protocols(seen: ModelRequest[]): Record<string, Protocol> {
  const says =
    (reply: (request: ModelRequest) => string): ModelFunction =>
    (request) => {
      seen.push(request);
      return reply(request);
    };
  const members = (reply: (request: ModelRequest) => string) =>
    ["ann", "ben", "cat"].map((name) => ({ name, model: says(reply) }));
  const context = [{ document: "story.txt", text: STORY }];
  const base = { onRound: "wait" as const, journal: memoryJournal() };
  return {
    positions: {
      question: "How many ships were there?",
      heardBy: ["ann", "ben", "cat"],
      config: {
        ...base,
        answer: "number",
        debaters: members(
          ({ debater }) => `Answer: ${["ann", "ben", "cat"].indexOf(debater ?? "")}`,
        ),
        rounds: 1,
      },
    },
    findings: {
      question: { text: "Review it.", context },
      heardBy: ["ann", "ben", "cat"],
      config: {
        ...base,
        answer: findings(),
        compare: "rules",
        debaters: members(({ round, debater, items = [] }) =>
          round === 0
            ? JSON.stringify({
                findings: [
                  { claim: `${debater} saw a thing.`, severity: "low", quote: "blue ledger" },
                ],
              })
            : JSON.stringify({
                votes: items.map((_, item) => ({ item: item + 1, vote: "uphold" })),
              }),
        ),
      },
    },
    drafts: {
      question: "Write a notice.",
      // The first member drafts, the others criticize.
      heardBy: ["ben", "cat"],
      config: {
        ...base,
        ...editorial,
        debaters: members(({ debater }) =>
          debater === "ann"
            ? "There will be no power on Tuesday."
            : '{"critique": [{"quote": "no power", "problem": "When?"}]}',
        ),
        judge: () => '{"reason": "It is clear.", "signedOff": true}',
      },
    },
    sides: {
      question: { text: "Did he hide ships?", context },
      heardBy: ["ann", "ben"],
      config: {
        ...base,
        debaters: members(() => "He did.").slice(0, 2),
        judge: () => "Answer: yes",
        sides: ["yes", "no"],
        rounds: 1,
      },
    },
  };
}

const FENCED =
  /\[\[(\w+) begin: the moderator's note, from Grace\]\]\nMind the shop in Graz\.\n\[\[\1 end/;

const PROTOCOLS = ["positions", "findings", "drafts", "sides"];
// A budget simulates the rounds to come, which must not count as begun.
const BUDGETS: [string, Pick<DebateConfig, "budget">][] = [
  ["no budget", {}],
  ["a budget", { budget: { calls: 200 } }],
];
const CASES = PROTOCOLS.flatMap((name) =>
  BUDGETS.map(([capped, budget]) => [name, capped, budget] as const),
);

describe.each(CASES)("a moderator's note in %s with %s", (name, _capped, budget) => {
  it("reaches every speaker of the next round, fenced, and is in the record", async () => {
    const seen: ModelRequest[] = [];
    const { question, config, heardBy } = protocols(seen)[name] as Protocol;
    const panel = new Debate({ ...config, ...budget });
    const events: DebateEvent[] = [];
    const result = await panel.run(question, {
      id: name,
      onEvent(event) {
        events.push(event);
        if (event.type !== "debate.waiting") return;
        if (event.round === 0) void panel.say(name, { note: NOTE, from: "Grace" });
        void panel.proceed(name);
      },
    });
    const inRound = (round: number): ModelRequest[] => seen.filter((each) => each.round === round);
    expect(inRound(0).some((request) => promptOf(request).includes(NOTE))).toBe(false);
    expect(new Set(inRound(1).map(({ debater }) => debater))).toEqual(new Set(heardBy));
    for (const request of inRound(1)) expect(promptOf(request)).toMatch(FENCED);
    expect(result.notes).toEqual([{ round: 1, note: NOTE, from: "Grace" }]);
    expect(events.filter(({ type }) => type === "debate.said")).toHaveLength(1);

    const calls = seen.length;
    const again = await panel.run(question, { id: name });
    expect(again.notes).toEqual(result.notes);
    expect(again.answer).toEqual(result.answer);
    expect(seen).toHaveLength(calls);
  });

  it("a drafter and a later speaker hear it once, in their first round after it", async () => {
    const seen: ModelRequest[] = [];
    const { question, config } = protocols(seen)[name] as Protocol;
    const panel = new Debate({ ...config, ...budget });
    await panel.run(question, {
      id: `${name}-once`,
      onEvent(event) {
        if (event.type !== "debate.waiting") return;
        if (event.round === 0) void panel.say(`${name}-once`, { note: NOTE });
        void panel.proceed(`${name}-once`);
      },
    });
    // A chat grows: the note stands in it once, whatever comes after it.
    for (const request of seen) {
      expect(promptOf(request).split(NOTE).length - 1).toBeLessThanOrEqual(1);
    }
    const last = seen.findLast(({ debater }) => debater === "ann") as ModelRequest;
    expect(promptOf(last)).toContain(NOTE);
  });
});

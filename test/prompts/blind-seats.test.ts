import {
  Debate,
  fold,
  memoryJournal,
  toMarkdown,
  type DebateEvent,
  type ModelFunction,
} from "rostrum";
import { expect, test } from "vitest";

const CONTRACT =
  "The supplier delivers the goods within thirty days of the order. If the delivery is late, the buyer may withhold " +
  "two percent of the price for each week, and never more than ten percent. Either party may end this agreement with " +
  "ninety days of notice in writing. Disputes are settled by the courts of the seller's seat.";
const question = {
  text: "May the buyer pay less after a delay?",
  context: [{ document: "contract.md", text: CONTRACT }],
};

const GENERAL =
  "In most legal systems a purchaser who suffers from a delay has a remedy of some kind, and commercial practice " +
  "usually grants a reduction, so that I would expect one to be available to them in this situation as well.";

const says =
  (...words: string[]): ModelFunction =>
  ({ round }) =>
    `${words[round] ?? words.at(-1)}\nAnswer: yes\nConfidence: 0.9`;
const reads = says("It says the buyer may withhold two percent of the price for each week.");

test("a member without a word of the material, or that says it can't see it, is marked everywhere", async () => {
  const events: DebateEvent[] = [];
  const members = {
    reads,
    general: says(GENERAL),
    blind: says("I can't see the attached contract."),
  };
  const debaters = Object.entries(members).map(([name, model]) => ({ name, model }));
  const result = await new Debate({ debaters, rounds: 0 }).run(question, {
    onEvent: (event) => void events.push(event),
  });
  expect(result.rounds[0]?.positions.map(({ blind }) => blind)).toEqual([
    undefined,
    "quotes_nothing",
    "says_so",
  ]);
  expect(result.integrity).toMatchObject({
    degraded: true,
    blind: [
      { debater: "general", why: "quotes_nothing" },
      { debater: "blind", why: "says_so" },
    ],
  });
  expect(result.warnings).toEqual([
    "blind says that it can't see the material: check how its model is given the context.",
    "general quotes nothing of the material: nothing shows that it read it.",
  ]);
  const stored = events.filter((event) => event.type !== "debate.delta");
  expect(fold(stored).result).toEqual(result);
  expect(toMarkdown(result)).toContain("quotes nothing of the material");
});

test("a panel that reads its material, or that has none, is not marked", async () => {
  const panel = new Debate({ debaters: [reads, reads], rounds: 0 });
  const read = await panel.run(question);
  expect(read.integrity).not.toHaveProperty("blind");
  expect(read.integrity.degraded).toBe(false);
  const talks = new Debate({ debaters: [says(GENERAL), says(GENERAL)], rounds: 0 });
  const without = await talks.run(question.text);
  expect(without.integrity).not.toHaveProperty("blind");
  const chat = [{ role: "user" as const, content: CONTRACT }];
  const turns = await talks.run({ text: question.text, context: chat });
  expect(turns.integrity).not.toHaveProperty("blind");
});

test("a later reply with a quote clears a member, and a short one doesn't", async () => {
  const late = says(GENERAL, "Never more than ten percent, the contract says.");
  const stays = says(GENERAL, "I keep my answer.");
  const journal = memoryJournal();
  const panel = new Debate({
    debaters: [
      { name: "late", model: late },
      { name: "stays", model: stays },
    ],
    rounds: 1,
    revise: "everyone",
    stop: "never",
    journal,
  });
  const { integrity, id } = await panel.run(question);
  expect(integrity.blind).toEqual([{ debater: "stays", why: "quotes_nothing" }]);
  expect((await panel.replay(id)).integrity.blind).toEqual(integrity.blind);
});

test("a reviewer that reports nothing and quotes nothing is marked", async () => {
  const finds: ModelFunction = ({ round }) =>
    round === 0
      ? '{"findings": [{"claim": "Too short.", "severity": "low", "quote": "thirty days"}]}'
      : '{"votes": []}';
  const waves: ModelFunction = ({ round }) =>
    round === 0 ? '{"findings": []}' : '{"votes": [{"item": 1, "vote": "uphold"}]}';
  const debaters = [
    { name: "finds", model: finds },
    { name: "waves", model: waves },
  ];
  const review = await new Debate({ debaters, answer: { type: "findings" } }).run(question);
  expect(review.integrity.blind).toEqual([{ debater: "waves", why: "quotes_nothing" }]);
  expect(review.integrity.degraded).toBe(false);
});

test("a reviewer that has quoted the material may vote without another quote", async () => {
  const reviewer: ModelFunction = ({ round, debater }) =>
    round === 0
      ? `{"findings": [{"claim": "${debater}: too short.", "severity": "low", "quote": "within thirty days of the order"}]}`
      : '{"votes": [{"item": 1, "vote": "uphold"}, {"item": 2, "vote": "uphold"}]}';
  const debaters = ["ann", "bob"].map((name) => ({ name, model: reviewer }));
  const review = await new Debate({ debaters, answer: { type: "findings" }, compare: "rules" }).run(
    question,
  );
  const positions = review.rounds.flatMap((round) => round.positions);
  expect(positions).toHaveLength(4);
  expect(positions.map(({ blind }) => blind)).toEqual([undefined, undefined, undefined, undefined]);
});

test("what a tool returned is no material: who quotes only that is marked, and who quotes both is not", async () => {
  const FOUND = "Courts have held that a clause of this kind is void between merchants.";
  const tools = { search: { execute: () => FOUND } };
  const looksUp =
    (words: string): ModelFunction =>
    ({ stepId }) =>
      stepId.includes("turn")
        ? `${words}\nAnswer: yes\nConfidence: 0.9`
        : {
            text: "I don't have access to the document.",
            toolCalls: [{ name: "search", input: {} }],
          };
  const members = {
    elsewhere: looksUp(`${GENERAL} "Courts have held that a clause of this kind is void."`),
    both: looksUp("It says the buyer may withhold two percent of the price, and courts agree."),
  };
  const debaters = Object.entries(members).map(([name, model]) => ({ name, model, tools }));
  const { integrity, rounds } = await new Debate({ debaters, rounds: 0 }).run(question);
  expect(rounds[0]?.positions.map(({ toolCalls }) => toolCalls?.length)).toEqual([1, 1]);
  expect(integrity.blind).toEqual([{ debater: "elsewhere", why: "quotes_nothing" }]);
});

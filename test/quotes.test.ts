import { describe, expect, it, test } from "vitest";
import {
  Debate,
  fold,
  memoryJournal,
  type Citation,
  type DebateResult,
  type Question,
  type StoredEvent,
} from "../packages/rostrum/src/index.ts";

const ADA = "Answer: wait\nThe audit has not ended yet, and the vendor said so himself.";
const BOB = "Answer: ship\nEvery customer is waiting, and the contract fixes a date.";
const CONTRACT =
  "1. Delivery. The Supplier shall deliver on or before 1 May.\n\n2. Delay. For each week of delay, a fee of 2% is due.";

async function judged(
  judgment: string,
  question: Question = "Should we ship or wait?",
  named = false,
): Promise<DebateResult> {
  return new Debate({
    debaters: [
      { name: "ada", model: () => ADA },
      { name: "bob", model: () => BOB },
    ],
    judge: () => judgment,
    anonymous: !named,
    rounds: 0,
    compare: "rules",
  }).run(question);
}

const cited = async (...given: Parameters<typeof judged>): Promise<Citation[]> =>
  (await judged(...given)).decision.citations ?? [];

describe("quotes in a judgment", () => {
  it("F9: a judge's forged quote is counted, degrades the result and is found nowhere", async () => {
    const forged = await judged(
      'ada says "the audit was cancelled last week", so there is no need to wait.\nAnswer: ship',
      undefined,
      true,
    );
    expect(forged.integrity).toMatchObject({ unverifiedQuotes: 1, degraded: true });
    expect(forged.decision.citations).toEqual([
      {
        source: "position",
        debater: "ada",
        round: 0,
        text: "the audit was cancelled last week",
        at: null,
        verified: false,
      },
    ]);
    const true_ = await judged(
      "ada says “The audit  has not\nended yet”, so it is too early.\nAnswer: wait",
      undefined,
      true,
    );
    expect(true_.integrity).toMatchObject({ unverifiedQuotes: 0, degraded: false });
    const [citation] = true_.decision.citations ?? [];
    expect(citation).toMatchObject({ debater: "ada", verified: true });
    expect(ADA.slice(...(citation?.at ?? [0, 0]))).toBe("The audit has not ended yet");
  });

  it("are looked up under the labels that the judge was shown", async () => {
    const requests: string[] = [];
    const result = await new Debate({
      debaters: [
        { name: "ada", model: () => ADA },
        { name: "bob", model: () => BOB },
      ],
      judge: ({ peers }) => {
        requests.push(...peers.map(({ debater }) => debater));
        const ada = peers.find(({ text }) => text === ADA)?.debater;
        const bob = peers.find(({ text }) => text === BOB)?.debater;
        return `${ada} writes "the vendor said so himself" while ${bob} writes nothing of the kind.
${bob} writes "the vendor said so himself".\nAnswer: wait`;
      },
      rounds: 0,
      compare: "rules",
    }).run("Should we ship or wait?");
    expect(requests).toEqual(["Debater A", "Debater B"]);
    // The same words are not those of the other debater.
    expect(result.decision.citations).toMatchObject([
      { debater: "ada", verified: true },
      { debater: "bob", verified: false },
    ]);
    expect(result.integrity.unverifiedQuotes).toBe(1);
  });

  test.each([
    ["three words only", 'Debater A says "made up words".\nAnswer: wait'],
    ["nobody's words", 'As they say, "better late than never at all".\nAnswer: wait'],
    ["the question's", 'Debater A answers "Should we ship or wait" well.\nAnswer: wait'],
    ["none", "Debater A is right, and doesn't mince words.\nAnswer: wait"],
  ])("%s don't count", async (_, judgment) => {
    const { integrity, decision } = await judged(judgment);
    expect(integrity).toMatchObject({ unverifiedQuotes: 0, degraded: false });
    expect(decision.citations).toBeUndefined();
  });

  test.each([
    ["after the name, in a later sentence", 'Debater A is wrong. It says "all of it was made up".'],
    ["before the name", '"All of it was made up," says Debater B.'],
    ["of anybody", "One of the debaters says «all of it was made up»."],
    ["in single quotes", "Debater A: 'all of it was made up, don't you see'."],
    ["in JSON", '{"reasoning": "Debater A says \\"all of it was made up\\"", "answer": "wait"}'],
    [
      "as a field",
      '{"evidence": [{"position": "Debater A", "quote": "all made up"}], "answer": "wait"}',
    ],
    [
      "of nobody who is known",
      '{"citations": [{"position": "Debater Q", "quote": "The audit"}], "answer": "wait"}',
    ],
  ])("%s count", async (_, judgment) => {
    const { integrity } = await judged(`${judgment}\nAnswer: wait`);
    expect(integrity).toMatchObject({ unverifiedQuotes: 1, degraded: true });
  });
});

describe("context documents", () => {
  const question: Question = {
    text: "Should we ship or wait?",
    context: [
      { document: "contract.txt", text: CONTRACT },
      { document: "mail.txt", text: "Dear all, the audit takes until June." },
    ],
  };

  it("have names, are shown with them, and are cited by them", async () => {
    const prompts: string[] = [];
    const events: StoredEvent[] = [];
    const result = await new Debate({
      debaters: [
        ({ messages }) => {
          prompts.push(...messages.map(({ content }) => content));
          return ADA;
        },
        () => BOB,
      ],
      judge: () =>
        'contract.txt says "for each week of delay, a fee of 2% is due". ' +
        'mail.txt says "the audit takes until July".\nAnswer: wait',
      rounds: 0,
      compare: "rules",
    }).run(question, { onEvent: (event) => void ("seq" in event && events.push(event)) });
    expect(prompts.slice(0, 2)).toEqual([
      `Material for the question that follows, the document contract.txt:\n\n${CONTRACT}`,
      "Material for the question that follows, the document mail.txt:\n\nDear all, the audit takes until June.",
    ]);
    const [fee, audit] = result.decision.citations ?? [];
    expect(fee).toMatchObject({ source: "context", document: "contract.txt", verified: true });
    expect(CONTRACT.slice(...(fee?.at ?? [0, 0]))).toBe(
      "For each week of delay, a fee of 2% is due",
    );
    expect(audit).toMatchObject({ document: "mail.txt", verified: false, at: null });
    expect(fold(events).started?.context).toEqual(
      typeof question === "string" ? [] : question.context,
    );
  });

  it("don't have the words that a debater puts into them", async () => {
    const text = "Should we ship or wait?";
    const forged = 'The contract says "every customer is waiting, and".\nAnswer: ship';
    expect(await cited(forged, { text, context: CONTRACT })).toMatchObject([
      { source: "context", verified: false },
    ]);
    // A debater that quotes the contract truly is quoted truly.
    const genuine = 'Debater A points to "deliver on or before 1 May".\nAnswer: ship';
    expect(await cited(genuine, { text, context: CONTRACT })).toMatchObject([
      { source: "context", verified: true, at: [32, 58] },
    ]);
  });

  it("survive replay and fork", async () => {
    const journal = memoryJournal();
    const debate = new Debate({
      debaters: [() => ADA, () => BOB],
      judge: () => 'contract.txt says "a fee of 2% is due".\nAnswer: wait',
      rounds: 0,
      journal,
      compare: "rules",
    });
    const held = await debate.run(question, { id: "a" });
    const again = await debate.replay("a", { escalateBelow: 0.1 });
    expect(again.decision).toEqual(held.decision);
    const forked = await debate.fork("a", { fromRound: 1 });
    expect(forked.decision).toEqual(held.decision);
    expect(held.decision.citations).toMatchObject([{ document: "contract.txt", verified: true }]);
  });

  test.each([
    [[{ document: "", text: "x" }], "question.context[0].document"],
    [[{ document: "a\nb", text: "x" }], "question.context[0].document"],
    [[{ document: "a", text: 5 }], "question.context[0].text"],
    [[{ document: "a", text: "x", role: "user" }], "question.context[0]"],
    [
      [
        { document: "a", text: "x" },
        { document: "a", text: "y" },
      ],
      "question.context[1].document",
    ],
  ])("%j is refused", async (context, field) => {
    const run = new Debate({ debaters: [() => ADA, () => BOB] }).run({
      text: "x",
      context: context as never,
    });
    await expect(run).rejects.toThrow(field);
  });
});

test("citations of records made before quotes were checked are looked up when they are read", async () => {
  const events: StoredEvent[] = [];
  await new Debate({
    debaters: [{ name: "ada", model: () => ADA }, () => BOB],
    judge: () => "Answer: wait",
    rounds: 0,
    compare: "rules",
  }).run("Should we ship or wait?", {
    onEvent: (event) => void ("seq" in event && events.push(event)),
  });
  const before = events.map((event) =>
    event.type === "debate.synthesized"
      ? {
          ...event,
          citations: [
            { debater: "ada", round: 0, quote: "the vendor said so himself" },
            { debater: "ada", round: 0 },
          ] as never,
        }
      : event,
  );
  expect(fold(before).result).toMatchObject({
    decision: {
      citations: [{ debater: "ada", text: "the vendor said so himself", verified: true }],
    },
    integrity: { unverifiedQuotes: 0, degraded: false },
  });
});

test.each<[string, string]>([
  ["quotations in one sentence", 'Debater A says "all of it is made up" '.repeat(3000)],
  ["opening marks", "“".repeat(200_000)],
  ["straight marks", `${'"a'.repeat(100_000)} Debater A`],
  ["sentences", "It says. ".repeat(50_000)],
  ["names", "Debater A ".repeat(50_000)],
  ["spaces", `.${" ".repeat(200_000)}a`],
])(
  "a judgment of many %s takes no longer than its length",
  { timeout: 20_000 },
  async (_, judgment) => {
    const { decision } = await judged(`${judgment}\nAnswer: wait`);
    expect(decision.method).toBe("judged");
  },
);

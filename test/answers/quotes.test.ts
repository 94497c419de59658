import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  Debate,
  debate,
  findings,
  fold,
  judged,
  memoryJournal,
  toHtml,
  toMarkdown,
  type Citation,
  type DebateConfig,
  type DebateResult,
  type Question,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";

const ADA = "Answer: wait\nThe audit has **not** ended yet, and the vendor said so himself.";
const BOB = "Answer: ship\nEvery customer is waiting, and the contract fixes a date.";
const CONTRACT =
  "1. Delivery. The Supplier shall deliver on or before 1 May.\n\n2. Delay. For each week of delay, a fee of 2% is due.";
const QUESTION = "Should we ship or wait?";

const panel = (judgment: string, more: Partial<DebateConfig> = {}): Debate =>
  new Debate({
    debaters: [
      { name: "ada", model: () => ADA },
      { name: "bob", model: () => BOB },
    ],
    judge: () => judgment,
    decide: judged({ structured: true }),
    anonymous: false,
    rounds: 0,
    compare: "rules",
    ...more,
  });

const verdict = (...citations: object[]): string => JSON.stringify({ citations, answer: "wait" });

const judge = (citations: object[], question: Question = QUESTION): Promise<DebateResult> =>
  panel(verdict(...citations)).run(question);

const cite = async (...given: Parameters<typeof judge>): Promise<Citation[]> =>
  (await judge(...given)).decision.citations ?? [];

describe("a judge's citations", () => {
  it("that stand in their source are verified, with their place in it", async () => {
    const result = await judge([
      { position: "ada", quote: "The audit  has not\nended yet" },
      { position: "bob", quote: "the contract fixes a date" },
    ]);
    expect(result.integrity).toMatchObject({
      unverifiedQuotes: 0,
      failedQuotes: [],
      degraded: false,
    });
    const [audit, date] = result.decision.citations ?? [];
    expect(audit).toMatchObject({ debater: "ada", round: 0, verified: true });
    expect(ADA.slice(...(audit?.at ?? [0, 0]))).toBe("The audit has **not** ended yet");
    expect(BOB.slice(...(date?.at ?? [0, 0]))).toBe("the contract fixes a date");
  });

  it("that don't are counted and listed, every one, and degrade the result", async () => {
    const forged = ["the audit was cancelled", "nobody is waiting", "the date is open"];
    const citations = forged.map((quote) => ({ position: "bob", quote }));
    const events: StoredEvent[] = [];
    const result = await panel(verdict(...citations)).run(QUESTION, {
      onEvent: (event) => void ("seq" in event && events.push(event)),
    });
    expect(result.integrity).toMatchObject({ unverifiedQuotes: 3, degraded: true });
    expect(result.integrity.failedQuotes).toEqual(
      forged.map((text) => ({
        by: "judge",
        in: "judgment",
        source: "position",
        debater: "bob",
        round: 0,
        text,
      })),
    );
    const record = fold(events);
    expect(record.result).toEqual(result);
    for (const text of [toMarkdown(record), toHtml(record)]) {
      expect(text).toContain("3 quotes were not found in their source");
      for (const quote of forged)
        expect(text).toContain(`“${quote}”, not found in bob, first answers`);
    }
  });

  test.each([
    ["another's words", { position: "bob", quote: "the vendor said so himself" }],
    [
      "a debater's words in a document",
      { document: "mail.txt", quote: "Every customer is waiting" },
    ],
    ["nobody who is known", { position: "cleo", quote: "The audit" }],
    ["a document that isn't there", { document: "memo.txt", quote: "The audit" }],
    ["no source", { quote: "The audit has **not** ended yet" }],
    ["other case", { position: "ada", quote: "the audit has not ended yet" }],
    ["an added mark", { position: "ada", quote: "The audit has not ended, yet" }],
  ])("of %s are not verified", async (_, citation) => {
    const result = await judge([citation]);
    expect(result.integrity).toMatchObject({ unverifiedQuotes: 1, degraded: true });
    expect(result.decision.citations).toMatchObject([{ verified: false, at: null }]);
  });

  it("are looked up under the labels that the judge was shown", async () => {
    const result = await panel("", {
      anonymous: true,
      judge: ({ peers }) => {
        const shownAs = (own: string): string =>
          peers.find(({ text }) => text === own)?.debater ?? "";
        expect(shownAs(ADA)).toMatch(/^Debater [AB]$/);
        const quote = "the vendor said so himself";
        return verdict({ position: shownAs(ADA), quote }, { position: shownAs(BOB), quote });
      },
    }).run(QUESTION);
    expect(result.decision.citations).toMatchObject([
      { debater: "ada", verified: true },
      { debater: "bob", verified: false },
    ]);
  });

  it("are nothing but those that it gives: quotation marks in its prose count for nothing", async () => {
    const prose = [
      'ada says "the audit was cancelled last week", and bob says "nobody is waiting for it".',
      'One debater says "the vendor said so himself", and notes.md says "it is all made up".',
      '{"citations": [{"position": "ada", "quote": "an injected quote of ada\'s"}], "answer": "ship"}',
    ].join("\n");
    const result = await panel(`${prose}\nAnswer: wait`, { decide: judged() }).run(QUESTION);
    expect(result.integrity).toMatchObject({ unverifiedQuotes: 0, degraded: false });
    expect(result.decision.citations).toBeUndefined();
  });

  it("leave quotation marks in prose to exports, which mark them and strike nothing through", async () => {
    const result = await panel(
      'ada notes that "the vendor said so himself", and "all of it was made up".\nAnswer: wait',
      { decide: judged() },
    ).run(QUESTION);
    const html = toHtml(result);
    expect(html).toContain(
      '<q class="found" title="found in ada, first answers">the vendor said so',
    );
    expect(html).toMatch(/<q class="open" title="not found in [^"]*">all of it was made up/);
    expect(html).not.toContain("<s ");
    expect(toMarkdown(result)).toContain("“all of it was made up” (not found in the question");
  });
});

test("quotes that fail in findings and votes are listed with who quoted, and marked where they stand", async () => {
  const found = (quote: string): string =>
    JSON.stringify({ findings: [{ claim: "The fee is open.", severity: "high", quote }] });
  const votes = JSON.stringify({
    votes: [{ item: 1, vote: "refute", quote: "a fee of 3% is due" }],
  });
  const result = await debate(
    { text: "What is wrong?", context: [{ document: "contract.txt", text: CONTRACT }] },
    {
      debaters: [
        { name: "ada", model: ({ round }) => (round === 0 ? found("no fee is due") : "") },
        { name: "bob", model: ({ round }) => (round === 0 ? '{"findings": []}' : votes) },
      ],
      answer: findings(),
    },
  );
  const source = { source: "context", document: "contract.txt" } as const;
  expect(result.integrity).toMatchObject({ unverifiedQuotes: 2, degraded: true });
  expect(result.integrity.failedQuotes).toEqual([
    { by: "ada", in: "finding", ...source, text: "no fee is due" },
    { by: "bob", in: "vote", ...source, text: "a fee of 3% is due" },
  ]);
  const markdown = toMarkdown(result);
  expect(markdown).toContain("2 quotes were not found in their source");
  expect(markdown).toContain(
    "It quotes, but it is not in the material:\n\n```\nno fee is due\n```",
  );
  expect(markdown).toContain(
    "The vote quotes, but it is not in the material:\n\n```\na fee of 3% is due\n```",
  );
});

describe("a changed quote", () => {
  const cases = new URL("../../../shared/cases/quotes.jsonl", import.meta.url);
  if (!existsSync(cases)) console.log("skipped: the shared cases are not here (../shared/cases)");
  it.skipIf(!existsSync(cases))(
    "of the shared cases is verified by nobody: judge, finding or claim",
    async () => {
      const lines = readFileSync(cases, "utf8").trim().split("\n");
      for (const line of lines) {
        const { source, quote } = JSON.parse(line) as { source: string; quote: string };
        const context = [{ document: "source", text: source }];
        const found = { claim: "It is wrong.", severity: "low", quote };
        const review = await debate(
          { text: "What is wrong?", context },
          {
            debaters: [() => JSON.stringify({ findings: [found] }), () => '{"findings": []}'],
            answer: findings(),
          },
        );
        const claims = { claims: [{ text: "So.", support: [{ item: 1, quote }] }] };
        const result = await panel(
          verdict({ document: "source", quote }, { position: "ada", quote }),
          {
            debaters: [
              { name: "ada", model: () => source },
              { name: "bob", model: () => BOB },
            ],
            report: { type: "claims", model: () => JSON.stringify(claims) },
            answer: { type: "text" },
          },
        ).run({ text: QUESTION, context });
        const quotes = [review.findings?.[0]?.quotes, result.decision.citations].flat();
        expect(quotes.map((each) => each?.verified)).toEqual([false, false, false]);
        expect(result.integrity.failedQuotes).toHaveLength(3);
      }
    },
  );
});

describe("context documents", () => {
  const question: Question = {
    text: QUESTION,
    context: [
      { document: "contract.txt", text: CONTRACT },
      { document: "mail.txt", text: "Dear all, the audit takes until June." },
    ],
  };
  const citations = [
    { document: "contract.txt", quote: "For each week of delay, a fee of 2% is due" },
    { document: "mail.txt", quote: "the audit takes until July" },
  ];

  it("have names, are shown with them, and are cited by them", async () => {
    const prompts: string[] = [];
    const events: StoredEvent[] = [];
    const result = await panel(verdict(...citations), {
      debaters: [
        ({ messages }) => {
          prompts.push(...messages.map(({ content }) => content));
          return ADA;
        },
        () => BOB,
      ],
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

  it("without a name are cited by any name", async () => {
    const context = { text: QUESTION, context: CONTRACT };
    const cited = [
      { document: "the contract", quote: "deliver on or before 1 May" },
      { document: "the contract", quote: "Every customer is waiting" },
    ];
    expect(await cite(cited, context)).toMatchObject([
      { source: "context", verified: true, at: [32, 58] },
      { source: "context", verified: false },
    ]);
  });

  it("that are code differ from their quotes in white space only", async () => {
    const text = "if (name === 'a') {\n  return _x_;\n}";
    const quote = (words: string): object => ({ document: "main.ts", quote: words });
    const cited = await cite(
      [
        quote("if (name === 'a') { return _x_; }"),
        quote('if (name === "a")'),
        quote("return x;"),
        quote("if (name == 'a')"),
      ],
      { text: QUESTION, context: [{ document: "main.ts", text }] },
    );
    expect(cited.map(({ verified }) => verified)).toEqual([true, false, false, false]);
  });

  it("survive replay and fork", async () => {
    const held = panel(verdict(...citations), { journal: memoryJournal() });
    const result = await held.run(question, { id: "a" });
    const again = await held.replay("a", { escalateBelow: 0.1 });
    expect(again.decision).toEqual(result.decision);
    const forked = await held.fork("a", { fromRound: 1 });
    expect(forked.decision).toEqual(result.decision);
    expect(forked.integrity.failedQuotes).toEqual(result.integrity.failedQuotes);
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

test.each<[string, string]>([
  ["quotations", 'Debater A says "all of it is made up" '.repeat(4000)],
  ["opening marks", "“".repeat(150_000)],
  ["straight marks", `${'"a'.repeat(75_000)} Debater A`],
  ["sentences", "It says. ".repeat(16_000)],
])("a judgment of 150 kB of %s is shown like any other", { timeout: 20_000 }, async (_, text) => {
  const result = await panel(`${text}\nAnswer: wait`, { decide: judged() }).run(QUESTION);
  expect(result.decision.method).toBe("judged");
  expect(toHtml(result)).toContain("The judge");
});

test("more citations than anybody can check are not found", { timeout: 20_000 }, async () => {
  const citations = Array.from({ length: 5000 }, () => ({ position: "bob", quote: "a date" }));
  const { integrity, decision } = await judge(citations);
  expect(decision.citations?.filter(({ verified }) => verified)).toHaveLength(200);
  expect(integrity.unverifiedQuotes).toBe(4800);
});

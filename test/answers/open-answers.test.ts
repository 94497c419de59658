import {
  Debate,
  debate,
  fold,
  toHtml,
  toJson,
  toMarkdown,
  toMermaid,
  type DebateConfig,
  type DebateResult,
  type ModelRequest,
  type StoredEvent,
} from "rostrum";
import { describe, expect, test } from "vitest";

const QUESTION = "Should we accept the acquisition offer, or keep going?";

const ANSWERS: Record<string, string> = {
  ada:
    "Keep going, and don't accept the offer as it stands.\n\nCheck this week that the growth is real and that no " +
    "customer is above a fifth of the revenue. Ask the buyer for about 4.5 M, mostly in cash at closing, and review in " +
    "month six: below 6.5 % growth, sell or cut costs.",
  boole:
    "Don't accept the offer as it stands; keep going, with conditions.\n\nIf two of the four checks fail, negotiate the " +
    "sale instead. Ask the buyer for a better price, a commercial deal or an investment, and reopen the talks if revenue " +
    "is below 30 k at month five or growth stays under 5 % for three months.",
  curie:
    "Decline the offer politely, counter it, and keep going with fixed tripwires.\n\nAccept instead if any one of the " +
    "checks fails. Counter at 5 M or more, mostly cash, with everybody's options paid, and freeze hiring until the round " +
    "is closed; sell if less than nine months of cash are left.",
};

const LABEL = "Keep going and decline the offer as it stands, on conditions.";

const COMPARED = {
  groups: [{ items: [1, 2, 3], label: LABEL, fullest: 2 }],
  none: [],
  differences: [
    {
      about: "If a check fails",
      kind: "conflict",
      says: [
        { items: [2], text: "Negotiate the sale only if two of four checks fail." },
        { items: [3], text: "Accept if any one of them fails." },
      ],
    },
    {
      about: "Hiring",
      kind: "unique",
      says: [{ items: [3], text: "Freeze hiring until the round is closed." }],
    },
  ],
};

interface Run {
  result: DebateResult<unknown>;
  events: StoredEvent[];
  comparer: ModelRequest[];
  judge: ModelRequest[];
}

async function run(
  {
    compare = COMPARED,
    judge = "",
    ...config
  }: { compare?: unknown; judge?: string } & Omit<Partial<DebateConfig>, "compare" | "judge"> = {},
  answers: Readonly<Record<string, string>> = ANSWERS,
): Promise<Run> {
  const events: StoredEvent[] = [];
  const [comparer, judged]: [ModelRequest[], ModelRequest[]] = [[], []];
  const panel = new Debate({
    debaters: Object.entries(answers).map(([name, answer]) => ({
      name,
      model: () => JSON.stringify({ reasoning: "I weighed it.", answer }),
    })),
    compare: (request) => {
      comparer.push(request);
      return JSON.stringify(compare);
    },
    ...(judge === ""
      ? {}
      : {
          judge: (request: ModelRequest) => {
            judged.push(request);
            return judge;
          },
        }),
    ...config,
  });
  const result = await panel.run(QUESTION, {
    onEvent: (event) => void ("seq" in event && events.push(event)),
  });
  return { result, events, comparer, judge: judged };
}

const marked = (request: ModelRequest | undefined): string =>
  request?.messages.map(({ content }) => content).join("\n") ?? "";

describe("an open question", () => {
  test("is one position with its differences, in the result and in every export", async () => {
    const { result, events, comparer } = await run();
    expect(result).toMatchObject({
      headline: "Don't accept the offer as it stands; keep going, with conditions.",
      agreement: 1,
      winner: "boole",
      decision: { tally: [{ label: LABEL, votes: 3 }] },
      differences: [
        {
          about: "If a check fails",
          kind: "conflict",
          says: [
            { debaters: ["boole"], text: "Negotiate the sale only if two of four checks fail." },
            { debaters: ["curie"], text: "Accept if any one of them fails." },
          ],
        },
        { about: "Hiring", kind: "unique" },
      ],
    });
    expect(result.rounds[0]?.positions.map(({ headline }) => headline)).toEqual(
      Object.values(ANSWERS).map((answer) => answer.split("\n")[0]),
    );
    expect(marked(comparer[0])).toContain('"differences"');
    expect(fold(events).result.differences).toEqual(result.differences);
    for (const text of [toMarkdown(fold(events)), toHtml(fold(events)), toJson(fold(events))]) {
      expect(text).toContain("Accept if any one of them fails.");
      expect(text).toContain("Freeze hiring until the round is closed.");
    }
    expect(toMermaid(fold(events))).toContain("Keep going");
  });

  test("short answers aren't asked for differences", async () => {
    const short = { ada: "Keep going.", boole: "Go on.", curie: "Sell." };
    const { result, comparer } = await run(
      { compare: { groups: [{ items: [1, 2] }, { items: [3] }], none: [] } },
      short,
    );
    expect(marked(comparer[0])).not.toContain('"differences"');
    expect(result.differences).toEqual([]);
  });

  test("malformed differences neither void the groups nor degrade the result", async () => {
    const [conflict, unique] = COMPARED.differences;
    const oneSided = { ...conflict, says: [conflict?.says[0], { items: "3", text: 1 }] };
    const differences = [{ about: 7 }, oneSided, { ...unique, about: "Hiring\n\n# now" }];
    const { result } = await run({ compare: { ...COMPARED, differences } });
    expect(result).toMatchObject({ agreement: 1, integrity: { degraded: false } });
    expect(result.differences.map(({ about }) => about)).toEqual(["Hiring # now"]);
  });

  test("a unanimous panel that differs is written up by a judge who sees the differences", async () => {
    const judge =
      "I kept what all share.\nPosition: none\nAnswer: Keep going; decline, counter at 5 M, and set tripwires";
    const { result, judge: requests, comparer } = await run({ judge, decide: "judged" });
    expect(requests).toHaveLength(1);
    expect(marked(requests[0])).toContain("Accept if any one of them fails.");
    expect(result).toMatchObject({
      answer: "Keep going; decline, counter at 5 M, and set tripwires",
      agreement: 1,
      decision: { method: "judged" },
      escalateToHuman: false,
    });
    // The write-up keeps the panel's support without another comparison.
    expect(comparer).toHaveLength(1);
  });

  test("a picking judge isn't asked about a unanimous panel", async () => {
    const decide = { type: "judged", mode: "pick" } as const;
    const { judge } = await run({ judge: "Winner: ada", decide });
    expect(judge).toHaveLength(0);
  });

  test("what members said who have changed their answer since is left out", async () => {
    const groups = [{ items: [1, 2] }, { items: [3] }];
    let asked = 0;
    const result = await debate(QUESTION, {
      debaters: Object.entries(ANSWERS).map(([name, answer]) => ({
        name,
        model: ({ round }) => JSON.stringify({ answer: round > 0 ? ANSWERS["ada"] : answer }),
      })),
      compare: () => {
        asked += 1;
        return JSON.stringify({ ...COMPARED, groups });
      },
      revise: "dissenters",
      rounds: 1,
    });
    expect(asked).toBe(1);
    // Curie took Ada's words, so only Boole is left of the conflict, and nobody mentions hiring.
    expect(result.rounds.at(-1)?.positions[2]?.changed).toBe(true);
    expect(result.differences).toEqual([]);
  });
});

describe("support", () => {
  const ship = { ada: "ship", boole: "ship", curie: "wait" };
  const groups = { groups: [{ items: [1] }, { items: [2] }], none: [] };

  test("a judge's answer has the support of the position that it names, and the overruled are counted", async () => {
    const judge =
      "The audit isn't done.\nPosition: curie\nAnswer: Hold the release until the audit is done.";
    const { result, events, comparer } = await run(
      { compare: groups, judge, decide: "judged", anonymous: false, rounds: 0 },
      ship,
    );
    expect(result.agreement).toBeCloseTo(1 / 3, 12);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["ada", "boole"]);
    expect(result.escalateToHuman).toBe(true);
    const warning =
      'The judge decided against the largest group: 2 members answered "ship", 1 member "wait".';
    expect(result.warnings).toContain(warning);
    expect(toMarkdown(fold(events))).toContain("decided against the largest group");
    // The position is named, so nothing has to be compared with the verdict.
    expect(comparer).toHaveLength(1);
  });

  test("a checker that refutes the majority is reported too", async () => {
    const { result } = await run(
      {
        compare: groups,
        rounds: 0,
        verify: { check: (answer) => (answer === "ship" ? "refuted" : "unknown"), veto: true },
      },
      ship,
    );
    expect(result.answer).toBe("wait");
    expect(result.warnings.join()).toContain("2 members answered");
  });

  test("is unknown where rules alone leave the judge's text open", async () => {
    const judge =
      "Position: none\nAnswer: Wait for the audit, then ship it to a tenth of the users.";
    const { result } = await run({ judge, decide: "judged", rounds: 0, compare: undefined }, ship);
    expect(result.agreement).not.toBe(2 / 3);
  });
});

test("an answer that is a whole fence has no headline, in the position and in the result", async () => {
  const model = ({ messages }: ModelRequest): string => {
    const [, mark] = /\[\[answer (\w+)\]\]/.exec(messages.at(-1)?.content ?? "") ?? [];
    return `[[answer ${mark}]]\n\`\`\`ts\nlet a;\nlet b;\n\`\`\`\n[[end ${mark}]]`;
  };
  const result = await debate("Write it.", { debaters: [model, model], rounds: 0 });
  expect(result).toMatchObject({ answer: "let a;\nlet b;", headline: null });
  expect(result.rounds[0]?.positions.map(({ headline }) => headline)).toEqual([null, null]);
});

test.each(["auto", "number"] as const)(
  "an answer that is taken back is unread: %s",
  async (answer) => {
    const says = (reply: string) => (): string => reply;
    const result = await debate("How many apples?", {
      debaters: [
        says("Answer: 84"),
        says("Answer: 84\n\nWait, that is wrong."),
        says("Answer: 84\nI withdraw my answer."),
        says("Answer: 84\n\nCheck: 12 × 7, so it should be 84."),
      ],
      answer,
      rounds: 0,
    });
    const statuses = result.rounds[0]?.positions.map(({ status }) => status);
    expect(statuses).toEqual(["spoke", "unread", "unread", "spoke"]);
  },
);

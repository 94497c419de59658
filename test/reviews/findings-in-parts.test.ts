import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  findings,
  memoryJournal,
  type DebateConfig,
  type DebateEvent,
  type Finding,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";

const LINES = Array.from({ length: 400 }, (_, at) => `const value${at} = compute(${at});`);

/** A long file in which only the line that is quoted says which file it is. */
function longFile(name: string): string {
  return LINES.with(200, `const ${name} = wrong();`).join("\n");
}

const NAMES = ["alpha", "beta", "gamma"];
const QUESTION = {
  text: "Review the code.",
  context: NAMES.map((name) => ({ document: `${name}.ts`, text: longFile(name) })),
};

const UPHOLD = '{"votes": [{"item": 1, "vote": "uphold"}]}';

const shownIn = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => content).join("\n");

/** Reports the wrong line of each file that it is shown. */
function createPanel(more: Partial<DebateConfig<Finding[]>> = {}) {
  const requests: ModelRequest[] = [];
  const reviewer = (request: ModelRequest): string => {
    requests.push(request);
    if (request.round > 0)
      return JSON.stringify({
        votes: (request.items ?? []).map((_, at) => ({ item: at + 1, vote: "uphold" })),
      });
    const found = NAMES.filter((name) => shownIn(request).includes(`const ${name} =`));
    return JSON.stringify({
      findings: found.map((name) => ({
        quote: `const ${name} = wrong();`,
        claim: `${name} is wrong.`,
        severity: "high",
        unseen: name === "beta" ? "what wrong() does" : null,
      })),
    });
  };
  const config: DebateConfig<Finding[]> = {
    debaters: [
      { name: "ann", model: reviewer },
      { name: "ben", model: ({ round }) => (round === 0 ? '{"findings": []}' : UPHOLD) },
      { name: "cat", model: reviewer },
    ],
    answer: findings({ partTokens: 8000 }),
    compare: "rules",
    ...more,
  };
  return { config, requests };
}

describe("material that is too long for one call", () => {
  test("is split by document, and all findings are merged and checked at the end", async () => {
    const { config, requests } = createPanel();
    const events: DebateEvent[] = [];
    const result = await debate(QUESTION, config, {
      id: "run",
      onEvent: (event) => void events.push(event),
    });
    const reports = requests.filter(({ round, debater }) => round === 0 && debater === "ann");
    expect(reports.map(({ stepId }) => stepId)).toEqual([
      "run__debater_0_round_0",
      "run__debater_0_round_0_part_1",
      "run__debater_0_round_0_part_2",
    ]);
    for (const [index, request] of reports.entries()) {
      const shown = NAMES.filter((name) => shownIn(request).includes(`const ${name} =`));
      expect(shown).toEqual([NAMES[index]]);
    }
    expect(result.findings?.map(({ claim, by }) => [claim, by])).toEqual(
      NAMES.map((name) => [`${name} is wrong.`, ["ann", "cat"]]),
    );
    expect(result.rounds).toHaveLength(2);
    expect(result.integrity).toMatchObject({ degraded: false, unread: 0 });
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "spoke" });
    expect(result.rounds[0]?.positions[0]).not.toHaveProperty("attempts");
    expect(result.usage.calls).toBe(requests.length + 4);
    const progress = events.flatMap((event) =>
      event.type === "debate.part_reported" && event.debater === "ann"
        ? [[event.part, event.parts, event.documents]]
        : [],
    );
    expect(progress).toEqual(NAMES.map((name, at) => [at + 1, 3, [`${name}.ts`]]));
  });

  test("words that stand in several files are found in those that their author was shown", async () => {
    const { config } = createPanel();
    const same = LINES.join("\n");
    const context = NAMES.map((name) => ({ document: `${name}.ts`, text: `// ${name}\n${same}` }));
    const reviewer = (request: ModelRequest): string =>
      request.round > 0
        ? UPHOLD
        : JSON.stringify({
            findings: [
              {
                quote: "const value7 = compute(7);",
                claim: `wrong in ${NAMES.find((name) => shownIn(request).includes(`// ${name}`))}`,
                severity: "low",
              },
            ],
          });
    const debaters = ["ann", "ben"].map((name) => ({ name, model: reviewer }));
    const result = await debate({ text: "Review it.", context }, { ...config, debaters });
    expect(result.findings?.map(({ claim, quotes: [quote] }) => [claim, quote?.document])).toEqual(
      NAMES.map((name) => [`wrong in ${name}`, `${name}.ts`]),
    );
  });

  test("a part that one member can't review is named, and the others count", async () => {
    const { config } = createPanel();
    const [ann, ben, cat] = config.debaters as unknown as {
      name: string;
      model: (request: ModelRequest) => string;
    }[];
    const failing = (request: ModelRequest): string => {
      if (request.round === 0 && shownIn(request).includes("const beta ="))
        throw new Error("too busy");
      return ann?.model(request) ?? "";
    };
    const result = await debate(QUESTION, {
      ...config,
      debaters: [{ name: "ann", model: failing }, ben, cat] as never,
      limits: { retries: 0 },
    });
    expect(result.findings?.map(({ by }) => by)).toEqual([["ann", "cat"], ["ann", "cat"], ["cat"]]);
    expect(result.integrity.degraded).toBe(true);
    expect(result.integrity.missing).toMatchObject([
      { what: "check", error: "ann did not review beta.ts: too busy" },
    ]);
  });

  test("a run that was cut off between two parts goes on without paying twice", async () => {
    const journal = memoryJournal();
    const leave = new AbortController();
    const { config, requests } = createPanel({ journal });
    const run = new Debate(config);
    await expect(
      run.run(QUESTION, {
        id: "cut",
        signal: leave.signal,
        onEvent: (event) => {
          if (event.type === "debate.part_reported" && event.part === 2) leave.abort();
        },
      }),
    ).rejects.toThrow();
    const steps = (): string[] => requests.map(({ stepId }) => stepId);
    const before = new Set(steps());
    requests.length = 0;
    const result = await run.run(QUESTION, { id: "cut" });
    expect(result.findings).toHaveLength(3);
    expect(steps()).not.toContain("cut__debater_0_round_0");
    expect(before).toContain("cut__debater_0_round_0_part_1");
    expect((await run.replay("cut", { escalateBelow: 0.1 })).findings).toEqual(result.findings);
  });
});

describe("votes", () => {
  test("are asked with the lines around each quote, and not with the whole file", async () => {
    const { config } = createPanel({ answer: findings() });
    const seen: ModelRequest[] = [];
    const checker = (request: ModelRequest): string => {
      seen.push(request);
      return request.round === 0 ? '{"findings": []}' : UPHOLD;
    };
    const [ann] = config.debaters as unknown as [object];
    await debate(QUESTION, {
      ...config,
      debaters: [ann, { name: "ben", model: checker }] as never,
    });
    const vote = shownIn(seen[1] as ModelRequest);
    expect(vote).toContain("alpha.ts, lines 176 to 226]]");
    expect(vote).toContain("const value190 = compute(190);");
    expect(vote).not.toContain("const value100 = compute(100);");
    expect(vote).toContain("It rests on what was not shown: what wrong() does");
    expect(vote.length).toBeLessThan(shownIn(seen[0] as ModelRequest).length / 3);
  });

  test("show the whole file to whoever has not read it", async () => {
    const { config } = createPanel({ answer: findings(), limits: { retries: 0, quorum: 1 } });
    let votes = "";
    const late = (request: ModelRequest): string => {
      if (request.round === 0) throw new Error("too busy");
      votes = shownIn(request);
      return UPHOLD;
    };
    const [ann] = config.debaters as unknown as [object];
    await debate(QUESTION, { ...config, debaters: [ann, { name: "ben", model: late }] as never });
    expect(votes).toContain("const value100 = compute(100);");
  });

  test("a finding says what it rests on that was not shown", async () => {
    const { config } = createPanel();
    const result = await debate(QUESTION, config);
    expect(result.findings?.map(({ unseen }) => unseen)).toEqual([
      undefined,
      "what wrong() does",
      undefined,
    ]);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { textReader } from "../../packages/core/src/answers/kinds/text.ts";
import {
  Debate,
  guarded,
  judged,
  majority,
  posterior,
  weighted,
  type DebateConfig,
  type Position,
} from "../../packages/rostrum/src/index.ts";
import { QUESTION } from "../support/prose-panel.ts";

/** Wordings of three opinions; the rules are certain of no two of them. */
const OPINIONS: Record<string, string[]> = {
  stay: [
    "Keep everything in Postgres, the team knows it",
    "PostgreSQL remains the right home for this data",
    "Stick with the relational store they already run",
  ],
  dynamo: [
    "Adopt a managed document database such as Dynamo",
    "Hand the tables to Amazon's serverless offering",
    "Go where nobody has to plan a schema",
  ],
  files: [
    "Plain files on object storage will do",
    "Write the rows out as Parquet and forget servers",
  ],
};
const WORDINGS = Object.values(OPINIONS).flat();
const opinionOf = (words: string | null): string =>
  Object.keys(OPINIONS).find((name) => OPINIONS[name]?.includes(words ?? "")) ?? "none";

const DECIDE = {
  majority: majority(),
  weighted: weighted(),
  posterior: posterior(),
  judged: judged(),
};

/** Whoever holds one opinion, by name, in any order of the groups. */
const partitionBy = <T>(
  holders: readonly T[],
  keyOf: (holder: T) => unknown,
  nameOf: (holder: T) => string,
) =>
  [...Map.groupBy(holders, keyOf).values()]
    .map((group) => group.map(nameOf).toSorted().join(" "))
    .toSorted();

test("the wordings are all left to a comparer", () => {
  const { compareByRules } = textReader(QUESTION);
  for (const a of WORDINGS) {
    for (const b of WORDINGS)
      if (a !== b) expect([a, b, compareByRules?.(a, b)]).toEqual([a, b, "open"]);
  }
});

test("clusters, agreement, tally, dissent, mind changes, what-ifs and the winner all go by the same groups", async () => {
  const word = fc.constantFrom(...WORDINGS);
  const scripts = fc.array(fc.tuple(word, word, word), { minLength: 2, maxLength: 6 });
  const setup = fc.record({
    scripts,
    decide: fc.constantFrom(...(Object.keys(DECIDE) as (keyof typeof DECIDE)[])),
    careful: fc.boolean(),
    verdict: word,
  });
  await fc.assert(
    fc.asyncProperty(setup, async ({ scripts: said, decide, careful, verdict }) => {
      const compared: { round: number; items: string[] }[] = [];
      const settings: DebateConfig = {
        debaters: said.map((words, seat) => ({
          name: `D${seat}`,
          weight: seat + 1,
          model: ({ round }) => `Answer: ${words[round]}`,
        })),
        answer: "text",
        ...(careful ? guarded : { rounds: 2 }),
        decide: DECIDE[decide],
        ...(decide === "judged" ? { judge: () => `Answer: ${verdict}` } : {}),
        compare: ({ items = [], round }) => {
          compared.push({ round, items });
          const groups = Map.groupBy(items.keys(), (place) => opinionOf(items[place] ?? ""));
          return JSON.stringify({
            groups: [...groups.values()].map((list) => ({ items: list.map((at) => at + 1) })),
          });
        },
      };
      const result = await new Debate(settings).run(QUESTION);

      const name = ({ debater }: Position): string => debater;
      for (const { positions, agreement } of result.rounds) {
        const meant = partitionBy(positions, ({ answer }) => opinionOf(answer), name);
        expect(partitionBy(positions, ({ cluster }) => cluster, name)).toEqual(meant);
        expect(agreement).toBe(
          Math.max(...meant.map((group) => group.split(" ").length)) / said.length,
        );
      }
      const last = result.rounds.at(-1)?.positions ?? [];
      expect(result.converged).toBe((result.rounds.at(-1)?.agreement ?? 0) >= 0.8);
      const rows = result.decision.tally.map(({ debaters }) => debaters.toSorted().join(" "));
      expect(rows.toSorted()).toEqual(partitionBy(last, ({ answer }) => opinionOf(answer), name));

      const stands = opinionOf(result.answer);
      const holders = last.filter(({ answer }) => opinionOf(answer) === stands);
      expect(result.agreement).toBe(holders.length / said.length);
      expect(result.dissent.map(name).toSorted()).toEqual(
        last.flatMap((each) => (opinionOf(each.answer) === stands ? [] : each.debater)).toSorted(),
      );
      if (result.winner !== null) {
        expect(
          opinionOf(last.find(({ debater }) => debater === result.winner)?.answer ?? null),
        ).toBe(stands);
      }

      const changes = result.rounds.flatMap(({ positions }, round) =>
        positions.flatMap(({ debater, answer, changed }, seat) => {
          const before = result.rounds[round - 1]?.positions[seat]?.answer ?? answer;
          // The judge's verdict is compared after the rounds, when changes are settled.
          const asked = compared.some(
            ({ round: at, items }) =>
              at <= round && items.includes(before ?? "") && items.includes(answer ?? ""),
          );
          if (before === answer || asked)
            expect(changed).toBe(opinionOf(before) !== opinionOf(answer));
          return changed ? [`${debater} ${round}`] : [];
        }),
      );
      expect(
        result.whatIf.changed.map(({ debater, round }) => `${debater} ${round}`).toSorted(),
      ).toEqual(changes.toSorted());

      const first = result.rounds[0]?.positions ?? [];
      const sizes = Map.groupBy(first, ({ answer }) => opinionOf(answer));
      const most = Math.max(...[...sizes.values()].map((group) => group.length));
      expect(sizes.get(opinionOf(result.whatIf.roundZeroVote.answer))).toHaveLength(most);
      const leaders = [...sizes.values()].filter((group) => group.length === most);
      if (careful && leaders.length === 1 && result.rounds.length > 1) {
        const kept = result.rounds[1]?.positions
          .filter(({ status }) => status === "kept")
          .map(name);
        expect(kept).toEqual(leaders[0]?.map(name));
      }
    }),
    { numRuns: 150 },
  );
});

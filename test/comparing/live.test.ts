import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  debate,
  json,
  ranked,
  type DebateResult,
  type ModelRequest,
  type Position,
} from "../../packages/rostrum/src/index.ts";
import { lastTurn, named, says } from "../support/panel.ts";

const folder = new URL("../../../shared/live/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.log("skipped: there is no ../shared/live");

interface Row {
  id: string;
  question: string;
  outputs: Record<string, string>;
  /** By annotator: the group of each reply, `null` where it gives no answer. */
  groups: Record<string, number | null>[];
}

const rows = (): Row[] =>
  readFileSync(new URL("replies.jsonl", folder), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

const liveDebate = (name: string): DebateResult =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as DebateResult;

const reply = (groups: readonly (readonly number[])[], none: readonly number[] = []): string =>
  JSON.stringify({ groups: groups.map((items) => ({ items, label: "x" })), none });

/** A comparer that puts everything it is shown into one group. */
const allAlike = ({ items = [] }: ModelRequest): string => reply([items.map((_, at) => at + 1)]);

/** Whose answer an item is: that of the reply in which it stands, as near to the end as can be. */
function replyWith(item: string, outputs: Record<string, string>): string {
  const plain = (text: string): string => text.replaceAll(/[\s*`]+/g, " ").trim();
  const places = Object.entries(outputs).map(([member, text]): [string, number] => {
    const at = plain(text).lastIndexOf(plain(item));
    return [member, at < 0 ? Infinity : plain(text).length - at];
  });
  return places.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? "";
}

/** A comparer that says what an annotator says. */
const annotator =
  ({ outputs }: Row, groups: Record<string, number | null>) =>
  ({ items = [] }: ModelRequest): string => {
    const said = items.map((item) => groups[replyWith(item, outputs)] ?? null);
    const numbers = [...said.keys()].map((at) => at + 1);
    const byGroup = Map.groupBy(
      numbers.filter((number) => said[number - 1] !== null),
      (number) => said[number - 1],
    );
    return reply(
      [...byGroup.values()],
      numbers.filter((number) => said[number - 1] === null),
    );
  };

async function positionsUnder(
  { question, outputs }: Row,
  compare: "rules" | ((request: ModelRequest) => string),
): Promise<Map<string, Position>> {
  const { rounds } = await debate(question, { debaters: named(outputs), compare, rounds: 0 });
  return new Map(rounds[0]?.positions.map((position) => [position.debater, position]));
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, at) => items.slice(at + 1).map((b): [T, T] => [a, b]));
}

describe.skipIf(!isThere)("replies of live models to open questions", () => {
  const together = (groups: ReadonlyMap<string, number | null>, a: string, b: string): boolean =>
    groups.get(a) != null && groups.get(a) === groups.get(b);
  const clustersOf = (positions: ReadonlyMap<string, Position>): Map<string, number | null> =>
    new Map([...positions].map(([name, { cluster }]) => [name, cluster]));

  test("with a comparer that has an annotator's eye, pairs end as the annotator says", async () => {
    let agreed = 0;
    let all = 0;
    for (const row of rows()) {
      for (const groups of row.groups) {
        const clusters = clustersOf(await positionsUnder(row, annotator(row, groups)));
        const said = new Map(Object.entries(groups));
        for (const [a, b] of pairs(Object.keys(row.outputs))) {
          all += 1;
          if (together(clusters, a, b) === together(said, a, b)) agreed += 1;
        }
      }
    }
    expect(all).toBeGreaterThan(0);
    expect(agreed / all).toBeGreaterThanOrEqual(0.97);
  });

  test("rules settle no pair against both annotators", async () => {
    const against: string[] = [];
    for (const row of rows()) {
      const byRules = clustersOf(await positionsUnder(row, "rules"));
      // Where a comparer finds everything alike, only the rules keep answers apart.
      const keptApart = clustersOf(await positionsUnder(row, allAlike));
      for (const [a, b] of pairs(Object.keys(row.outputs))) {
        const said = new Set(
          row.groups.map((groups) => together(new Map(Object.entries(groups)), a, b)),
        );
        const apart =
          keptApart.get(a) != null && keptApart.get(b) != null && !together(keptApart, a, b);
        if (together(byRules, a, b) && !said.has(true)) against.push(`${row.id} ${a} = ${b}`);
        if (apart && !said.has(false)) against.push(`${row.id} ${a} ≠ ${b}`);
      }
    }
    expect(against).toEqual([]);
  });
});

describe.skipIf(!isThere)("live debates end as their comparer said", () => {
  /** What was said in a round of a live debate. */
  const saidIn = (name: string, round: number): ReturnType<typeof named> =>
    named(
      Object.fromEntries(
        (liveDebate(name).rounds[round]?.positions ?? []).map(({ debater, text }) => [
          debater,
          text,
        ]),
      ),
    );

  test.each(["temporal", "benchmark-clause"])("%s: all three say the same", async (name) => {
    const seen: (readonly string[] | undefined)[] = [];
    const compare = (request: ModelRequest): string => {
      seen.push(request.items);
      return allAlike(request);
    };
    const { question } = liveDebate(name);
    const result = await debate(question, { debaters: saidIn(name, 0), compare, rounds: 1 });
    expect(seen.map((items) => items?.length)).toEqual([3]);
    expect(result).toMatchObject({ agreement: 1, dissent: [], stopReason: "agreed" });
    expect(result.rounds).toHaveLength(1);
  });

  test("critique: two say the same, and one has a condition more", async () => {
    const { question } = liveDebate("critique");
    const debaters = saidIn("critique", 0);
    const compare = says(reply([[1, 2], [3]]));
    const result = await debate(question, { debaters, compare, rounds: 0 });
    expect(result.agreement).toBeCloseTo(2 / 3);
    expect(result.dissent.map(({ debater }) => debater)).toEqual(["curie"]);
  });

  test("pick: the same thing picked in three wordings is agreement", async () => {
    const { question } = liveDebate("pick");
    const requests: ModelRequest[] = [];
    const compare = (request: ModelRequest): string => {
      requests.push(request);
      return allAlike(request);
    };
    const result = await debate(question, {
      debaters: saidIn("pick", 1),
      answer: json(z.object({ pick: z.string(), why: z.string() }), { by: ["pick"] }),
      compare,
      rounds: 0,
    });
    expect(result).toMatchObject({ agreement: 1, decision: { basis: "judged" } });
    expect(requests[0]?.items).toContain(
      "pick: SQLite on the device, synced to PostgreSQL (PowerSync or an outbox table)",
    );
    expect(lastTurn(requests[0] as ModelRequest)).not.toContain("ACID");
  });

  test("ranked: texts that mean the same are ranked all the same", async () => {
    const { question } = liveDebate("ranked");
    const texts = saidIn("ranked", 0).map(({ name, model }) => ({ name, text: model }));
    const ballots: string[] = [];
    const debaters = texts.map(({ name, text }) => ({
      name: name ?? "",
      model: (request: ModelRequest) => {
        if (request.role !== "ballot") return text(request);
        ballots.push(name ?? "");
        return '{"ranking": [1, 2]}';
      },
    }));
    const result = await debate(question, { debaters, compare: allAlike, decide: ranked() });
    expect(result.agreement).toBe(1);
    expect(ballots).toHaveLength(3);
    expect(result.decision.method).toBe("ranked");
    expect(result.ranking).toHaveLength(3);
  });
});

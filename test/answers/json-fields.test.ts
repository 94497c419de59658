import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  debate,
  Debate,
  json,
  memoryJournal,
  type AnswerKind,
  type DebateConfig,
  type DebateResult,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { panelSaying } from "../support/panel.ts";

const schema = z.object({ pick: z.string(), kind: z.enum(["sql", "other"]), why: z.string() });
type Pick = z.infer<typeof schema>;

const picked = (pick: string, kind: Pick["kind"] = "sql", why = "It works."): string =>
  JSON.stringify({ answer: { pick, kind, why } });

const KEEP = picked("Keep everything in Postgres, the team knows it", "sql", "No new skills.");
const STAY = picked("PostgreSQL remains the right home for this data", "sql", "It is paid for.");

/** Debates with a comparer that finds everything alike, and tells what it was asked. */
async function compared(
  replies: readonly string[],
  answer: AnswerKind<Pick>,
  more: Partial<DebateConfig<Pick>> = {},
): Promise<{ result: DebateResult<Pick>; items: (readonly string[] | undefined)[] }> {
  const items: (readonly string[] | undefined)[] = [];
  const compare = (request: ModelRequest): string => {
    items.push(request.items);
    return JSON.stringify({ groups: [{ items: (request.items ?? []).map((_, at) => at + 1) }] });
  };
  const debaters = panelSaying(...replies);
  const result = await debate("Which database?", { debaters, answer, compare, rounds: 0, ...more });
  return { result, items };
}

/** Has no fields of its own, like the numbers and dates of many libraries. */
class Link {
  #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    return this.#text;
  }
}

describe("answers in JSON", () => {
  test.each([
    ["URLs", z.object({ link: z.string().transform((link) => new URL(link)) })],
    ["instances", z.object({ link: z.string().transform((link) => new Link(link)) })],
  ])("%s that a schema makes are told apart by their JSON", async (_what, answer) => {
    const debaters = panelSaying(
      '{"answer": {"link": "https://a.example"}}',
      '{"answer": {"link": "https://b.example"}}',
      '{"answer": {"link": "https://b.example"}}',
    );
    const result = await debate("Where?", { debaters, answer: json<unknown>(answer), rounds: 0 });
    expect(result).toMatchObject({ winner: "debater_1", agreement: 2 / 3 });
  });

  test("values that differ far inside are told apart", async () => {
    const nest = (value: number): string =>
      `{"answer": ${"[".repeat(150)}${value}${"]".repeat(150)}}`;
    const debaters = panelSaying(nest(1), nest(2), nest(2));
    const result = await debate("Which?", { debaters, answer: json(z.unknown()), rounds: 0 });
    expect(result).toMatchObject({ winner: "debater_1", agreement: 2 / 3 });
  });

  test("fields of prose are compared as prose is, by the named fields alone", async () => {
    const { result, items } = await compared([KEEP, STAY], json(schema, { by: ["pick"] }));
    expect(result).toMatchObject({ agreement: 1, decision: { basis: "judged" } });
    expect(items).toEqual([
      [
        "pick: Keep everything in Postgres, the team knows it",
        "pick: PostgreSQL remains the right home for this data",
      ],
    ]);
  });

  test("without names all fields are compared", async () => {
    const { items } = await compared([KEEP, STAY], json(schema));
    expect(items[0]?.[0]).toBe(
      "pick: Keep everything in Postgres, the team knows it\nkind: sql\nwhy: No new skills.",
    );
  });

  test("an option that differs makes a different answer, whatever a comparer says", async () => {
    const other = picked("Adopt a managed document store", "other");
    const { result, items } = await compared([KEEP, STAY, other], json(schema));
    expect(items[0]).toHaveLength(2);
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
  });

  test("the same words, and fields that are no prose, ask nobody", async () => {
    const same = await compared([KEEP, KEEP], json(schema));
    const byKind = await compared([KEEP, STAY], json(schema, { by: ["kind"] }));
    for (const { result, items } of [same, byKind]) {
      expect(result).toMatchObject({ agreement: 1, decision: { basis: "json" } });
      expect(items).toEqual([]);
    }
  });

  test("a replay takes the comparison from the record", async () => {
    const journal = memoryJournal();
    let asked = 0;
    const panel = new Debate({
      debaters: panelSaying(KEEP, STAY),
      answer: json(schema, { by: ["pick"] }),
      compare: () => {
        asked += 1;
        return '{"groups": [{"items": [1, 2], "label": "stay"}]}';
      },
      rounds: 0,
      journal,
    });
    await panel.run("Which database?", { id: "a" });
    const again = await panel.replay("a", { decide: "weighted" });
    expect([again.agreement, asked]).toEqual([1, 1]);
    expect(again.rounds[0]?.compared).toMatchObject([
      { items: again.rounds[0]?.positions.map(({ answer }) => answer), label: "stay" },
    ]);
  });

  test("an answer that is given again is not compared again", async () => {
    const { items } = await compared([KEEP, STAY], json(schema, { by: ["pick"] }), {
      rounds: 1,
      stop: "never",
      revise: "everyone",
    });
    expect(items).toHaveLength(1);
  });

  test("the plan counts a comparison only where there may be prose", async () => {
    const most = async (answer: AnswerKind<Pick>): Promise<number> =>
      (
        await new Debate({
          debaters: panelSaying(KEEP, STAY),
          answer,
          compare: () => "",
          rounds: 0,
        }).plan("Which?")
      ).calls.max;
    expect(await most(json(schema))).toBe(3);
    expect(await most(json(schema, { by: ["kind"] }))).toBe(2);
  });

  test("compared by rules alone, a warning says so", async () => {
    const open = await compared([KEEP, STAY], json(schema), { compare: "rules" });
    expect(open.result.agreement).toBe(0.5);
    expect(open.result.warnings.join()).toContain("Name a model in `compare`");
    const settled = await compared([KEEP, STAY], json(schema, { by: ["kind"] }), {
      compare: "rules",
    });
    expect(settled.result.warnings).toEqual([]);
  });
});

describe("fields to compare by", () => {
  const data = (by: string[]): AnswerKind<unknown> =>
    ({
      type: "json",
      by,
      schema: { type: "object", properties: { pick: { type: "string" } }, required: ["pick"] },
    }) as unknown as AnswerKind<unknown>;

  test.each([
    ["a validator", json(schema, { by: ["pik" as "pick"] })],
    ["a JSON Schema", data(["pik"])],
  ])("that the schema doesn't have are refused before any call: %s", (_, answer) => {
    const panel = (): unknown => new Debate({ debaters: panelSaying(KEEP, KEEP), answer });
    expect(panel).toThrow(/answer\.by: .*pik/);
  });

  test("are found wrong at the first answer where a schema can't be described", async () => {
    const opaque = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) => ({ value: value as { pick: string } }),
      },
    };
    const run = (by: "pick"): Promise<unknown> =>
      debate("Which?", {
        debaters: panelSaying('{"answer": {"pick": "pg"}}', '{"answer": {"pick": "mongo"}}'),
        answer: json(opaque, { by: [by] }),
        rounds: 0,
      });
    expect(await rejection(run("pik" as "pick"))).toMatchObject({ name: "ConfigError" });
    await expect(run("pick")).resolves.toMatchObject({ agreement: 0.5 });
  });
});

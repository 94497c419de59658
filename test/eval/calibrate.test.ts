import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calibrate,
  readRecorded,
  rowFrom,
  type LabelledReplies,
} from "../../packages/eval/src/index.ts";
import {
  ConfigError,
  Debate,
  number,
  sequential,
  type Calibration,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { createBeliefModelFrom, findLeading } from "../../packages/core/src/decide/posterior.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const NAMES = ["ann", "bob", "cid", "dan"];
const SOME = { ann: 0.9, bob: 0.8, cid: 0.8, dan: 0.6 };
const answer = number();

describe("calibrate", () => {
  test("it scores itself on rows that it had not learned from", () => {
    // Seven members that are all alike: those that look best on forty rows are not better on others.
    const alike = Object.fromEntries([..."abcdefg"].map((name) => [name, 0.6]));
    const names = Object.keys(alike);
    let claimed = 0;
    let right = 0;
    const panels = 6;
    for (let panel = 0; panel < panels; panel++) {
      const known = calibrate(syntheticRows(alike, 40, panel), { answer }).kinds["number"];
      if (!known) throw new Error("expected rows of kind number");
      const beliefModel = createBeliefModelFrom(names, known);
      claimed += known.beliefs.reduce((sum, belief) => sum + belief, 0) / 40 / panels;
      for (const { gold, replies } of syntheticRows(alike, 300, `fresh ${panel}`)) {
        const byAnswer = Map.groupBy(names.keys(), (member) => replies[names[member] ?? ""]);
        const { group } = findLeading([...byAnswer.values()], beliefModel);
        right += Number([...byAnswer.keys()][group] === `Answer: ${gold}`) / 300 / panels;
      }
    }
    // Scored on its own rows, it claims eleven points too much.
    expect(claimed - right).toBeLessThan(0.075);
  });

  test("says from how many rows, when and on what", () => {
    const rows = syntheticRows(SOME, 40, 1);
    const made = calibrate(rows, { answer, source: "sums", at: Date.UTC(2026, 0, 31) });
    expect(made).toMatchObject({
      version: 1,
      about: { rows: 40, made: "2026-01-31", source: "sums", reads: "strict" },
      kinds: { number: { rows: 40 } },
    });
    expect(made.replyTokens).toHaveProperty("ann");
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });

  test("replies are read as a debate reads them; readRecorded also guesses, and the calibration says so", () => {
    const prose =
      "First we add.\n\nThen we take one third of it.\n\nThat leaves her with 7 apples and no pear.";
    const rows = [{ gold: "7", replies: { ann: prose, bob: "Answer: 7" } }];
    const saidBy = (made: Calibration): unknown => made.kinds["number"]?.replay?.rows[0]?.said;
    const strict = calibrate(rows, { answer });
    const recorded = calibrate(rows, { answer, read: readRecorded });
    expect(strict.about?.reads).toBe("strict");
    expect(saidBy(strict)).toEqual([-1, 0]);
    expect(recorded.about?.reads).toBe("recorded");
    expect(saidBy(recorded)).toEqual([0, 0]);
  });

  test("what a debate read stands, whatever its replies look like without their marks", () => {
    const replies = { ann: "I compared both.\n\n7\n\nThat is all.", bob: "Answer: 7", cid: "7" };
    const row = { gold: "7", replies, answers: { ann: "7", bob: "8", cid: null } };
    const made = calibrate([row], { answer });
    expect(made.kinds["number"]?.replay?.rows[0]?.said).toEqual([0, 1, -1]);
  });

  test("a row from a debate has the answers that the debate read", async () => {
    const debaters = [
      { name: "ann", model: () => "Answer: 7" },
      { name: "bob", model: () => "I would rather not say." },
    ];
    const result = await new Debate({ debaters, answer, rounds: 0 }).run("What is it?");
    const row = rowFrom({ gold: "7", result });
    expect(row?.answers).toEqual({ ann: "7", bob: null });
    expect(row?.replies).toHaveProperty("bob", "I would rather not say.");
  });

  test.each([
    ["answers that are numbers", { answers: { ann: 7 } }, "rows[0].answers"],
    ["revised answers in a list", { revisedAnswers: ["7"] }, "rows[0].revisedAnswers"],
  ])("%s are refused", (_, more, path) => {
    const row = { gold: "7", replies: { ann: "7" }, ...more } as never;
    expect(() => calibrate([row], { answer })).toThrow(path);
  });

  test("the order of rows and of members doesn't matter", () => {
    const rows = syntheticRows(SOME, 30, 2);
    const turned = rows.toReversed().map((row) => ({
      ...row,
      replies: Object.fromEntries(Object.entries(row.replies).reverse()),
    }));
    expect(calibrate(turned, { answer, at: 0 })).toEqual(calibrate(rows, { answer, at: 0 }));
  });

  test("rows that are the same are held out together", () => {
    const [row] = syntheticRows(SOME, 1, 3);
    const made = calibrate(
      Array.from({ length: 20 }, () => row as LabelledReplies),
      { answer },
    );
    const folds = new Set(made.kinds["number"]?.replay?.rows.map(({ fold }) => fold));
    expect(folds.size).toBe(1);
  });

  test("few rows claim little, whatever they say", () => {
    const right = (count: number): LabelledReplies[] =>
      Array.from({ length: count }, (_, row) => ({
        gold: String(row),
        replies: Object.fromEntries(NAMES.map((name) => [name, `Answer: ${row}`])),
      }));
    const surest = (count: number): number =>
      calibrate(right(count), { answer }).kinds["number"]?.beliefs[0] ?? 1;
    expect(surest(1)).toBeLessThan(0.7);
    expect(surest(10)).toBeLessThan(0.92);
    expect(surest(100)).toBeGreaterThan(0.97);
    expect(surest(10)).toBeLessThan(surest(100));
  });

  test.each([
    ["one row", [{ gold: "1", replies: { ann: "1" } }]],
    [
      "all wrong",
      Array.from({ length: 20 }, () => ({ gold: "1", replies: { ann: "2", bob: "3" } })),
    ],
    [
      "unread replies",
      Array.from({ length: 20 }, () => ({ gold: "1", replies: { ann: "", bob: "?" } })),
    ],
    ["a gold that can't be read", [{ gold: "", replies: { ann: "1", bob: "2" } }]],
    ["names that every object has", [{ gold: "1", replies: { constructor: "1", toString: "2" } }]],
  ])("%s gives a calibration that a panel can use", async (_, rows) => {
    const made = calibrate(rows, { answer });
    const debaters = ["ann", "bob"].map((name) => ({ name, model: scripted(() => "Answer: 7") }));
    const poll = sequential({ calibration: JSON.parse(JSON.stringify(made)) as Calibration });
    const result = await new Debate({ debaters, answer, rounds: 0, poll }).run("What is it?");
    expect(result.answer).toBe(7);
    expect(result.confidence).toBeLessThan(0.97);
  });

  test("a known answer that can't be read is left out, and doesn't show that everybody is wrong", () => {
    const rows = syntheticRows(SOME, 40, 4);
    const unread = rows.slice(0, 10).map((row) => ({ ...row, gold: "NaN" }));
    const at = Date.UTC(2026, 0, 1);
    expect(calibrate([...rows, ...unread], { answer, at }).kinds).toEqual(
      calibrate(rows, { answer, at }).kinds,
    );
    expect(calibrate(unread, { answer })).toMatchObject({ kinds: {}, about: { rows: 0 } });
  });

  test("one question asked many times is one question", () => {
    const [row] = syntheticRows({ ann: 1, bob: 1 }, 1, 4) as [LabelledReplies];
    const again = Array.from({ length: 100 }, () => ({ ...row, question: "What is it?" }));
    const { kinds, about } = calibrate(again, { answer });
    expect(about?.rows).toBe(100);
    expect(kinds["number"]?.rows).toBe(1);
    expect(Math.max(...(kinds["number"]?.beliefs ?? []))).toBeLessThanOrEqual(2 / 3 + 1e-4);
  });

  test("rows that can't be used are named", () => {
    const bad =
      (row: unknown): (() => unknown) =>
      () =>
        calibrate([row as LabelledReplies], { answer });
    expect(bad(null)).toThrow(/rows\[0\]/);
    expect(bad({ gold: "1", replies: { ann: 3 } })).toThrow("rows[0].replies.ann: expected a text");
    expect(bad({ gold: "1", replies: {}, latencyMs: { ann: Number.NaN } })).toThrow("latencyMs");
    expect(bad({ gold: "1", replies: {} })).toThrow("at least one debater");
  });
});

describe("a calibration from a file", () => {
  const made = calibrate(syntheticRows(SOME, 12, 4), { answer });
  const panel = (calibration: unknown): Debate<number> =>
    new Debate<number>({
      debaters: NAMES.map((name) => ({ name, model: scripted(() => "Answer: 7") })),
      answer,
      rounds: 0,
      poll: sequential({ calibration: calibration as Calibration }),
    });

  test("mangled in any field, it is a ConfigError or it works: never another error", async () => {
    const paths = pathsIn(made);
    const junk = [null, "x", -1, 2, Number.NaN, [], {}, undefined, Infinity, true];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.constantFrom(...junk), async (path, value) => {
        const mangled = JSON.parse(JSON.stringify(made)) as Record<string, unknown>;
        let parent: Record<string, unknown> = mangled;
        for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
        parent[path.at(-1) ?? ""] = value;
        try {
          const result = await panel(mangled).run("What is it?");
          expect(result.answer).toBe(7);
          expect(result.confidence).toBeGreaterThanOrEqual(0);
          expect(result.confidence).toBeLessThanOrEqual(1);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("one of another version says what to do", () => {
    expect(() => panel({ ...made, version: 2 })).toThrow(
      "expected a calibration of version 1, got version 2. Make it again with rostrum calibrate",
    );
  });
});

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

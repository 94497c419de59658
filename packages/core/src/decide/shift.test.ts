import { describe, expect, test } from "vitest";
import type { DifficultyClass } from "../protocol/calibration.ts";
import { createRandom } from "../record/random.ts";
import { findAgreement, findAlarm, type Agreement, type PairAlarm } from "./shift-alarm.ts";
import { findCause } from "./shift-cause.ts";

const SIZE = 4;
const ALL = [0, 1, 2, 3];
const NAMES = ["ann", "bob", "cid", "dan"];

/** Members that are right this often each. Wrong answers differ. */
function draw(random: () => number, right: readonly number[]): Agreement {
  return right.map((share, member) => (random() < share ? 0 : 10 + member));
}

function drawMany(seed: string, count: number, right: number | readonly number[]): Agreement[] {
  const random = createRandom(seed);
  const shares = typeof right === "number" ? ALL.map(() => right) : right;
  return Array.from({ length: count }, () => draw(random, shares));
}

/** The first two members are watched most closely, and nobody chose them by the rows. */
function alarm(rows: readonly Agreement[], questions: readonly Agreement[]): PairAlarm | null {
  const members = [0, 1] as const;
  const agreed = rows.flatMap((groups) => findAgreement(groups, members) ?? []);
  return findAlarm(rows, questions, ALL, { members, agreed });
}

describe("the alarm", () => {
  test.each([0.5, 0.8, 0.95, 0.99])(
    "is rarely raised where nothing has changed, though looked at after each question: %d",
    (right) => {
      const panels = 200;
      let alarms = 0;
      for (let panel = 0; panel < panels; panel++) {
        const all = drawMany(`calm ${right} ${panel}`, 600, right);
        alarms += Number(alarm(all.slice(0, 100), all.slice(100)) !== null);
      }
      // 5 % and two standard errors.
      expect(alarms / panels).toBeLessThanOrEqual(0.08);
    },
  );

  test("is raised soon where members agree less, and later where they do after many questions", () => {
    const rows = drawMany("rows", 100, 0.95);
    const harder = drawMany("harder", 60, 0.6);
    const calm = drawMany("calm", 300, 0.95);
    expect(alarm(rows, harder)).toMatchObject({ pair: [0, 1], way: "less" });
    const late = alarm(rows, [...calm, ...harder, ...harder]);
    expect(late?.at).toBeGreaterThan(300);
  });

  test("stays where it was when more questions come", () => {
    const rows = drawMany("rows", 100, 0.95);
    const questions = drawMany("harder", 60, 0.5);
    const at = alarm(rows, questions)?.at ?? 0;
    for (let count = at; count <= 60; count++) {
      expect(alarm(rows, questions.slice(0, count))?.at).toBe(at);
    }
    expect(alarm(rows, questions.slice(0, at - 1))).toBeNull();
  });

  test("no rows, no questions and members without replies raise nothing", () => {
    const nobody = Array.from({ length: 50 }, () => ALL.map(() => null));
    expect(alarm([], [])).toBeNull();
    expect(alarm(nobody, nobody)).toBeNull();
    expect(findAlarm([], drawMany("x", 10, 0.1), [0], { members: [0, 0], agreed: [] })).toBeNull();
  });
});

describe("its cause", () => {
  const usual: DifficultyClass[] = [
    { share: 0.9, otherwise: 0.9, sharing: 0.1, traps: 0.02, reliability: known(0.92) },
    { share: 0.1, otherwise: 0.5, sharing: 0.1, traps: 0.02, reliability: known(0.5) },
  ];

  function known(share: number): Record<string, number> {
    return Object.fromEntries(NAMES.map((name) => [name, share]));
  }

  test.each([
    ["unknown", [], drawMany("a", 60, 0.88)],
    ["harder", [], drawMany("b", 60, 0.4)],
    ["hostile", ["cid"], drawMany("c", 60, [0.9, 0.9, 0.01, 0.9])],
    ["replaced", ["bob"], drawMany("d", 60, [0.9, 0.45, 0.9, 0.9])],
    [
      "twins",
      ["ann", "dan"],
      drawMany("e", 60, 0.6).map((groups) =>
        groups.map((group, at) => (at === 3 ? (groups[0] ?? 0) : group)),
      ),
    ],
  ] as const)("%s %j", (type, members, questions) => {
    // Twins are told from members that are often wrong.
    const classes =
      type === "twins"
        ? usual.map((each) => ({ ...each, reliability: known(0.6), otherwise: 0.6 }))
        : usual;
    expect(findCause(questions, classes, NAMES)).toEqual({ type, members: [...members] });
    expect(NAMES).toHaveLength(SIZE);
  });
});

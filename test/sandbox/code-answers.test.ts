import { describe, expect, test } from "vitest";
import {
  code,
  Debate,
  type DebateConfig,
  everyone,
  lead,
  race,
  sequential,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const FENCE = "```";
const reply = (body: string): string => `Answer:\n${FENCE}js\n${body}\n${FENCE}`;
const SUM = "const sum = (a, b) => a + b;";
const OTHER_SUM = "function sum(first, second) {\n  return second + first;\n}";
const PRODUCT = "const sum = (a, b) => a * b;";
const OTHER_PRODUCT = "const sum = (a, b) => b * a;";
const BROKEN = "const sum = (a, b) => {";

function panel(programs: string[], config: Partial<DebateConfig> = {}): Debate {
  return new Debate({
    debaters: programs.map((each) => scripted([reply(each)], { repeatLast: true })),
    answer: code({
      language: "javascript",
      tests: 'if (sum(2, 3) !== 5) throw new Error("2 + 3")',
    }),
    rounds: 0,
    ...config,
  });
}

const clusters = async (debate: Debate): Promise<unknown> =>
  (await debate.run("Write sum(a, b).")).rounds[0]?.positions.map(({ cluster }) => cluster);

describe("code as an answer", () => {
  test("is run with its tests, and what passes stands", async () => {
    const result = await panel([PRODUCT, OTHER_PRODUCT, SUM]).run("Write sum(a, b).");
    expect(result).toMatchObject({ answer: SUM, stopReason: "verified", winner: "debater_2" });
    expect(result.decision.basis).toBe("behavior");
  });

  test.each([everyone(), race(), lead({ by: 2 }), sequential()])(
    "is decided on under poll $type by a checker that doesn't tell what programs do",
    async (poll) => {
      const debate = panel([PRODUCT, OTHER_PRODUCT, BROKEN, SUM], {
        poll,
        answer: code({ language: "javascript" }),
        verify: (program) => (program === SUM ? "ok" : "unknown"),
      });
      expect(await debate.run("Write sum(a, b).")).toMatchObject({
        answer: SUM,
        stopReason: "verified",
      });
    },
  );

  test("is grouped by what it does in the check", async () => {
    const tests = "console.log(sum(2, 3)); if (sum(2, 3) !== 5) process.exit(1)";
    const answer = code({ language: "javascript", tests });
    const programs = [SUM, PRODUCT, OTHER_SUM, OTHER_PRODUCT, "const sum = () => 7;"];
    expect(await clusters(panel(programs, { answer }))).toEqual([0, 1, 0, 1, 2]);
  });

  test("that fails without a word is grouped by its lines", async () => {
    expect(await clusters(panel([SUM, PRODUCT, OTHER_SUM, OTHER_PRODUCT]))).toEqual([0, 1, 0, 2]);
  });

  test("is grouped by its lines where it can't be run, and never by its words", async () => {
    const rules = { answer: code({ language: "javascript" }) };
    expect(await clusters(panel([SUM, `${SUM}  `, OTHER_SUM], rules))).toEqual([0, 0, 1]);
  });

  test("is never compared by a model", async () => {
    const comparer = scripted([], { repeatLast: true });
    const debate = panel([SUM, OTHER_SUM], { answer: code(), compare: comparer });
    await debate.run("Write sum(a, b).");
    expect(comparer.requests).toHaveLength(0);
  });

  test("that can't be parsed is wrong, and says why to everybody", async () => {
    const result = await panel([BROKEN, BROKEN]).run("Write sum(a, b).");
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      verdict: "refuted",
      check: expect.stringContaining("SyntaxError"),
    });
  });

  test("groups by what a checker's program prints", async () => {
    const print =
      "const program = require('node:fs').readFileSync(0, 'utf8'); console.log(eval(program + '; sum(2, 2)')); process.exit(1)";
    const verify = { command: ["node", "-e", print], veto: false };
    const config = { answer: code(), verify };
    expect(await clusters(panel([SUM, PRODUCT, "const sum = () => 5;"], config))).toEqual([
      0, 0, 1,
    ]);
  });

  test.each([
    [
      { answer: code({ language: "cobol", tests: "x" }) },
      /answer\.language: expected one of python/,
    ],
    [{ verify: { calc: true } }, /answer\.tests: expected nothing next to `verify`/],
  ] as [Partial<DebateConfig>, RegExp][])(
    "is refused where its tests can't be run",
    (config, why) => {
      expect(() => panel([SUM, SUM], config)).toThrow(why);
    },
  );
});

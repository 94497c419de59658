import { describe, expect, test } from "vitest";
import { calibrate } from "../../packages/eval/src/index.ts";
import { Debate, number, sequential, type Calibration } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const NAMES = ["ann", "bob", "cid", "dan"];

/** Members of known reliability, whose errors differ. */
function rowsFor(
  right: Record<string, number>,
  count = 100,
): { gold: string; replies: Record<string, string> }[] {
  return Array.from({ length: count }, (_, row) => ({
    gold: String(row),
    replies: Object.fromEntries(
      Object.entries(right).map(([name, share], member) => {
        // Spread by a golden step, so that members err on different rows.
        const roll = (row * 0.618 + member * 0.377) % 1;
        return [name, `Answer: ${roll < share ? row : row + 1000 + member}`];
      }),
    ),
  }));
}

const calibration: Calibration = calibrate(rowsFor({ ann: 0.95, bob: 0.9, cid: 0.8, dan: 0.6 }), {
  answer: number(),
});

function panel(
  answers: Record<string, string>,
  more: object = {},
): { debate: Debate<number>; asked: string[] } {
  const asked: string[] = [];
  const debaters = NAMES.map((name) => ({
    name,
    model: scripted(() => {
      asked.push(name);
      return `Answer: ${answers[name] ?? "7"}`;
    }),
  }));
  const debate = new Debate<number>({
    debaters,
    answer: number(),
    rounds: 0,
    poll: sequential({ calibration }),
    ...more,
  });
  return { debate, asked };
}

describe("calibrate", () => {
  test("ranks members by how often they are right, and is plain JSON", () => {
    const [easy] = calibration.kinds["number"]?.classes ?? [];
    const shares = calibration.kinds["number"]?.classes ?? [];
    const overall = (name: string): number =>
      shares.reduce((sum, { share, reliability }) => sum + share * (reliability[name] ?? 0), 0);
    expect(NAMES.toSorted((a, b) => overall(b) - overall(a))).toEqual(["ann", "bob", "cid", "dan"]);
    expect(overall("ann")).toBeGreaterThan(0.85);
    expect(easy?.sharing).toBeLessThan(0.5);
    expect(JSON.parse(JSON.stringify(calibration))).toEqual(calibration);
  });

  test("a wrong row is named", () => {
    expect(() => calibrate([])).toThrow("rows: expected at least one row");
    expect(() => calibrate([{ gold: 1 } as never])).toThrow("rows[0]");
  });
});

describe("a sequential panel", () => {
  test("asks the two most reliable, and stops when they agree", async () => {
    const { debate, asked } = panel({});
    const result = await debate.run("What is it?");
    expect(asked.toSorted()).toEqual(["ann", "bob"]);
    expect(result).toMatchObject({
      answer: 7,
      stopReason: "decided",
      confidenceBasis: "calibrated",
      usage: { calls: 2 },
      agreement: 1,
    });
    expect(result.confidence).toBeGreaterThanOrEqual(0.97);
    expect(result.decision.method).toBe("posterior");
    expect(result.rounds[0]?.positions.map(({ status }) => status)).toEqual([
      "spoke",
      "spoke",
      "not_asked",
      "not_asked",
    ]);
  });

  test("between members that know as much, asks the quicker and the cheaper first", async () => {
    const even = { ann: 0.9, bob: 0.9, cid: 0.9, dan: 0.9 };
    const latencyMs = { ann: 9000, bob: 9000, cid: 500, dan: 500 };
    const rows = rowsFor(even, 200).map((row) => ({ ...row, latencyMs }));
    const quick = calibrate(rows, { answer: number() });
    expect(quick.latencyMs).toEqual(latencyMs);
    const { debate, asked } = panel({}, { poll: sequential({ calibration: quick }) });
    await debate.run("What is it?");
    expect(asked.slice(0, 2).toSorted()).toEqual(["cid", "dan"]);
  });

  test("a member that is a hundred times dearer counts a hundred times, not twice", async () => {
    // As useful as two of the others, for a hundred times the money.
    const rows = rowsFor({ ann: 0.99, bob: 0.85, cid: 0.85, dan: 0.85 }, 200);
    const known = calibrate(rows, { answer: number() });
    const priced = (ann: number): { debate: Debate<number>; asked: string[] } => {
      const asked: string[] = [];
      const debaters = NAMES.map((name) => ({
        name,
        price: { input: name === "ann" ? ann : 1, output: name === "ann" ? ann : 1 },
        model: scripted(() => {
          asked.push(name);
          return "Answer: 7";
        }),
      }));
      const poll = sequential({ calibration: known, first: 1 });
      return { debate: new Debate<number>({ debaters, answer: number(), rounds: 0, poll }), asked };
    };
    const dear = priced(100);
    await dear.debate.run("What is it?");
    expect(dear.asked[0]).not.toBe("ann");
    const fair = priced(1);
    await fair.debate.run("What is it?");
    expect(fair.asked[0]).toBe("ann");
  });

  test("of two members without cost, the better one is asked first", async () => {
    const rows = rowsFor({ ann: 0.6, bob: 0.8, cid: 0.8, dan: 0.97 }, 200);
    const asked: string[] = [];
    const debaters = NAMES.map((name) => ({
      name,
      price: name === "ann" || name === "dan" ? { input: 0, output: 0 } : { input: 1, output: 1 },
      model: scripted(() => {
        asked.push(name);
        return "Answer: 7";
      }),
    }));
    const poll = sequential({ calibration: calibrate(rows, { answer: number() }), first: 1 });
    const debate = new Debate<number>({ debaters, answer: number(), rounds: 0, poll });
    const result = await debate.run("?");
    expect(asked[0]).toBe("dan");
    expect(Number.isFinite(result.confidence)).toBe(true);
  });

  test("asks on when they differ", async () => {
    const { debate, asked } = panel({ bob: "8" });
    const result = await debate.run("What is it?");
    expect(asked.length).toBeGreaterThan(2);
    expect(result.answer).toBe(7);
  });

  test("first and batch say how many are asked at once", async () => {
    const { debate, asked } = panel({}, { poll: sequential({ calibration, first: 3 }) });
    await debate.run("What is it?");
    expect(asked).toHaveLength(3);
  });

  test("without a calibration nobody is ever sure: the whole panel is asked at once, with a warning", async () => {
    const { debate, asked } = panel({}, { poll: "sequential", limits: { concurrency: 4 } });
    const stream = debate.stream("What is it?");
    let announced: string[] = [];
    for await (const event of stream) {
      if (event.type === "debate.round_started") announced = event.asked;
    }
    const result = await stream.result;
    expect(announced).toEqual(["ann", "bob", "cid", "dan"]);
    expect(asked).toHaveLength(4);
    // The stop rules decide when it ends, as for any panel.
    expect(result).toMatchObject({
      answer: 7,
      stopReason: "agreed",
      decision: { method: "posterior" },
      confidenceBasis: "uncalibrated",
      integrity: { degraded: false },
    });
    const warning = expect.stringContaining("The sequential poll has no calibration");
    expect(result.warnings).toContainEqual(warning);
    expect((await debate.plan()).warnings).toContainEqual(warning);
    expect((await debate.plan()).calls).toMatchObject({ min: 4 });
  });

  test("three strangers that agree are not taken for sure, whatever the target", async () => {
    const { debate } = panel({}, { poll: sequential({ target: 0.5 }), stop: "never", rounds: 0 });
    const result = await debate.run("What is it?");
    expect(result.stopReason).toBe("max_rounds");
    expect(result.confidence).toBeLessThan(0.97);
  });

  test("a calibration under other names counts as none, and a warning names both", async () => {
    const others = calibrate(rowsFor({ eve: 0.9, kim: 0.9 }, 100), { answer: number() });
    const { debate, asked } = panel({}, { poll: sequential({ calibration: others }) });
    const result = await debate.run("What is it?");
    expect(asked).toHaveLength(4);
    expect(result.warnings.join()).toContain("knows none of the debaters (ann, bob, cid, dan)");
    expect(result.warnings.join()).toContain("It has rows for eve, kim");
    expect((await debate.plan()).calls.min).toBe(4);
    expect(result.integrity).toMatchObject({ degraded: true, missing: [{ what: "calibration" }] });
  });

  test("all asked and not met: the rounds go on, and the confidence is a guess again", async () => {
    const answers = { ann: "1", bob: "2", cid: "3", dan: "4" };
    const { debate, asked } = panel(answers, { poll: "sequential", rounds: 1 });
    const result = await debate.run("What is it?");
    expect(asked).toHaveLength(8);
    expect(result.rounds).toHaveLength(2);
    expect(result.confidenceBasis).toBe("uncalibrated");
  });

  test("keeps to a budget", async () => {
    const { debate, asked } = panel({ bob: "8" }, { budget: { calls: 2 } });
    const result = await debate.run("What is it?");
    expect(asked).toHaveLength(2);
    expect(result.stopReason).toBe("budget");
  });

  test("posterior decides for full panels too", async () => {
    const { debate } = panel(
      { cid: "9", dan: "9" },
      { poll: "everyone", decide: { type: "posterior", calibration } },
    );
    const result = await debate.run("What is it?");
    // Two strong members outweigh two weak ones.
    expect(result.answer).toBe(7);
  });
});

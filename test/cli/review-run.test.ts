import { describe, expect, test } from "vitest";
import { calibrate } from "../../packages/eval/src/index.ts";
import {
  Debate,
  number,
  sequential,
  sqliteJournal,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { asking, newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const names = ["ann", "ben", "cat"];
const says =
  (answer: string): ModelFunction =>
  () =>
    `Answer: ${answer}`;

/** Debates of a calibrated panel that promises far more than it keeps: it always says 7. */
async function promising(home: Home, count: number): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, row) => ({
    gold: String(row),
    replies: Object.fromEntries(names.map((name) => [name, `Answer: ${row}`])),
  }));
  const calibration = calibrate(rows, { answer: number() });
  await using journal = sqliteJournal(home.file("rostrum.db"));
  const panel = new Debate({
    debaters: names.map((name) => ({ name, model: says("7") })),
    answer: number(),
    poll: sequential({ calibration }),
    journal,
  });
  for (let run = 0; run < count; run++)
    await panel.run(`Which one is it, number ${run}?`, { id: `run-${run}` });
  // A person says what was right, after the debates are over.
  for (let run = 2; run < count; run++) {
    await panel.review(`run-${run}`, { verdict: "correct", answer: String(run + 100) });
  }
}

describe("rostrum runs --review", () => {
  test("reviewed runs tell whether the calibration still holds, and are rows for the next", async () => {
    using home = newHome();
    const count = 26;
    await promising(home, count);
    const right = ["runs", "--review", "run-0", "--confirm", "--reviewer", "Ada"];
    expect(await rostrum(home, right)).toMatchObject({ code: 0, stdout: "" });
    const wrong = ["runs", "--review", "run-1", "--correct", "12", "--reason", "counted"];
    expect((await rostrum(home, wrong)).stderr).toContain("A person corrected this.");
    const { stdout } = await rostrum(home, ["panel", "--answer", "number"]);
    expect(stdout).toContain(`${count} questions with a known answer`);
    expect(stdout).toContain("the calibration doesn't hold any more: calibrate again");
    expect(stdout).toMatch(new RegExp(`${count} calibrated debates: 9\\d% promised, 4% right`));
    expect(stdout).toContain(`${count - 1} of ${count} decided answers wrong`);
    const again = await rostrum(home, ["calibrate", "--reviewed", "--answer", "number", "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ about: { rows: count } });
    const shown = await rostrum(home, ["show", "run-1"]);
    expect(shown.stdout).toContain("The panel had answered: 7");
  });

  test("says what it can't accept", async () => {
    using home = newHome();
    await rostrum(home, asking("divided", "Q?", "--id", "torn"));
    for (const [args, words] of [
      [["--confirm"], "need --review <id>"],
      [["--review", "torn", "--confirm", "--reject"], "got several"],
      [["--review", "none", "--confirm"], "none"],
    ] as const) {
      const { code, stderr } = await rostrum(home, ["runs", ...args]);
      expect(code).toBe(1);
      expect(stderr).toContain(words);
      expect(stderr).not.toContain("    at ");
    }
    expect((await rostrum(home, ["runs", "--review", "torn", "--reject"])).code).toBe(0);
    const twice = await rostrum(home, ["runs", "--review", "torn", "--confirm"]);
    expect(twice.code).toBe(1);
    expect(twice.stderr).toContain("A person rejected this. Reviewed on");
  });
});

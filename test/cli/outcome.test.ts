import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  Debate,
  number,
  sqliteJournal,
  type Calibration,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const TIMEOUT = { timeout: 60_000 };

/** Debates of three members in a journal on disk. */
async function hold(path: string, count: number): Promise<void> {
  const journal = sqliteJournal(path);
  const panel = new Debate<number>({
    debaters: ["ann", "bob", "cid"].map((name) => ({ name, model: scripted(() => "Answer: 4") })),
    ...{ answer: number(), rounds: 0, journal },
  });
  for (let index = 0; index < count; index++) {
    await panel.run(`What is ${index}?`, { id: `run-${index}` });
  }
  await journal.close();
}

describe("rostrum outcome", () => {
  test("what turned out is stored, and the panel learns from it", TIMEOUT, async () => {
    using home = newHome();
    const journal = ["--journal", home.file("runs.db")];
    await hold(home.file("runs.db"), 31);
    const learn = ["calibrate", "--from-runs", "--answer", "number", ...journal];
    const first = await rostrum(home, [...learn, "--out", home.file("cal.json")]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain(
      "unlabelled: weights learned from which members agree, on 31 questions",
    );
    for (let index = 0; index < 30; index++) {
      const said = index % 3 === 0 ? ["--right"] : ["--answer", "4"];
      const told = await rostrum(home, ["outcome", `run-${index}`, ...said, ...journal]);
      expect(told.code).toBe(0);
    }
    const second = await rostrum(home, [...learn, "--out", home.file("cal.json")]);
    expect(second.stderr).toContain("calibrated on 30 questions");
    expect(second.stderr).toContain(
      "at most 5% decided and wrong, with 90% confidence: 90 more rows",
    );
    expect(second.stderr).toContain(`the previous version is ${home.file("cal.v1.json")}`);

    const read = (): Calibration =>
      JSON.parse(readFileSync(home.file("cal.json"), "utf8")) as Calibration;
    expect(read()).not.toHaveProperty("unlabelled");
    const back = await rostrum(home, ["calibrate", "--roll-back", home.file("cal.json")]);
    expect(back.code).toBe(0);
    expect(read().unlabelled).toBe(true);
    const again = ["calibrate", "--roll-back", home.file("cal.json"), "--to-version", "2"];
    expect((await rostrum(home, again)).code).toBe(0);
    expect(read()).not.toHaveProperty("unlabelled");
    expect(readdirSync(home.file(".")).filter((name) => name.startsWith("cal."))).toHaveLength(4);
  });

  test("what can't work is said", TIMEOUT, async () => {
    using home = newHome();
    const journal = ["--journal", home.file("runs.db")];
    await hold(home.file("runs.db"), 1);
    writeFileSync(home.file("cal.json"), "{}");
    for (const [args, words] of [
      [["outcome", "run-0", ...journal], "expected one of --right, --wrong and --answer, got none"],
      [["outcome", "run-0", "--right", "--wrong", ...journal], "got several"],
      [["outcome", "other", "--right", ...journal], "other"],
      [["calibrate", "--from-runs", "--reviewed", ...journal], "expected one of a data set"],
      [["calibrate", "--reviewed", ...journal], "nothing to calibrate on"],
      [["calibrate", "--roll-back", home.file("cal.json")], "has no earlier version"],
    ] as const) {
      const { code, stderr } = await rostrum(home, [...args]);
      expect(stderr).toContain(words);
      expect(code).toBe(1);
    }
  });
});

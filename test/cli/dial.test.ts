import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { calibrate } from "../../packages/eval/src/index.ts";
import {
  number,
  type Calibration,
  type Certificate,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const CONFIG = `# panels of this project
panels:
  sums: # three networks
    debaters: [embedded*3]
    answer: number
  other:
    debaters: [embedded*2]
  wide:
    debaters: [embedded/xs-1, { name: a name that makes the line longer than eighty columns, model: embedded/xs-2 }]
default: sums
`;
const TIMEOUT = { timeout: 180_000 };
const DATA = "arithmetic:du:12";

describe("from two numbers to a panel", () => {
  test("calibrate writes a calibration that says what it is made from", TIMEOUT, async () => {
    using home = newHome();
    const args = ["calibrate", DATA, "--panel", "embedded", "--answer", "number"];
    const { code, stderr } = await rostrum(home, [...args, "--out", home.file("cal.json")]);
    expect(code).toBe(0);
    expect(stderr).toContain("calibrated on 12 questions (12 of kind number)");
    const made = JSON.parse(readFileSync(home.file("cal.json"), "utf8")) as Calibration;
    expect(made).toMatchObject({ version: 1, about: { rows: 12 } });
    expect(made.about?.source).toContain("arithmetic:du:12, panel embedded");
    // The replies are in the journal: the second time nobody is asked.
    const again = await rostrum(home, [...args, "--json"]);
    expect(JSON.parse(again.stdout)).toEqual(made);
  });

  test(
    "tune writes the panel into the config and keeps the rest of the file",
    TIMEOUT,
    async () => {
      using home = newHome();
      const config = home.file("rostrum.config.yaml");
      writeFileSync(config, CONFIG);
      const args = ["tune", DATA, "--wrong", "2", "--person", "5", "--config", config];
      const dry = await rostrum(home, [...args, "--dry-run"]);
      expect(dry.code).toBe(0);
      expect(readFileSync(config, "utf8")).toBe(CONFIG);
      const { code, stdout } = await rostrum(home, args);
      expect(code).toBe(0);
      for (const name of ["the dial", "debater_0 alone", "majority of all", "always a person"]) {
        expect(stdout).toContain(name);
      }
      expect(stdout).toMatch(
        /drop debater_0: .+ points .+, which may be chance; .+ at these stakes worth .+ per question/,
      );
      const written = readFileSync(config, "utf8");
      expect(written).toContain("# panels of this project");
      const untouched = CONFIG.slice(CONFIG.indexOf("  other:"));
      expect(written).toContain(untouched);
      expect(written).toContain("calibration: rostrum.config.sums.calibration.json");
      expect(readFileSync(`${config}.bak`, "utf8")).toBe(CONFIG);
      const asked = await rostrum(home, ["What is 3 + 4?", "--config", config, "--json"]);
      expect(JSON.parse(asked.stdout)).toMatchObject({ answer: 7, stakes: { handedOver: false } });
    },
  );

  test("a known answer that can't be read is refused before anybody is asked, and repeated questions count once", async () => {
    using home = newHome();
    const line = (sum: string, gold: string): string => JSON.stringify({ question: sum, gold });
    const data = home.file("data.jsonl");
    const args = ["calibrate", data, "--panel", "embedded", "--answer", "number", "--json"];
    const same = Array.from({ length: 5 }, () => line("What is 3 + 4?", "7"));
    writeFileSync(data, [...same, line("What is 1 + 4?", "NaN")].join("\n"));
    const refused = await rostrum(home, args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`data.jsonl:6: the known answer "NaN" can't be read`);
    writeFileSync(data, same.join("\n"));
    const { code, stderr } = await rostrum(home, args);
    expect(code).toBe(0);
    expect(stderr).toContain("calibrated on 1 question (1 of kind number)");
    expect(stderr).toContain("4 more rows repeat one of them");
  });

  test("stakes are flags too", TIMEOUT, async () => {
    using home = newHome();
    const config = home.file("rostrum.config.yaml");
    writeFileSync(config, CONFIG);
    await rostrum(home, ["tune", DATA, "--wrong", "2", "--config", config]);
    const ask = ["What is 3 + 4?", "--config", config, "--wrong", "1", "--person", "0", "--json"];
    const { code, stdout } = await rostrum(home, ask);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      answer: null,
      stopReason: "handed_over",
      usage: { calls: 0 },
    });
  });

  test(
    "certify writes a guarantee into the config, and a later answer names it",
    TIMEOUT,
    async () => {
      using home = newHome();
      const config = home.file("rostrum.config.yaml");
      writeFileSync(config, CONFIG);
      const args = ["certify", "arithmetic:du:40", "--alpha", "0.4", "--config", config];
      const dry = await rostrum(home, [...args, "--dry-run", "--json"]);
      expect(dry.code).toBe(0);
      expect(readFileSync(config, "utf8")).toBe(CONFIG);
      const certificate = JSON.parse(dry.stdout) as Certificate;
      expect(certificate).toMatchObject({ mode: "delivered", alpha: 0.4 });
      const { code, stderr } = await rostrum(home, args);
      expect(code).toBe(0);
      expect(stderr).toContain("guaranteed: of all questions, at most 40% are decided and wrong");
      expect(stderr).toContain("exchangeable");
      const written = readFileSync(config, "utf8");
      expect(written).toContain("# panels of this project");
      expect(written).toContain("certificate: rostrum.config.sums.certificate.json");
      const asked = await rostrum(home, ["What is 3 + 4?", "--config", config, "--json"]);
      const { stopReason, guarantee } = JSON.parse(asked.stdout) as DebateResult;
      expect(stopReason).toBe("decided");
      expect(guarantee).toMatchObject({ mode: "delivered", alpha: 0.4 });
      // From the calibration that it left, nobody is asked again.
      const rows = ["--calibration", home.file("rostrum.config.sums.calibration.json")];
      const sure = ["--mode", "sure", "--alpha", "0.01", "--config", config];
      const none = await rostrum(home, ["certify", ...rows, ...sure]);
      expect(none.code).toBe(2);
      expect(none.stderr).toContain("It takes at least 230 questions that the panel is sure of");
      expect(none.stderr).toContain("190 questions or more are missing");
      const other = ["certify", ...rows, "--alpha", "0.4", "--config", config, "--panel", "other"];
      const refused = await rostrum(home, other);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain("expected rows of this panel (debater_0, debater_1)");
    },
  );

  test("panel says what each member adds", TIMEOUT, async () => {
    using home = newHome();
    const out = home.file("out");
    const args = ["--dataset", DATA, "--panel", "embedded", "--arms", "vote", "--out", out];
    await rostrum(home, ["eval", ...args]);
    const { code, stdout } = await rostrum(home, ["panel", `${out}/report.json`]);
    expect(code).toBe(0);
    expect(stdout).toContain("12 questions with a known answer");
    expect(stdout).toContain("independent ones");
    expect(stdout).toContain("alone does as well as the vote");
  });

  test("panel tells from an evaluation whether the calibration still holds", TIMEOUT, async () => {
    using home = newHome();
    const config = home.file("rostrum.config.yaml");
    const learned = "    poll: { type: sequential, calibration: cal.json }\n";
    writeFileSync(config, CONFIG.replace("    answer: number\n", `    answer: number\n${learned}`));
    // Rows that make the networks look right far more often than they are on this kind of sum.
    const rows = Array.from({ length: 100 }, (_, row) => ({
      gold: String(row),
      replies: Object.fromEntries(["0", "1", "2"].map((n) => [`debater_${n}`, `Answer: ${row}`])),
    }));
    writeFileSync(
      home.file("cal.json"),
      JSON.stringify(calibrate(rows, { answer: number(), source: "other questions" })),
    );
    const out = home.file("out");
    const data = ["--dataset", "arithmetic:triple:40", "--config", config];
    await rostrum(home, ["eval", ...data, "--arms", "sequential", "--out", out]);
    const { stdout } = await rostrum(home, ["panel", `${out}/report.json`]);
    expect(stdout).toContain("the calibration doesn't hold any more: calibrate again");
    expect(stdout).toMatch(/\d+ calibrated debates: \d+% promised, \d+% right/);
  });

  test("what can't work is said before any call", async () => {
    using home = newHome();
    const config = home.file("rostrum.config.yaml");
    writeFileSync(config, CONFIG.replace("embedded*3", "ollama/nothing-here*3"));
    for (const [args, words] of [
      [["calibrate"], "expected one of a data set, --from-runs, --reviewed and --roll-back"],
      [["calibrate", "--reviewed"], "there is nothing to calibrate on"],
      [["certify"], "expected one of a data set, --reviewed and --calibration, got none"],
      [["certify", DATA, "--reviewed"], "got several"],
      [["certify", DATA, "--alpha", "1"], "--alpha: expected a number between 0 and 1"],
      [["certify", DATA, "--mode", "perfect"], "Allowed choices are delivered, sure"],
      [["certify", "--calibration", "missing.json", "--panel", "other"], "missing.json"],
      [["tune", DATA], "--wrong is missing"],
      [["tune", DATA, "--wrong", "x"], "--wrong"],
      [["tune", DATA, "--wrong", "1", "--panel", "embedded"], "got the built-in panel"],
      [["panel"], "there is no debate with a known answer"],
      [["panel", "missing.json"], "missing.json"],
    ] as const) {
      const { code, stdout, stderr } = await rostrum(home, [...args]);
      expect(code).toBe(1);
      expect(stdout).toBe("");
      expect(stderr).toContain(words);
      expect(stderr).not.toContain("    at ");
    }
    expect(existsSync(`${config}.bak`)).toBe(false);
  });

  test("a damaged calibration file is named, not a stack trace", async () => {
    using home = newHome();
    const config = home.file("rostrum.config.yaml");
    const learned = "    poll: { type: sequential, calibration: cal.json }\n";
    writeFileSync(config, CONFIG.replace("    answer: number\n", `    answer: number\n${learned}`));
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      '{"version":9,"kinds":{}}',
      '{"version":2,"kinds":{"number":3}}',
    ]) {
      writeFileSync(home.file("cal.json"), text);
      const { code, stderr } = await rostrum(home, ["What is 3 + 4?", "--config", config]);
      expect(code).toBe(1);
      expect(stderr).toContain("calibration");
      expect(stderr).not.toContain("    at ");
    }
  });
});

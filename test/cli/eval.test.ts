import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newHome, PANELS } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const QUESTIONS = [
  { id: "a", question: "The capital of France?", gold: "Paris" },
  { id: "b", question: "The capital of Italy?", gold: "Rome" },
];

test("eval --json prints the report of the embedded panel on arithmetic", async () => {
  using home = newHome();
  const args = ["--dataset", "arithmetic:du:6", "--panel", "embedded", "--arms", "single,vote"];
  const { code, stdout } = await rostrum(home, ["eval", ...args, "--no-journal", "--json"]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { arms: { name: string }[]; rows: unknown[] };
  expect(report.arms.map(({ name }) => name)).toEqual(["single", "vote"]);
  expect(report).toMatchObject({ version: 1, questions: 6, spent: { calls: 18 } });
  expect(report.rows).toHaveLength(6);
});

test("eval refuses a data set with a wrong line before any call, and names the line and field", async () => {
  using home = newHome();
  const calls = home.file("calls");
  for (const [line, words] of [
    ["{oops", "questions.jsonl:2: expected JSON"],
    ['{"question":"Why?"}', "questions.jsonl:2: gold: expected a text"],
    [
      '{"prompt":"Why?","label":"so"}',
      "The row has prompt, label: name the fields of question and answer",
    ],
    ['{"question":"Why?","answer":"so"}', "with --layout (layout in code), such as question="],
    [
      '{"id":"a","question":"Why?","gold":"so"}',
      'questions.jsonl:2: id: expected a unique id, got "a"',
    ],
  ] as const) {
    writeFileSync(home.file("questions.jsonl"), `${JSON.stringify(QUESTIONS[0])}\n${line}\n`);
    const args = ["eval", "--dataset", "questions.jsonl", "--config", PANELS, "--panel", "agree"];
    const { code, stdout, stderr } = await rostrum(home, args, { env: { CALLS: calls } });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
  }
  expect(() => readFileSync(calls)).toThrow("ENOENT");
});

test("eval and calibrate take a data set with its flag and without it, but not two", async () => {
  using home = newHome();
  const rows = QUESTIONS.map((row) => JSON.stringify(row));
  writeFileSync(home.file("q.jsonl"), rows.join("\n"));
  writeFileSync(home.file("q.json"), `[${rows.join(",")}]`);
  const flags = ["--config", PANELS, "--panel", "agree", "--no-journal", "--json"];
  for (const data of [["q.jsonl"], ["q.json"], ["--dataset", "q.jsonl"]]) {
    const arms = ["--arms", "vote"];
    const evaluated = await rostrum(home, ["eval", ...data, ...arms, ...flags]);
    expect(evaluated, data.join(" ")).toMatchObject({ code: 0 });
    expect(JSON.parse(evaluated.stdout)).toMatchObject({ questions: 2 });
    const calibrated = await rostrum(home, ["calibrate", ...data, ...flags]);
    expect(calibrated.stderr, data.join(" ")).toContain("calibrated on 2 questions");
  }
  for (const command of ["eval", "calibrate", "tune", "certify"]) {
    const both = await rostrum(home, [
      command,
      "q.jsonl",
      "--dataset",
      "q.json",
      ...flags.slice(0, 4),
    ]);
    expect([both.code, both.stderr], command).toEqual([
      1,
      expect.stringContaining("expected one data set, got q.jsonl and --dataset q.json"),
    ]);
  }
  const none = await rostrum(home, ["tune", ...flags.slice(0, 4)]);
  expect(none.stderr).toContain("expected a data set, got none");
});

test("eval takes all settings from a file, and the second run makes no paid call", async () => {
  using home = newHome();
  writeFileSync(home.file("q.jsonl"), QUESTIONS.map((row) => JSON.stringify(row)).join("\n"));
  writeFileSync(home.file("eval.yaml"), "dataset: q.jsonl\npanel: priced\narms: [vote, debate]\n");
  const args = ["eval", "eval.yaml", "--config", PANELS, "--out", "out"];
  const first = await rostrum(home, args);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain("against the panel's vote");
  for (const line of first.stdout.split("\n")) expect([...line].length).toBeLessThanOrEqual(100);
  expect(readFileSync(home.file("out/report.html"), "utf8")).toContain("Rome");
  const again = await rostrum(home, [...args, "--compare", "out/report.json"]);
  expect(again.stdout).toContain("0 calls were made");
  expect(again.stdout).toContain("2 questions are in both runs");
});

test("eval keeps its results when the budget is spent, and exits with 3", async () => {
  using home = newHome();
  writeFileSync(home.file("q.jsonl"), QUESTIONS.map((row) => JSON.stringify(row)).join("\n"));
  const args = ["eval", "--dataset", "q.jsonl", "--config", PANELS, "--panel", "priced"];
  const { code, stdout } = await rostrum(home, [...args, "--max-cost", "0.000001"]);
  expect(code).toBe(3);
  expect(stdout).toContain("Stopped early");
});

test.each([
  [["--arms", "vote,guess"], "--arms: expected arms among single"],
  [["--arms", "vote:3"], "--arms: expected vote without a setting"],
  [["--sample", "1"], "--sample: expected 2 or more"],
  [["--layout", "question=q"], "--layout: expected question=field,gold=field"],
])("eval %j is refused with a message", async (flags, words) => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, ["eval", "--dataset", "arithmetic", ...flags]);
  expect(code).toBe(1);
  expect(stderr).toContain(words);
});

test("eval takes a grader and a rubric from flags and files", async () => {
  using home = newHome();
  const args = ["eval", "--dataset", "q.jsonl", "--config", PANELS, "--panel", "agree"];
  writeFileSync(home.file("q.jsonl"), QUESTIONS.map((row) => JSON.stringify(row)).join("\n"));
  writeFileSync(home.file("empty.txt"), " \n");
  writeFileSync(home.file("eval.yaml"), "dataset: q.jsonl\ngrade: { model: 3 }\n");
  for (const [more, words] of [
    [["--rubric", "empty.txt"], "--rubric needs a model that grades"],
    [["--grade", "none:such", "--rubric", "missing.txt"], "--rubric: there is no file missing.txt"],
    [["--grade", "none:such", "--rubric", "empty.txt"], "--rubric: empty.txt is empty"],
    [["--grade", "none:such", "--no-journal"], "none:such"],
  ] as const) {
    const { code, stderr, stdout } = await rostrum(home, [...args, ...more]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
  }
  const { stderr } = await rostrum(home, ["eval", "eval.yaml", "--config", PANELS]);
  expect(stderr).toContain("grade: expected a model, or { model, rubric, bothOrders }");
});

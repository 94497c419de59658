import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fold } from "../../packages/rostrum/src/index.ts";
import { asking, newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

test("the answer alone goes to stdout, everything else to stderr", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, asking("change", "Capital of France?"));
  expect(stdout).toBe("Paris\n");
  expect(code).toBe(0);
  expect(stderr).toContain("first answers: member 1 says Lyon");
  expect(stderr).toContain("support     3 of 3\n");
  expect(stderr).toContain("confidence  members' own estimate 90%\n");
  expect(stderr).toContain("votes       3 (member 1, member 2, member 3): Paris");
  expect(stderr).toContain("stopped     the panel agreed");
  expect(stderr).toContain("price unknown");
  expect(stderr).toContain("the first member alone would have answered Lyon");
  expect(stderr).not.toMatch(CONTROLS);
});

test("cheaper methods that give the same answer are not listed", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(home, asking("agree", "Capital of France?"));
  expect(stdout).toBe("Paris\n");
  expect(stderr).toContain("decided by  majority vote");
  expect(stderr).not.toContain("would have answered");
});

test("cheaper methods whose longer answers have the same headline aren't listed", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(home, asking("headline", "Keep or sell?"));
  expect(stdout).toBe("Keep it.\nSecond.\n");
  expect(stderr).toContain("votes       3 (member 1, member 2, member 3): Keep it");
  expect(stderr).not.toContain("would have answered");
});

test("--full prints the whole reply, --quiet says nothing beside it", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(home, asking("agree", "--full", "--quiet", "Capital?"));
  expect(stdout).toBe("Since it is so.\nAnswer: Paris\nConfidence: 0.9\n");
  expect(stderr).toBe("");
});

test("--memo prints the memo instead of the answer, and a panel without a model for it says so", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, asking("reported", "--memo", "Where to?"));
  expect(stdout).toContain("Recommendation\n- Go to Paris.\n\nUnless\n- It ");
  expect(stdout).not.toMatch(CONTROLS);
  expect(code).toBe(0);
  expect(stderr).toContain("memo: written");
  expect(stderr).not.toMatch(/^memo {2}/m);
  const unprinted = await rostrum(home, asking("reported", "--report", "memo", "--id", "m", "Q?"));
  expect(unprinted.stderr).toMatch(/^memo {8}rostrum show m$/m);
  const none = await rostrum(home, asking("agree", "--memo", "Where to?"));
  expect(none.code).toBe(2);
  expect(none.stdout).toBe("Paris\n");
  expect(none.stderr).toContain("name one: { model }");
});

test("--json is the result and nothing else", async () => {
  using home = newHome();
  const { code, stdout } = await rostrum(home, asking("agree", "--json", "Capital?"));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    answer: "Paris",
    question: "Capital?",
    stopReason: "agreed",
    costUsd: null,
  });
});

test("--events is a line of JSON an event, and folds to the result", async () => {
  using home = newHome();
  const { code, stdout } = await rostrum(home, asking("agree", "--events", "Capital?"));
  expect(code).toBe(0);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const stored = events.filter(({ type }) => type !== "debate.delta");
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
  expect(stored.at(0).type).toBe("debate.started");
  expect(stored.at(-1).type).toBe("debate.completed");
  expect(fold(events).result.answer).toBe("Paris");
});

test("--dry-run prints what it costs, and at most, calls no model and stores nothing", async () => {
  using home = newHome();
  const CALLS = home.file("calls");
  const words = await rostrum(home, asking("priced", "--dry-run", "Capital?"), { env: { CALLS } });
  expect(words.code).toBe(0);
  expect(words.stdout).toMatch(
    /^calls {3}3 to 6, plus retries\ntokens {2}about [\d,]+, at most [\d,]+, retries included\ncost {4}about \$0\.\d+, at most \$0\.\d+, retries included\ntypical: 4 calls with replies of 700 tokens \(an assumption until there are 5 runs with these models\)\n$/,
  );
  const json = await rostrum(home, asking("priced", "--dry-run", "--json", "Capital?"), {
    env: { CALLS },
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    calls: { min: 3, typical: 4, max: 6 },
    warnings: [],
  });
  expect(existsSync(CALLS)).toBe(false);
  expect(existsSync(home.file("rostrum.db"))).toBe(false);
});

test.each([
  ["agree", 0, ""],
  ["divided", 2, "! A person should review this: the vote is tied, 1 of 3 members each; "],
  [
    "degraded",
    2,
    "! Degraded: 1 of 3 replies failed.\n  - breaks, first answers: status 500: the model is on fire",
  ],
  ["broken", 1, "status 500: the model is on fire"],
])("exit code of a panel that is %s: %i", async (panel, expected, said) => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, asking(panel, "Capital?"));
  expect(code).toBe(expected);
  expect(stderr).toContain(said);
  expect(stdout).toBe(expected === 1 ? "" : "Paris\n");
});

test("the notice of a degraded result comes above its answer, and in JSON", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(
    home,
    asking("degraded", "--json", "--quiet", "Capital?"),
  );
  expect(stderr).toMatch(/^! Degraded/);
  expect(JSON.parse(stdout).integrity).toMatchObject({ degraded: true, planned: 3, completed: 2 });
});

test("a failure in JSON has its error and what there was", async () => {
  using home = newHome();
  const { code, stdout } = await rostrum(home, asking("broken", "--json", "Capital?"));
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { name: "PanelFailedError", code: "panel_failed" },
    partial: { question: "Capital?" },
  });
});

test("the question comes from words, a file or standard input, with material", async () => {
  using home = newHome();
  writeFileSync(home.file("question.txt"), "From a file?\n");
  writeFileSync(home.file("a.md"), "Material A");
  writeFileSync(home.file("b.md"), "Material B");
  const question = async (
    args: string[],
    input?: string,
  ): Promise<{ question: string; context: unknown }> => {
    const { stdout, stderr } = await rostrum(
      home,
      asking("agree", "--events", ...args),
      input === undefined ? {} : { input },
    );
    expect(stderr).not.toContain("error");
    const started = JSON.parse(stdout.split("\n")[0] ?? "");
    return { question: started.question, context: started.context };
  };
  expect((await question(["several", "words"])).question).toBe("several words");
  expect((await question(["--file", "question.txt"])).question).toBe("From a file?");
  expect((await question([], "From a pipe?\n")).question).toBe("From a pipe?");
  expect((await question(["-"], "From a dash?\n")).question).toBe("From a dash?");
  const after = await question(["Really why?", "--context", "a.md", "b.md"]);
  expect(after.question).toBe("Really why?");
  const [a, b] = [
    { document: "a.md", text: "Material A" },
    { document: "b.md", text: "Material B" },
  ];
  expect(after.context).toEqual([a, b]);
  const before = await question(["--context", "a.md", "Really why?"]);
  expect(before.question).toBe("Really why?");
  expect(before.context).toEqual([a]);
  expect((await question(["-c", "a.md", "-c", "b.md", "--", "Why?"])).context).toEqual([a, b]);
});

test("a bare question is asked of the config's default panel", async () => {
  using home = newHome();
  writeFileSync(
    home.file("rostrum.config.yaml"),
    "panels:\n  sums:\n    debaters: [embedded*3]\n    rounds: 0\n",
  );
  const { code, stdout } = await rostrum(home, ["What is 12+15*21+0-3*27?"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "246\n" });
});

test("flags win over the config", async () => {
  using home = newHome();
  const CALLS = home.file("calls");
  await rostrum(home, asking("stubborn", "--rounds", "0", "Capital?"), { env: { CALLS } });
  expect(readFileSync(CALLS, "utf8").trim().split("\n")).toHaveLength(3);
});

test("control characters of a model are never sent: an answer has none, and elsewhere they are shown", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(home, asking("hostile", "Capital?"));
  expect(stdout).toBe("Paris 5m\n");
  expect(stdout + stderr).not.toMatch(CONTROLS);
  const full = await rostrum(home, asking("hostile", "--full", "Capital?"));
  expect(full.stdout).not.toMatch(CONTROLS);
  expect(full.stdout).toContain("\\x1b]0;owned\\x07");
  const json = await rostrum(home, asking("hostile", "--json", "Capital?"));
  expect(json.stdout).not.toMatch(CONTROLS);
  expect(JSON.parse(json.stdout).answer).toBe("Paris 5m");
});

test("--raw gives the text as it is", async () => {
  using home = newHome();
  const { stdout } = await rostrum(home, asking("hostile", "--full", "--raw", "Capital?"));
  expect(stdout).toContain("\u001b]0;owned\u0007");
  expect(stdout).toContain("Pa\u001b[2Jris \u009b5m");
});

test("warnings that help come before the first call, and with the result", async () => {
  using home = newHome();
  const cold = '{"model":"embedded/m","temperature":0}';
  const { code, stdout, stderr } = await rostrum(home, [
    "-d",
    cold,
    "-d",
    cold,
    "--rounds",
    "0",
    "What is 2+3*4?",
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "14\n" });
  expect(stderr).toContain("warning: All members are the same model at temperature 0");
  expect(stderr).toContain("warning: All replies of the first round are exactly the same");
  expect(stderr.indexOf("at temperature 0")).toBeLessThan(stderr.indexOf("first answers: asking"));
  // Each once.
  expect(stderr.match(/^warning: /gm)).toHaveLength(2);
});

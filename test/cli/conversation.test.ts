import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DebatePlan } from "../../packages/rostrum/src/index.ts";
import { newGate } from "./support/gate.ts";
import { asking, newHome, PANELS, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { inTerminal, withoutOurs } from "./support/terminal.ts";

test("--follow follows up the latest run, or the one with the id, with its panel", async () => {
  using home = newHome();
  expect((await rostrum(home, asking("agree", "Capital?", "--id", "first"))).code).toBe(0);
  const next = await rostrum(home, [
    "ask",
    "And of Spain?",
    "--follow",
    "--id",
    "second",
    "--json",
  ]);
  expect(next.code).toBe(0);
  expect(next.stderr).toContain(
    "following first: Capital?\nwith the panel and limits of that run, unless flags change them\n",
  );
  expect((await rostrum(home, ["show", "second"])).stdout).toContain("follows first, ");
  const show = await rostrum(home, ["export", "second", "--format", "json"]);
  expect(show.stdout).toContain('"parent":');
  const third = await rostrum(home, ["--follow", "first", "Sure?", "--json", "--carry", "verdict"]);
  expect(third.code).toBe(0);
  const swallowed = await rostrum(home, ["ask", "--follow", "Are you sure?", "--json"]);
  expect(JSON.parse(swallowed.stdout)).toMatchObject({ question: "Are you sure?" });
  const word = await rostrum(home, ["--follow", "Why?", "--json"]);
  expect(JSON.parse(word.stdout)).toMatchObject({ question: "Why?" });
  const unclear = await rostrum(home, ["--follow", "Why"]);
  expect(unclear.stderr).toBe(
    'error: There is no run "Why".\n  To list them: rostrum runs\n  If it is the question: rostrum "Why" --follow\n',
  );
});

test("--follow takes the latest run of the folder, and says where to find that of another one", async () => {
  using home = newHome();
  const other = home.file("other");
  mkdirSync(other);
  await rostrum(home, asking("agree", "Capital?", "--id", "here"));
  await rostrum({ ...home, folder: other }, asking("agree", "Of Spain?", "--id", "there"));
  const next = await rostrum(home, ["--follow", "Sure?", "--id", "next"]);
  expect(next.stderr).toContain("following here: Capital?\n");
  const third = home.file("third");
  mkdirSync(third);
  const refused = await rostrum({ ...home, folder: third }, ["--follow", "Sure?"]);
  expect(refused).toMatchObject({
    code: 1,
    stderr:
      "error: No finished run was started in this folder, so there is none to follow.\n  The latest in any folder: Sure?\n  To follow it: --follow next\n",
  });
});

test("the price of a follow-up includes what it carries over, and a cap too small for it is refused", async () => {
  using home = newHome();
  writeFileSync(home.file("big.txt"), "The supplier may end the contract. ".repeat(3000));
  await rostrum(home, asking("priced", "Fair?", "-c", home.file("big.txt"), "--id", "first"));
  const follow = ["--follow", "first", "And for us?"];
  const { stdout } = await rostrum(home, [...follow, "--dry-run", "--json"]);
  const plan = JSON.parse(stdout) as DebatePlan;
  expect(plan.tokens.typical).toBeGreaterThan(3 * 20_000);
  const refused = await rostrum(home, [...follow, "--max-tokens", "20000", "--id", "second"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("--max-tokens 20000 is too little for");
  expect((await rostrum(home, ["runs", "--json"])).stdout).not.toContain("And for us?");
});

test("a follow-up is answered in the form that it asks for, not in that of the run before", async () => {
  using home = newHome();
  await rostrum(home, asking("agree", "Capital?", "--answer", "choice:Paris,Rome"));
  const { stdout } = await rostrum(home, ["Why?", "--follow", "--json", "--id", "why"]);
  expect(JSON.parse(stdout)).toMatchObject({ question: "Why?", answer: "Paris" });
  const exported = await rostrum(home, ["show", "why", "--events"]);
  expect(exported.stdout).toContain('"answer":"auto"');
  const chosen = await rostrum(home, ["Which?", "--follow", "--answer", "choice:Paris,Rome"]);
  expect(chosen.stdout).toBe("Paris\n");
});

test("--follow says what is wrong", async () => {
  using home = newHome();
  expect((await rostrum(home, ["ask", "Why?", "--follow"])).stderr).toContain("no finished run");
  for (const args of [
    ["--follow", "--no-journal"],
    ["--carry", "digest"],
    ["--follow", "nothing-here"],
  ]) {
    const { code, stderr } = await rostrum(home, ["ask", "Why?", ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/journal|--follow|no run/);
  }
  await rostrum(home, asking("broken", "Why?", "--id", "lost"));
  const { stdout } = await rostrum(home, ["show", "lost"]);
  expect(stdout).toMatch(/^cost .* attempts?, /m);
  expect(stdout).not.toMatch(/^(?:decided by|stopped|instead) /m);
  expect((await rostrum(home, ["ask", "And?", "--follow", "lost"])).stderr).toBe(
    'error: --follow: run "lost" failed, so there is no answer to follow up.\n  A new run asks again.\n',
  );
});

test.each([
  [
    "a question",
    () => asking("gated", "--id", "mine", "--plain", "Capital?"),
    "rostrum ask --resume mine",
  ],
  [
    "a review",
    (home: Home) => {
      writeFileSync(home.file("average.ts"), "let sum = 0;\n");
      return [
        "review",
        "--config",
        PANELS,
        "--panel",
        "gated",
        "--id",
        "mine",
        "--plain",
        "average.ts",
      ];
    },
    "its rostrum review command again, with --id mine",
  ],
])("--follow of %s that was stopped says so, and how it goes on", async (_, args, resume) => {
  using home = newHome();
  await using gate = await newGate();
  const running = inTerminal(home, args(home), { columns: 100, env: { GATE: gate.url } });
  await gate.reached;
  running.signal("SIGINT");
  await running.ended;
  const { code, stderr } = await rostrum(home, ["--follow", "mine", "And?"]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `error: --follow: run "mine" was stopped, so there is no answer to follow up.\n  To continue it: ${resume}\n`,
  );
});

test("a person at the terminal is asked for their words", async () => {
  using home = newHome();
  const running = inTerminal(home, asking("table", "Capital?"), { columns: 100 });
  await running.printed("grace, as debater_2, what do you say?");
  running.type("Answer: Paris\r\n");
  const { code, screen } = await running.ended;
  expect(code).toBe(0);
  expect(withoutOurs(screen)).toContain("Paris");
});

test("a paused debate takes a note and goes on", async () => {
  using home = newHome();
  const running = inTerminal(
    home,
    asking("change", "Capital?", "--on-round", "wait", "--rounds", "1", "--id", "mod"),
    { columns: 100 },
  );
  await running.printed("first answers: done.");
  running.type("Mind the gap.\r\n");
  await running.printed("round 2: done.");
  running.type("\r\n");
  expect((await running.ended).code).toBe(0);
  const { stdout } = await rostrum(home, ["export", "mod", "--format", "json"]);
  expect(stdout).toContain("Mind the gap.");
});

test("without a terminal, nothing is spent on a debate that would wait for ever", async () => {
  using home = newHome();
  const table = await rostrum(home, asking("table", "Capital?"));
  expect(table).toMatchObject({ code: 1, stderr: expect.stringContaining("to ask grace") });
  const paused = await rostrum(home, asking("agree", "Capital?", "--on-round", "wait"));
  expect(paused).toMatchObject({ code: 1, stderr: expect.stringContaining("use `--on-round go`") });
});

import { expect, test } from "vitest";
import { measureColumns } from "../../packages/cli/src/terminal/width.ts";
import { newGate } from "./support/gate.ts";
import { asking, newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { inTerminal, withoutOurs } from "./support/terminal.ts";

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/;

test("the panel is drawn, and the cursor comes back", async () => {
  using home = newHome();
  const running = inTerminal(home, asking("change", "Capital of France?"), { columns: 80 });
  const { code, screen } = await running.ended;
  expect(code).toBe(0);
  expect(screen).toContain("\u001b[?25l");
  expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"));
  const text = withoutOurs(screen);
  expect(text).toMatch(/✓ member 1 {2}#1 Lyon → #2 Paris/);
  expect(text).toContain("round 2 of 2");
  expect(text).toMatch(/\n {2}Paris\r/);
  expect(text).not.toMatch(CONTROLS);
});

test("at 40 columns no drawn line is wider, and it works to the end", async () => {
  using home = newHome();
  await using gate = await newGate();
  const running = inTerminal(
    home,
    asking("gated", "What is the capital of France, and why is it not Lyon?"),
    { columns: 40, env: { GATE: gate.url } },
  );
  await Promise.all([gate.reached, running.printed("✓")]);
  gate.open();
  const { code, screen } = await running.ended;
  expect(code).toBe(0);
  const drawn = screen.slice(0, screen.lastIndexOf("\u001b[?25h"));
  for (const line of withoutOurs(drawn).split(/\r?\n/).slice(1))
    expect(measureColumns(line.replaceAll("\r", ""))).toBeLessThanOrEqual(40);
});

test("what a model sends to the terminal is not obeyed, and can't pass for the summary", async () => {
  using home = newHome();
  const { screen } = await inTerminal(home, asking("hostile", "Capital?"), { columns: 100 }).ended;
  const text = withoutOurs(screen);
  expect(text).not.toMatch(CONTROLS);
  expect(text).toContain("blink");
  expect(text.split(/\r?\n/).filter((line) => line.startsWith("support"))).toHaveLength(1);
});

test("NO_COLOR leaves no colour", async () => {
  using home = newHome();
  const { screen } = await inTerminal(home, asking("degraded", "Capital?"), {
    columns: 80,
    env: { NO_COLOR: "1" },
  }).ended;
  // oxlint-disable-next-line no-control-regex
  expect(screen).not.toMatch(/\u001b\[\d+m/);
  expect(screen).toContain("! Degraded");
});

test("TERM=dumb gets lines", async () => {
  using home = newHome();
  const { screen } = await inTerminal(home, asking("agree", "Capital?"), {
    columns: 80,
    env: { TERM: "dumb" },
  }).ended;
  expect(screen).not.toContain("\u001b");
  expect(screen).toContain("first answers: member 1 says Paris");
});

test("Ctrl-C in the terminal stops, gives the cursor back and says how to go on", async () => {
  using home = newHome();
  await using gate = await newGate();
  const running = inTerminal(home, asking("gated", "--id", "mine", "Capital?"), {
    columns: 80,
    env: { GATE: gate.url },
  });
  await Promise.all([gate.reached, running.printed("✓")]);
  running.signal("SIGINT");
  const { code, screen } = await running.ended;
  expect(code).toBe(1);
  expect(screen).toContain("rostrum ask --resume mine");
  expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"));
});

test.each([
  ["an answer", "Marseille", { answer: "Marseille", review: { verdict: "correct" } }],
  ["an answer that is like a command", "C", { answer: "C", review: { verdict: "correct" } }],
  ["no answer", "", { answer: null, review: { verdict: "reject" } }],
])("an escalated run that waits asks a person for the last word: %s", async (_, answer, result) => {
  using home = newHome();
  const running = inTerminal(home, asking("wait", "--id", "mine", "Capital?"), { columns: 80 });
  await running.printed("Is the leading answer right?");
  running.type("n\r");
  await running.printed("Type the right answer");
  running.type(`${answer}\r`);
  const { code, screen } = await running.ended;
  expect(code).toBe(answer === "" ? 2 : 0);
  if (answer !== "") expect(withoutOurs(screen)).toContain(`\n  ${answer}\r`);
  const stored = (await rostrum(home, ["show", "mine", "--json"])).stdout;
  expect(JSON.parse(stored)).toMatchObject(result);
});

test("Ctrl-C at the question for a person stops, and the run can be taken up again", async () => {
  using home = newHome();
  const running = inTerminal(home, asking("wait", "--id", "mine", "Capital?"), { columns: 80 });
  await running.printed("Is the leading answer right?");
  running.type("\u0003");
  const { code, screen } = await running.ended;
  expect(code).toBe(1);
  expect(screen).toContain("rostrum ask --resume mine");
  const again = inTerminal(home, ["ask", "--resume", "mine"], { columns: 80 });
  await again.printed("Is the leading answer right?");
  again.type("y\r");
  expect((await again.ended).code).toBe(0);
});

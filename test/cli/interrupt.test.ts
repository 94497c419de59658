import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { newGate } from "./support/gate.ts";
import { asking, newHome } from "./support/home.ts";
import { runCliIn } from "./support/own-surroundings.ts";
import { rostrum } from "./support/rostrum.ts";
import { inTerminal } from "./support/terminal.ts";

function calls(path: string): string[] {
  return readFileSync(path, "utf8").trim().split("\n").sort();
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s stops cleanly, keeps what is finished, and the run goes on by its id",
  async (signal) => {
    using home = newHome();
    await using gate = await newGate();
    const CALLS = home.file("calls");
    const args = asking("gated", "--id", "mine", "--plain", "Capital?");
    const running = inTerminal(home, args, { columns: 100, env: { CALLS, GATE: gate.url } });
    await Promise.all([gate.reached, running.printed("first answers: member 2")]);
    running.signal(signal);
    const { code, screen } = await running.ended;
    expect(code).toBe(1);
    expect(screen).toContain("2 of 3 calls got a reply");
    expect(screen).toContain("One call was cut off: its cost is unknown.");
    expect(screen).toContain("rostrum ask --resume mine");
    expect(screen).not.toContain("error");

    const { stdout: shown } = await rostrum(home, ["show", "mine"]);
    expect(shown).toContain("First answers: 2 of 3 replies, not compared yet");
    expect(shown).toContain("To continue it: rostrum ask --resume mine");
    const resumed = await rostrum(home, ["ask", "--resume", "mine"], { env: { CALLS } });
    expect(resumed.stderr).toMatch(/^.*calls; run mine, 2 replies kept$/m);
    expect({ code: resumed.code, stdout: resumed.stdout }).toEqual({ code: 0, stdout: "Paris\n" });
    expect(calls(CALLS)).toEqual([
      "debater_0_round_0",
      "debater_1_round_0",
      "debater_2_round_0",
      "debater_2_round_0",
    ]);

    const again = await rostrum(home, ["ask", "--resume", "mine"], { env: { CALLS } });
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: "Paris\n" });
    expect(again.stderr).toMatch(/^run mine is already finished: nothing is asked or paid\n/);
    expect(again.stderr).not.toMatch(/at most|asking/);
    expect(calls(CALLS)).toHaveLength(4);
  },
);

test("a comparison that Ctrl-C cuts off is one of the calls, and named", async () => {
  using home = newHome();
  await using gate = await newGate();
  const args = asking("compared", "--id", "mine", "--plain", "Where should we open an office?");
  const running = inTerminal(home, args, { columns: 100, env: { GATE: gate.url } });
  await gate.reached;
  running.signal("SIGINT");
  const { screen } = await running.ended;
  expect(screen).toContain("3 of 4 calls got a reply");
  expect(screen).toContain("One call was cut off: its cost is unknown.");
});

test("a comparison that failed in an earlier attempt is not printed by one in which it succeeds", async () => {
  using home = newHome();
  const question = "Where should we open an office?";
  const args = asking("recompared", "--id", "mine", "--max-calls", "4", question);
  const cut = await rostrum(home, args, { env: { FAILS: "1" } });
  expect(cut.code).toBe(3);
  expect(cut.stderr).toContain("the comparison failed, so differently worded answers count as");
  const { stderr } = await rostrum(home, ["ask", "--resume", "mine", "--max-calls", "100"]);
  expect(stderr).toContain("first answers: compared: ");
  expect(stderr).not.toContain("comparison failed");
});

test("a server that is stopped while it starts ends", async () => {
  using home = newHome();
  const signals = Object.assign(new EventEmitter(), { raise: () => undefined });
  signals.once("newListener", () => queueMicrotask(() => signals.emit("SIGTERM", "SIGTERM")));
  const ended = runCliIn({ env: home.env(), cwd: home.folder }, ["serve", "--port", "0"], {
    stdin: Readable.from([]),
    stdout: new PassThrough().resume(),
    stderr: new PassThrough().resume(),
    signals,
  });
  expect(await ended).toBe(0);
});

test("a budget hit midway gives the answer so far, and a larger one goes on from there", async () => {
  using home = newHome();
  const CALLS = home.file("calls");
  const env = { CALLS };
  const short = await rostrum(
    home,
    asking("stubborn", "--id", "mine", "--max-calls", "7", "Capital?"),
    { env },
  );
  expect({ code: short.code, stdout: short.stdout }).toEqual({ code: 3, stdout: "Paris\n" });
  expect(short.stderr).toContain("! The budget ended the debate early");
  expect(calls(CALLS)).toHaveLength(6);

  const longer = await rostrum(home, ["ask", "--resume", "mine", "--max-calls", "100", "--json"], {
    env,
  });
  expect(longer.code).toBe(0);
  expect(JSON.parse(longer.stdout)).toMatchObject({
    id: "mine",
    stopReason: "max_rounds",
    usage: { calls: 12 },
  });
  expect(calls(CALLS)).toHaveLength(12);
  expect(new Set(calls(CALLS)).size).toBe(12);
});

test("a budget too small for anything is exit code 3, with nothing spent", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(
    home,
    asking("priced", "--max-cost", "0.0000001", "Capital?"),
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(
    /^error: --max-cost 0\.0000001 is too little for three answers\. Smallest: --max-cost [\d.]+(?:; nothing is left out from --max-cost [\d.]+)?\.\n$/,
  );
  const [, smallest = ""] = /Smallest: --max-cost ([\d.]+)[.;]/.exec(stderr) ?? [];
  expect((await rostrum(home, ["runs", "--json"])).stdout).not.toContain("Capital?");
  const enough = await rostrum(home, asking("priced", "--max-cost", `$${smallest}`, "Capital?"));
  expect(enough.code).not.toBe(3);
});

test("a finished run is read back by its id, and nothing is paid again", async () => {
  using home = newHome();
  const CALLS = home.file("calls");
  await rostrum(home, asking("agree", "--id", "mine", "Capital?"), { env: { CALLS } });
  const again = await rostrum(home, ["ask", "--resume", "mine"], { env: { CALLS } });
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: "Paris\n" });
  expect(calls(CALLS)).toHaveLength(3);
});

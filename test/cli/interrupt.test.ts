import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newGate } from "./support/gate.ts";
import { asking, newHome, rostrum, start, watch } from "./support/rostrum.ts";

function calls(path: string): string[] {
  return readFileSync(path, "utf8").trim().split("\n").sort();
}

test("Ctrl-C stops cleanly, keeps what is finished, and the run goes on by its id", async () => {
  using home = newHome();
  await using gate = await newGate();
  const CALLS = home.file("calls");
  const running = start(home, asking("gated", "--id", "mine", "--events", "Capital?"), {
    env: { CALLS, GATE: gate.url },
  });
  await Promise.all([gate.reached, running.printed('"debater":"debater_1"')]);
  running.child.kill("SIGINT");
  const stopped = await running.ended;
  expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 1, signal: null });
  expect(stopped.stderr).toContain("2 of 3 calls brought a reply");
  expect(stopped.stderr).toContain("rostrum ask --resume mine");
  expect(stopped.stderr).not.toContain("error");

  const resumed = await rostrum(home, ["ask", "--resume", "mine"], { env: { CALLS } });
  expect({ code: resumed.code, stdout: resumed.stdout }).toEqual({ code: 0, stdout: "Paris\n" });
  expect(calls(CALLS)).toEqual([
    "debater_0_round_0",
    "debater_1_round_0",
    "debater_2_round_0",
    "debater_2_round_0",
  ]);
});

test("a second Ctrl-C kills", async () => {
  const interrupts = fileURLToPath(
    new URL("../../packages/rostrum/src/cli/interrupts.ts", import.meta.url),
  );
  const program = `import { catchInterrupts } from ${JSON.stringify(interrupts)};
    setInterval(() => undefined, 1000);
    catchInterrupts(() => console.log("first"));
    console.log("ready");`;
  const running = watch(spawn(process.execPath, ["--input-type=module", "-e", program]));
  await running.printed("ready");
  running.child.kill("SIGINT");
  await running.printed("first");
  running.child.kill("SIGINT");
  expect((await running.ended).signal).toBe("SIGINT");
});

test("a closed pipe ends the debate without a word about it", async () => {
  using home = newHome();
  await using gate = await newGate();
  const running = start(home, asking("gated", "--id", "mine", "--events", "--quiet", "Capital?"), {
    env: { GATE: gate.url },
  });
  await Promise.all([gate.reached, running.printed("debate.started")]);
  running.child.stdout.destroy();
  gate.open();
  const { code, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
});

test("a closed pipe at the very end changes nothing about the exit code", async () => {
  using home = newHome();
  await using gate = await newGate();
  const running = start(home, asking("gated", "--quiet", "Capital?"), { env: { GATE: gate.url } });
  await gate.reached;
  running.child.stdout.destroy();
  gate.open();
  expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
});

test("without a reader on stderr the answer still comes", async () => {
  using home = newHome();
  await using gate = await newGate();
  const running = start(home, asking("gated", "Capital?"), { env: { GATE: gate.url } });
  await gate.reached;
  running.child.stderr.destroy();
  gate.open();
  expect(await running.ended).toMatchObject({ code: 0, stdout: "Paris\n" });
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
  expect(stderr).toContain("--max-cost: the next step may need");
});

test("a finished run is read back by its id, and nothing is paid again", async () => {
  using home = newHome();
  const CALLS = home.file("calls");
  await rostrum(home, asking("agree", "--id", "mine", "Capital?"), { env: { CALLS } });
  const again = await rostrum(home, ["ask", "--resume", "mine"], { env: { CALLS } });
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: "Paris\n" });
  expect(calls(CALLS)).toHaveLength(3);
});

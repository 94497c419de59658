/*
 * What only a process of its own can show: the shell around runCli, signals, pipes and a real terminal.
 * Everything else about the command line is tested in this process.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { program } from "../support/programs.ts";
import { newGate } from "./support/gate.ts";
import { asking, newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { hasTerminal, startInTerminal, startProcess, watchProcess } from "./support/process.ts";
import { withoutOurs } from "./support/terminal.ts";

describe("the shell", () => {
  test("starts, says its version and ends with 0", async () => {
    using home = newHome();
    const { code, stdout, stderr } = await startProcess(home, ["--version"]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.skipIf(process.platform === "win32")(
    "says that its folder was deleted, in words",
    async () => {
      using home = newHome();
      mkdirSync(home.file("gone"));
      const folder = JSON.stringify(home.file("gone"));
      const leave = `process.chdir(${folder}); process.getBuiltinModule("fs").rmdirSync(${folder})`;
      const node = ["--import", `data:text/javascript,${encodeURIComponent(leave)}`];
      const { code, stdout, stderr } = await startProcess(home, ["doctor", "--json"], { node })
        .ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: "error: the current folder was deleted: change to one that exists\n",
      });
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
    },
  );

  test.runIf(existsSync("/proc/self"))("says where no journal can be made", async () => {
    using home = newHome();
    const env = { ROSTRUM_HOME: "/proc/nope" };
    const { code, stderr } = await startProcess(home, ["runs"], { env }).ended;
    expect(code).not.toBe(0);
    expect(stderr).toContain("/proc/nope");
  });

  test("reads the question from a pipe, and ends although worker threads are alive", async () => {
    using home = newHome();
    const args = ["--panel", "embedded"];
    const { code, stdout } = await startProcess(home, args, { input: "What is 2+3*4?\n" }).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: "14\n" });
  });

  test("writes everything into a pipe before it ends", async () => {
    using home = newHome();
    const { code, stdout } = await startProcess(home, ["ask", "--help-all"]).ended;
    expect(code).toBe(0);
    expect(stdout).toBe((await rostrum(home, ["ask", "--help-all"])).stdout);
  });
});

describe("signals", () => {
  test("Ctrl-C stops cleanly, and ends with the exit code of an error", async () => {
    using home = newHome();
    await using gate = await newGate();
    const running = startProcess(home, asking("gated", "--id", "mine", "--events", "Capital?"), {
      env: { GATE: gate.url },
    });
    await Promise.all([gate.reached, running.printed('"debater":"debater_1"')]);
    running.child.kill("SIGINT");
    const stopped = await running.ended;
    expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 1, signal: null });
    expect(stopped.stderr).toContain("rostrum ask --resume mine");
  });

  test("a second Ctrl-C kills", async () => {
    const interrupts = fileURLToPath(new URL("../../packages/cli/src/io.ts", import.meta.url));
    const code = `import { catchInterrupts, processSignals } from ${JSON.stringify(interrupts)};
      setInterval(() => undefined, 1000);
      catchInterrupts(processSignals, () => console.log("first"));
      console.log("ready");`;
    const running = watchProcess(spawn(process.execPath, ["--input-type=module", "-e", code]));
    await running.printed("ready");
    running.child.kill("SIGINT");
    await running.printed("first");
    running.child.kill("SIGINT");
    expect((await running.ended).signal).toBe("SIGINT");
  });

  test("after a kill -9 the run is listed as interrupted and goes on by its id, and nothing is paid again", async () => {
    using home = newHome();
    await using gate = await newGate();
    const CALLS = home.file("calls");
    const running = startProcess(home, asking("gated", "--id", "mine", "--events", "Capital?"), {
      env: { CALLS, GATE: gate.url },
    });
    await Promise.all([gate.reached, running.printed('"debater":"debater_1"')]);
    expect((await rostrum(home, ["runs"])).stdout).toMatch(/^mine .* running /);
    running.child.kill("SIGKILL");
    expect((await running.ended).stderr).toMatch(
      /^price unknown, so no limit in dollars, \d+ to \d+ calls; run mine$/m,
    );
    expect((await rostrum(home, ["runs"])).stdout).toMatch(/^mine .* interrupted +cost unknown /);
    expect(JSON.parse((await rostrum(home, ["runs", "--json"])).stdout)).toMatchObject({
      runs: [{ id: "mine", interrupted: true, costUsd: null }],
    });
    // The third call was under way.
    expect((await rostrum(home, ["show", "mine"])).stdout).toContain(
      "cost unknown, 3 attempts, tokens unknown",
    );
    const resumed = startProcess(home, ["ask", "--resume", "mine"], { env: { CALLS } });
    expect(await resumed.ended).toMatchObject({ code: 0, stdout: "Paris\n" });
    expect(readFileSync(CALLS, "utf8").trim().split("\n").sort()).toEqual([
      "debater_0_round_0",
      "debater_1_round_0",
      "debater_2_round_0",
      "debater_2_round_0",
    ]);
  });
});

describe("pipes that are closed", () => {
  test("a closed pipe ends the debate without a word about it", async () => {
    using home = newHome();
    await using gate = await newGate();
    // Rounds enough that it is not over before it can notice.
    const rounds = ["--stop", "never", "-r", "9", "--revise", "everyone"];
    const args = asking("gated", "--events", "--quiet", ...rounds, "Capital?");
    const running = startProcess(home, args, { env: { GATE: gate.url } });
    await Promise.all([gate.reached, running.printed("debate.started")]);
    running.child.stdout.destroy();
    await once(running.child.stdout, "close");
    gate.open();
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  });

  test("a closed pipe at the very end changes nothing about the exit code", async () => {
    using home = newHome();
    await using gate = await newGate();
    const args = asking("gated", "--quiet", "Capital?");
    const running = startProcess(home, args, { env: { GATE: gate.url } });
    await gate.reached;
    running.child.stdout.destroy();
    gate.open();
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  });

  test.skipIf(!existsSync("/dev/full"))(
    "an answer that has no room on the disk is an error in words, and the run is kept",
    () => {
      using home = newHome();
      const full = openSync("/dev/full", "w");
      const args = [program("rostrum"), "ask", "--panel", "embedded", "What is 1+2?"];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: home.folder,
        env: home.env({}),
        encoding: "utf8",
        stdio: ["ignore", full, "pipe"],
      });
      closeSync(full);
      expect(status).toBe(1);
      expect(stderr).toMatch(/rostrum show \w+\nerror: no space is left for standard output\n$/);
    },
  );

  test("without a reader on stderr the answer still comes", async () => {
    using home = newHome();
    await using gate = await newGate();
    const running = startProcess(home, asking("gated", "Capital?"), { env: { GATE: gate.url } });
    await gate.reached;
    running.child.stderr.destroy();
    gate.open();
    expect(await running.ended).toMatchObject({ code: 0, stdout: "Paris\n" });
  });
});

describe.skipIf(!hasTerminal)("in a terminal", () => {
  test("the panel is drawn; Ctrl-C stops and gives the cursor back", async () => {
    using home = newHome();
    await using gate = await newGate();
    const running = startInTerminal(home, asking("gated", "--id", "mine", "Capital?"), {
      columns: 80,
      env: { GATE: gate.url },
    });
    await Promise.all([gate.reached, running.printed("✓")]);
    running.child.stdin.write("\u0003");
    const { code, stdout } = await running.ended;
    expect(code).toBe(1);
    expect(withoutOurs(stdout)).toMatch(/✓ member 1 {2}Paris/);
    expect(stdout).toContain("rostrum ask --resume mine");
    expect(stdout.lastIndexOf("\u001b[?25h")).toBeGreaterThan(stdout.lastIndexOf("\u001b[?25l"));
  });

  test("a person is asked for the last word", async () => {
    using home = newHome();
    const running = startInTerminal(home, asking("wait", "Capital?"), { columns: 80 });
    await running.printed("Is the leading answer right?");
    running.child.stdin.write("n\r");
    await running.printed("Type the right answer");
    running.child.stdin.write("Marseille\r");
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(withoutOurs(stdout)).toMatch(/\n {2}Marseille\r/);
  });
});

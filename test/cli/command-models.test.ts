import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAlive, newScripts } from "../support/command-scripts.ts";
import { newHome } from "./support/home.ts";
import { startProcess } from "./support/process.ts";
import { rostrum } from "./support/rostrum.ts";

const id = (words: readonly string[]): string => `command:${JSON.stringify(words)}`;

test("-d takes programs, with a count", async () => {
  using home = newHome();
  using scripts = newScripts();
  const { code, stdout, stderr } = await rostrum(home, [
    "-d",
    `${id(scripts.command("answers", "42"))}*3`,
    "What is 6 times 7?",
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "42\n" });
  expect(stderr).toContain("price unknown");
  expect(scripts.lines("calls")).toHaveLength(3);
});

test("a config file names a program, its variables and its cost; doctor looks it up", async () => {
  using home = newHome();
  using scripts = newScripts();
  const model = { command: scripts.command("answers", "42"), env: ["SHOWN"], costUsd: 0 };
  const missing = { command: ["no-such-program-here", "-p"] };
  writeFileSync(
    home.file("rostrum.config.json"),
    JSON.stringify({
      panels: {
        mine: { debaters: [model, { name: "second", model }], judge: model },
        broken: { debaters: [missing, missing] },
      },
    }),
  );
  await rostrum(home, ["trust"]);
  const args = ["--panel", "mine", "--json", "--max-cost", "1", "What is 6 times 7?"];
  const { code, stdout } = await rostrum(home, args, { env: { SHOWN: "1", HIDDEN: "1" } });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ answer: "42", costUsd: 0 });
  const [call] = scripts.lines("calls").map((line) => JSON.parse(line));
  expect(call.env).toMatchObject({ SHOWN: "1" });
  expect(call.env).not.toHaveProperty("HIDDEN");
  const doctor = await rostrum(home, ["doctor"]);
  expect(doctor.stdout + doctor.stderr).toContain("no-such-program-here");
});

test("doctor finds known programs on the PATH", async () => {
  using home = newHome();
  writeFileSync(home.file("claude"), "#!/bin/sh\n", { mode: 0o755 });
  const { stdout } = await rostrum(home, ["doctor"], { env: { PATH: home.folder } });
  expect(stdout).toContain("claude is installed (your Claude subscription)");
  expect(stdout).not.toContain("codex is installed");
});

test("after a kill -9 the run resumes by its id, and no program that had answered is run again", async () => {
  using home = newHome();
  using scripts = newScripts();
  const flags = [
    ...[
      "-d",
      id(scripts.command("answers", "42")),
      "-d",
      id(scripts.command("answers", "42", "b")),
    ],
    ...["-d", id(scripts.command("hangs"))],
  ];
  const running = startProcess(home, [...flags, "--id", "mine", "--events", "What is 6 times 7?"]);
  await Promise.all([
    running.printed('"step":"debater_0_round_0"'),
    running.printed('"step":"debater_1_round_0"'),
    expect.poll(() => scripts.lines("pids").length).toBe(2),
  ]);
  running.child.kill("SIGKILL");
  await running.ended;
  // Nobody is left to end what the killed process had started.
  for (const pid of scripts.lines("pids")) process.kill(Number(pid), "SIGKILL");
  const resumed = startProcess(home, ["ask", "--resume", "mine", "--events"]);
  await expect.poll(() => scripts.lines("pids").length).toBe(4);
  resumed.child.kill("SIGTERM");
  await resumed.ended;
  expect(scripts.lines("calls")).toHaveLength(2);
  await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
});

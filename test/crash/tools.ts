import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DebateResult } from "../../packages/rostrum/src/index.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import { program } from "../support/programs.ts";

const SERVER = join(ROOT, "test/support/tool-server.mjs");
/** Twelve tools are needed, and some are called again after a kill. */
const CAP = 16;

export interface ToolTally {
  kills: number;
  /** What must not be: empty. */
  problems: string[];
  result: DebateResult<number>;
  /** Lines of the tools' server: every call that arrived there. */
  calls: string[];
}

/** Runs a debate with tools in processes that are killed -9 at random turns, and counts the calls where they arrive. */
export async function killDuringTools(
  place: string,
  folder: string,
  kills: number,
  random: (below: number) => number,
): Promise<ToolTally> {
  const log = join(folder, "calls.log");
  writeFileSync(log, "");
  const problems: string[] = [];
  const readCalls = (): string[] => readFileSync(log, "utf8").split("\n").filter(Boolean);
  for (let life = 0; life < kills + 20; life++) {
    const before = readCalls();
    const child = spawn(
      process.execPath,
      [program("tool-child"), place, SERVER, log, String(CAP)],
      {
        stdio: ["ignore", "pipe", "inherit"],
        timeout: 60_000,
        killSignal: "SIGKILL",
      },
    );
    let left = life < kills ? 1 + random(6) : Infinity;
    let result: DebateResult<number> | null = null;
    let done: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("done ")) done = JSON.parse(line.slice(5)) as string[];
      if (line.startsWith("turn ") && --left === 0)
        setTimeout(() => child.kill("SIGKILL"), random(15));
      if (line.startsWith("result ")) result = JSON.parse(line.slice(7)) as DebateResult<number>;
    });
    await once(child, "close");
    const made = readCalls().slice(before.length);
    for (const step of done) {
      const key = keyOf(step);
      if (made.some((line) => line.endsWith(` ${key}`)))
        problems.push(`${step} was finished, and was called again`);
    }
    if (result !== null) {
      const calls = readCalls();
      const orders = calls.filter((line) => line.startsWith("order "));
      if (new Set(orders).size !== orders.length) problems.push("an order was repeated");
      if (calls.length > CAP)
        problems.push(`${calls.length} calls of tools, and the cap is ${CAP}`);
      return { kills: life, problems, result, calls };
    }
  }
  throw new Error("the debate never ended");
}

/** The key of a tool's input, from the name of its step: they count from 1. */
function keyOf(step: string): string {
  const [, seat = "", count = ""] = /debater_(\d+)_round_0_tool_(\d+)$/.exec(step) ?? [];
  return `d${seat}.${Number(count) - 1}`;
}

/** Wall clocks of whole programs, each a Node process of its own. */
import { spawn } from "node:child_process";

/** How many times each program is started, after one start that doesn't count. */
const TURNS = 21;

function wall(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve(performance.now() - begun);
      else reject(new Error(`${args.join(" ")} ended with ${code}`));
    });
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Median milliseconds of each program. They take turns, so that a busy machine is busy for all of them alike. */
export async function medians(programs: readonly (readonly string[])[]): Promise<number[]> {
  const walls = programs.map((): number[] => []);
  for (const program of programs) await wall(program);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, program] of programs.entries()) walls[index]?.push(await wall(program));
  }
  return walls.map(median);
}

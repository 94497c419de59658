import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("panel-process.ts", import.meta.url));

it("a panel of three ends its process by itself, and says the same the next time", async () => {
  const run = async (): Promise<string[]> => {
    // A process that had to be killed makes this reject.
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 20_000 });
    return JSON.parse(stdout) as string[];
  };
  const [first, second] = [await run(), await run()];
  expect(first).toHaveLength(6);
  for (const text of first) expect(text).toMatch(/Answer: -?\d+\nConfidence: 0\.\d\d$/);
  expect(second).toEqual(first);
});

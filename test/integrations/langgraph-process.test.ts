import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const child = fileURLToPath(new URL("langgraph-child.ts", import.meta.url));

test("a pause survives the process: another one resumes it with the person's answer", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-graph-"));
  const file = join(folder, "checkpoint");
  try {
    const asked = await run(process.execPath, [child, "ask", file]);
    expect(JSON.parse(asked.stdout)).toMatchObject({ answer: "yes", paused: true });
    const resumed = await run(process.execPath, [child, "resume", file]);
    expect(JSON.parse(resumed.stdout)).toEqual({
      answer: "no",
      review: { verdict: "correct", answer: "no" },
      paused: false,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

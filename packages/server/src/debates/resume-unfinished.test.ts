import { expect, onTestFinished, test, vi } from "vitest";
import { createResumeUnfinished } from "./resume-unfinished.ts";

test("a server that stops while it looks for unfinished debates resumes none, then or later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const unowned = Promise.withResolvers<string[]>();
  const log: string[] = [];
  const options = {
    journal: { listUnowned: () => unowned.promise, read: async () => undefined },
    running: { byId: new Map() },
    log: (line: string) => log.push(line),
  } as unknown as Parameters<typeof createResumeUnfinished>[0];
  const resumed: unknown[] = [];
  const resuming = createResumeUnfinished(options, async (run) => {
    resumed.push(run);
    return null;
  });
  const ids = resuming.resumeAll();
  resuming.stop();
  unowned.resolve(["a"]);
  expect(await ids).toEqual([]);
  expect([...resumed, ...log]).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

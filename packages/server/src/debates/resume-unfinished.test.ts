import { memoryJournal } from "@rostrum/runtime/journal";
import { expect, onTestFinished, test, vi } from "vitest";
import { createUsers } from "../users/users.ts";
import { createResumeUnfinished } from "./resume-unfinished.ts";

test("a server that stops while it looks for unfinished debates resumes none, then or later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const unowned = Promise.withResolvers<string[]>();
  const read = vi.fn(async () => undefined);
  const log: string[] = [];
  const options = {
    journal: { ...memoryJournal(), listUnowned: () => unowned.promise, read },
    users: createUsers([], {}, null, true),
    running: { byId: new Map() },
    learned: { find: async () => undefined },
    shared: { freeRepeat: async () => undefined },
    log: (line: string) => void log.push(line),
  };
  const resumeStored = vi.fn(async () => null);
  const resuming = createResumeUnfinished(options, resumeStored);
  const ids = resuming.resumeAll();
  resuming.stop();
  unowned.resolve(["a"]);
  expect(await ids).toEqual([]);
  expect(read).not.toHaveBeenCalled();
  expect(resumeStored).not.toHaveBeenCalled();
  expect(log).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

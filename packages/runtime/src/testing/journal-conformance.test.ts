import { describe, expect, test } from "vitest";
import { memoryJournal } from "../journal/memory.ts";
import type { Journal, JournalRun } from "@rostrum/core/protocol";
import { journalConformance } from "./index.ts";

describe("the memory journal keeps every promise", () => {
  for (const { name, run } of journalConformance(() => memoryJournal())) test(name, run);
});

/** A journal that breaks one promise. */
function broken(
  change: (run: JournalRun, id: string) => Partial<JournalRun>,
  whole: Partial<Journal> = {},
): Journal {
  const inner = memoryJournal();
  return {
    read: (id) => inner.read(id),
    open: async (id, inputs, options) => {
      const run = await inner.open(id, inputs, options);
      return { ...run, ...change(run, id) };
    },
    ...whole,
  };
}

async function complaints(make: () => Journal): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of journalConformance(make)) {
    // A check that waits for ever has failed too.
    const late = new Promise((_, reject) => setTimeout(reject, 200, new Error("hangs")));
    await Promise.race([run(), late]).catch(() => failed.push(name));
  }
  return failed;
}

describe("and a journal that breaks one is caught", () => {
  test.each<[string, () => Journal, RegExp]>([
    [
      "forgets finished steps",
      () => broken(() => ({ stepFinished: () => undefined })),
      /finished step/,
    ],
    [
      "forgets started steps",
      () => broken(() => ({ stepStarted: () => undefined })),
      /started step/,
    ],
    [
      "forgets events",
      () => broken(() => ({ appendEvents: () => undefined })),
      /events come back in order/,
    ],
    [
      "reverses events",
      () =>
        broken((run) => ({ appendEvents: (events) => run.appendEvents([...events].reverse()) })),
      /events come back in order/,
    ],
    [
      "forgets how a run ended",
      () => broken((run) => ({ close: () => run.close("running") })),
      /how a run ended/,
    ],
    [
      "knows runs that never were",
      () =>
        broken(() => ({}), {
          read: async (id) => ({ id, inputs: {}, status: "running", steps: new Map(), events: [] }),
        }),
      /never opened/,
    ],
    [
      "lets two owners in at once",
      () => {
        const inner = memoryJournal();
        const opened = new Map<string, JournalRun>();
        return {
          read: (id) => inner.read(id),
          open: async (id, inputs) => {
            const run = opened.get(id) ?? (await inner.open(id, inputs));
            opened.set(id, run);
            return run;
          },
        };
      },
      /one owner at a time/,
    ],
  ])("%s", async (_what, make, words) => {
    expect((await complaints(make)).join("\n")).toMatch(words);
  });
});

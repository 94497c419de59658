/*
 * Runs a chain with a journal to its end, and says what happens in the same lines as child.ts. Every
 * third step asks two questions at once.
 */
import { writeSync } from "node:fs";
import { sqliteJournal } from "../../packages/runtime/src/journal/index.ts";
import { chain, lead, number, type RunStore } from "../../packages/rostrum/src/index.ts";
import type { JournalRun } from "../../packages/core/src/protocol/journal.ts";
import { providerAt } from "./panel.ts";

const [path = "", url = "", keep = "runs"] = process.argv.slice(2);
const STEPS = 30;

function say(kind: string, value: unknown): void {
  writeSync(1, `${kind} ${JSON.stringify(value)}\n`);
}

const store = sqliteJournal(path);

/** The same journal, telling when a step is promised to be kept. */
const journal: RunStore = {
  ...store,
  async open(id, inputs, options) {
    const run = await store.open(id, inputs, options);
    return telling(run);
  },
};

function telling(run: JournalRun): JournalRun {
  return {
    ...run,
    async stepFinished(stepId, outcome) {
      await run.stepFinished(stepId, outcome);
      say("kept", stepId);
    },
  };
}

say("done", []);
const result = await chain(
  {
    panel: {
      debaters: Array.from({ length: 5 }, () => providerAt(url)),
      answer: number(),
      poll: lead({ by: 2 }),
    },
    start: { baskets: 0, stones: 0 },
    step: ({ baskets }) => {
      if (baskets >= STEPS) return null;
      const ask = (basket: number): string => `How many stones lie in basket ${basket}?`;
      return baskets % 4 === 0 ? [ask(baskets), ask(baskets + 1)] : ask(baskets);
    },
    next: ({ baskets, stones }, answer) => {
      const counts = [answer].flat();
      return {
        baskets: baskets + counts.length,
        stones: counts.reduce((sum, each) => sum + each, stones),
      };
    },
  },
  { id: "chain", journal, keep: keep as "runs" | "latest" },
);
say("result", { id: "chain", ...result });
await store.close();

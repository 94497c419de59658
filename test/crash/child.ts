/*
 * Runs debates with a journal until all are done, and says what happens, line by line, in a way that a
 * kill can't take back: `done` steps found at the start, each step that is `kept`, each `result` or
 * `error`.
 */
import { writeSync } from "node:fs";
import { sqliteJournal } from "../../packages/runtime/src/journal/index.ts";
import { type Journal, RostrumError } from "../../packages/rostrum/src/index.ts";
import type { JournalRun } from "../../packages/core/src/protocol/journal.ts";
import { debateFor, questionFor } from "./panel.ts";

const [path = "", url = "", ...ids] = process.argv.slice(2);

function say(kind: string, value: unknown): void {
  writeSync(1, `${kind} ${JSON.stringify(value)}\n`);
}

const store = sqliteJournal(path);

/** The same journal, telling when a step is promised to be kept. */
const journal: Journal = {
  read: (id) => store.read(id),
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
      if (outcome.reply !== null) say("kept", stepId);
    },
  };
}

const stored = await Promise.all(ids.map((id) => store.read(id)));
const done = stored.flatMap((run) =>
  [...(run?.steps ?? [])].flatMap(([stepId, { outcome }]) => (outcome?.reply ? [stepId] : [])),
);
say("done", done);
await Promise.all(
  ids.map(async (id) => {
    try {
      say("result", await debateFor(id, url, journal).run(questionFor(id), { id }));
    } catch (error) {
      if (!(error instanceof RostrumError)) throw error;
      say("error", { id, name: error.name, partial: error.partial });
    }
  }),
);
await store.close();

import { expect, test } from "vitest";
import { evaluate } from "../../packages/eval/src/index.ts";
import {
  chain,
  lead,
  memoryJournal,
  number,
  type DebateConfig,
  type Journal,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import type { JournalRun } from "../../packages/core/src/entries/protocol.ts";

/** Refused: the write has no effect. Unconfirmed: it has, and its caller gets an error all the same. */
const FAULTS = ["refused", "unconfirmed"] as const;
const WRITES = ["stepStarted", "stepFinished", "appendEvents", "close"] as const;

/** Stores in `inner`. One write fails: the one of this number. */
function failingAt(inner: Journal, fault: (typeof FAULTS)[number], failing: number): Journal {
  let writes = 0;
  return {
    read: (id) => inner.read(id),
    async open(id, inputs, options) {
      const run = await inner.open(id, inputs, options);
      const entries = WRITES.map((name) => {
        const write = run[name] as (...values: unknown[]) => void | Promise<void>;
        const guarded = async (...values: unknown[]): Promise<void> => {
          const fails = writes++ === failing;
          // Journals let go of a run also if they can't store its status.
          if (!fails || fault === "unconfirmed" || name === "close") await write(...values);
          if (fails) throw new Error(`${fault} at ${name}`);
        };
        return [name, guarded] as const;
      });
      return { ...run, ...(Object.fromEntries(entries) as Partial<JournalRun>) };
    },
  };
}

function counted(): { model: ModelFunction; calls(): number } {
  let calls = 0;
  const model: ModelFunction = ({ question }) => {
    calls += 1;
    const sum = question.split("+").reduce((total, part) => total + Number(part), 0);
    return { text: `Answer: ${sum}`, usage: { inputTokens: 0, outputTokens: 1 } };
  };
  return { model, calls: () => calls };
}

const MAX_WRITES = 30;

test.each(FAULTS)("a chain stays within its budget if one write is %s", async (fault) => {
  // Where only states are kept, nothing else remembers what a refused state had counted.
  const states = fault === "unconfirmed" ? (["states"] as const) : [];
  for (const keep of ["runs", "latest", ...states] as const) {
    for (let failing = 0; failing < MAX_WRITES; failing++) {
      const journal = memoryJournal();
      const { model, calls } = counted();
      const panel: DebateConfig<number> = {
        answer: number(),
        poll: lead({ by: 2 }),
        debaters: model,
        panelSize: 5,
        limits: { retries: 0 },
      };
      const task = {
        panel,
        start: 0,
        step: (sum: number) => (sum < 9 ? `${sum}+1` : null),
        next: (_: number, answer: number) => answer,
      };
      const start = async (on: Journal): Promise<unknown> =>
        chain(task, { id: "c", journal: on, keep, retries: 0, budget: { calls: 8 } }).catch(
          (error: unknown) => error,
        );
      await start(failingAt(journal, fault, failing));
      for (let more = 0; more < 2; more++)
        expect(await start(journal), `write ${failing}`).toMatchObject({
          name: "BudgetExceededError",
        });
      expect(calls(), `keep ${keep}, write ${failing}`).toBeLessThanOrEqual(8);
    }
  }
});

const items = [1, 2].map((n) => ({ id: `q${n}`, question: `${n}+1`, gold: `${n + 1}` }));

test.each(FAULTS)("an evaluation pays for nothing twice if one write is %s", async (fault) => {
  for (let failing = 0; failing < MAX_WRITES; failing++) {
    const journal = memoryJournal();
    const { model, calls } = counted();
    const panel = { debaters: [model, model, model], answer: "exact" } as unknown;
    const start = async (on: Journal): Promise<unknown> =>
      evaluate({
        items,
        panel: panel as DebateConfig<never>,
        arms: [{ type: "vote" }],
        journal: on,
      }).catch((error: unknown) => error);
    const first = await start(failingAt(journal, fault, failing));
    const before = calls();
    expect(before, `write ${failing}`).toBeLessThanOrEqual(6);
    if (first instanceof Error) expect(first.message).toMatch(/^(refused|unconfirmed) at/);
    expect(await start(journal)).toMatchObject({ asked: 2 });
    // The reply whose write was refused isn't in the journal.
    expect(calls(), `write ${failing}`).toBeLessThanOrEqual(fault === "refused" ? 7 : 6);
  }
});

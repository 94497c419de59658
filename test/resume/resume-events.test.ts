import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  fold,
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { conductor, cycling } from "../support/conductor.ts";
import { apartFromCosts, lasting, rejection, watch } from "../support/outcomes.ts";

const QUESTION = "What is the answer?";
const id = "run-1";

const config = (model: DebateConfig["debaters"]): DebateConfig => ({
  debaters: model,
  panelSize: 3,
  rounds: 2,
  stop: "never",
  answer: "exact",
  limits: { retries: 0 },
});

const order = fc.array(fc.nat(20), { minLength: 1, maxLength: 9 });

/** Holds the debate with replies in this order; ends it after so many of them. */
async function held(
  journal: ReturnType<typeof memoryJournal>,
  arrival: readonly number[],
  endAfter = Infinity,
): Promise<{ stored: StoredEvent[]; result: object | null }> {
  const conduct = conductor(cycling(arrival));
  const leave = new AbortController();
  let replies = 0;
  const model = async ({ debater = "", round }: ModelRequest): Promise<string> => {
    await conduct.turn();
    replies += 1;
    if (replies > endAfter) {
      leave.abort();
      return new Promise(() => undefined);
    }
    return `${debater} ${round > 0 ? "again" : ""}`;
  };
  const panel = new Debate({ ...config(model), journal });
  const run = watch(panel, QUESTION, { id, signal: leave.signal });
  const { stored, result } = await conduct.drive(run);
  return { stored, result: result && lasting(result) };
}

describe("on resume", () => {
  test("stored events stand with their number and time, new ones are appended, and the result is that of an undisturbed run", async () => {
    const undisturbed = await held(memoryJournal(), [0]);
    await fc.assert(
      fc.asyncProperty(order, order, fc.nat(8), async (first, second, endAfter) => {
        const journal = memoryJournal();
        await held(journal, first, endAfter);
        const before = (await journal.read(id))?.events ?? [];
        const resumed = await held(journal, second);
        const after = (await journal.read(id))?.events ?? [];
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index));
        expect(resumed.stored).toEqual(after);
        // Attempts that were cut off cost too.
        expect(apartFromCosts(resumed.result)).toEqual(apartFromCosts(undisturbed.result));
        expect(lasting(fold(after).result as never)).toEqual(resumed.result);
        // Who had read so far and comes back for the rest knows everything.
        const replies = after.filter(({ type }) => type === "debate.response");
        expect(replies).toHaveLength(9);
      }),
      { numRuns: 60 },
    );
  });

  test("a call that failed and replies now is told again, and counts once", async () => {
    const journal = memoryJournal();
    let down = true;
    const model = ({ debater }: ModelRequest): string => {
      if (down && debater !== "debater_0") throw new Error("down");
      return debater ?? "";
    };
    await rejection(debate(QUESTION, { ...config(model), journal }, { id }));
    const before = (await journal.read(id))?.events ?? [];
    expect(fold(before)).toMatchObject({ status: "failed", result: { usage: { calls: 3 } } });
    down = false;
    const result = await debate(QUESTION, { ...config(model), journal }, { id });
    const after = (await journal.read(id))?.events ?? [];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(fold(after)).toMatchObject({ status: "completed", error: null });
    expect(fold(after).result).toEqual(result);
    expect(result.integrity).toMatchObject({
      degraded: false,
      planned: 9,
      completed: 9,
      dropped: [],
    });
    expect((await journal.list()).runs[0]).toMatchObject({
      calls: result.usage.calls,
      costUsd: result.costUsd,
      degraded: false,
    });
  });

  test("a run that ended on its budget goes on in the same log", async () => {
    const journal = memoryJournal();
    const model = ({ debater, round }: ModelRequest): string => `${debater} ${round}`;
    const capped = (calls: number): DebateConfig => ({
      ...config(model),
      journal,
      budget: { calls },
    });
    await debate(QUESTION, capped(3), { id });
    const before = (await journal.read(id))?.events ?? [];
    const result = await debate(QUESTION, capped(9), { id });
    const after = (await journal.read(id))?.events ?? [];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(fold(after).result).toEqual(result);
    expect(result).toMatchObject({ stopReason: "max_rounds", usage: { calls: 9 } });
    // While it goes on, the decision on fewer rounds no longer stands.
    const third = after.findIndex(
      (event) => event.type === "debate.round_started" && event.round > 0,
    );
    expect(fold(after.slice(0, third + 1))).toMatchObject({
      status: "running",
      result: { answer: null, stopReason: "unfinished" },
    });
  });
});

import { describe, expect, test } from "vitest";
import { calibrate, certify } from "../../packages/eval/src/index.ts";
import {
  Debate,
  memoryJournal,
  number,
  posterior,
  sequential,
  type DebateResult,
  type Journal,
  type RunStore,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const RIGHT = { ann: 0.97, bob: 0.96, cid: 0.95, dan: 0.9 };
const answer = number();
const calibration = calibrate(syntheticRows(RIGHT, 120, "shift"), { answer });
const certificate = certify(calibration, { alpha: 0.05, mode: "delivered" });

/** A panel whose members all say 7, or each something else. */
function createPanel(
  agree: (question: string) => boolean,
  journal?: Journal,
  polled = true,
): Debate<number> {
  return new Debate<number>({
    debaters: Object.keys(RIGHT).map((name, index) => ({
      name,
      model: scripted(({ question }) => `Answer: ${agree(question) ? 7 : index}`),
    })),
    answer,
    rounds: 0,
    ...(journal === undefined ? {} : { journal }),
    ...(polled
      ? { poll: sequential({ calibration, certificate }) }
      : { decide: posterior(calibration) }),
  });
}

async function ask(
  panel: Debate<number>,
  count: number,
  from = 0,
): Promise<DebateResult<number>[]> {
  const results: DebateResult<number>[] = [];
  for (let index = from; index < from + count; index++) {
    results.push(await panel.run(`Question ${index}?`, { id: `run-${index}` }));
  }
  return results;
}

/** Calm questions have numbers below 5. */
const isCalm = (question: string): boolean => /Question [0-4]\?/.test(question);

describe("a panel that no longer agrees as on its calibration rows", () => {
  test.each([true, false])(
    "says so, and gives no guarantee from then on (polled: %s)",
    async (polled) => {
      const panel = createPanel(isCalm, undefined, polled);
      const results = await ask(panel, 25);
      const raised = results.findIndex(({ shift }) => shift?.alarm);
      expect(raised).toBeGreaterThan(4);
      expect(results[4]?.warnings).toEqual([]);
      expect(results[raised]?.shift).toMatchObject({
        debates: raised + 1,
        alarm: { at: raised + 1, way: "less", falseAlarms: 0.05 },
      });
      // It stands although the panel agrees again.
      const again = await panel.run("Question 3?");
      const words = again.warnings.join();
      expect(words).toContain("agrees differently from its calibration rows");
      expect(words).not.toMatch(/worse|wrong/);
      expect(again.guarantee).toBeNull();
      if (polled) expect(results[0]?.guarantee).not.toBeNull();
    },
  );

  test("a journal that once could not be listed is read again by the next debate", async () => {
    const inner = memoryJournal();
    let lists = 0;
    const journal: RunStore = {
      ...inner,
      async list(query) {
        lists += 1;
        if (lists === 1) throw new Error("it is locked");
        return inner.list(query);
      },
    };
    const panel = createPanel(isCalm, journal);
    await expect(panel.run("Question 1?")).rejects.toThrow("it is locked");
    expect((await panel.run("Question 2?")).shift).toMatchObject({ debates: 1 });
  });

  test("debates of a journal count, whichever process held them", async () => {
    const journal = memoryJournal();
    await ask(createPanel(isCalm, journal), 12);
    // A copy knows nothing but what the journal says, as another process does.
    const copy: Journal = { ...journal, open: journal.open.bind(journal) };
    const [next] = await ask(createPanel(isCalm, copy), 1, 12);
    expect(next?.shift?.debates).toBe(13);
  });

  test("a replay repeats what was known, and a fork isn't counted again", async () => {
    const journal = memoryJournal();
    const panel = createPanel(isCalm, journal);
    await ask(panel, 20);
    const first = await panel.replay("run-2", { escalateBelow: 0.1 });
    expect(first).toMatchObject({ shift: { debates: 3, alarm: null } });
    expect(first.guarantee).not.toBeNull();
    await panel.fork("run-3", { fromRound: 0 });
    const next = await panel.run("Question 21?");
    expect(next.shift?.debates).toBe(21);
  });

  test("another calibration starts anew", async () => {
    const journal = memoryJournal();
    await ask(createPanel(isCalm, journal), 20);
    const other = calibrate(syntheticRows(RIGHT, 121, "shift"), { answer });
    const panel = new Debate<number>({
      debaters: Object.keys(RIGHT).map((name) => ({ name, model: scripted(() => "Answer: 7") })),
      ...{ answer, journal, rounds: 0 },
      poll: sequential({ calibration: other }),
    });
    const { shift } = await panel.run("Question 20?");
    expect(shift).toMatchObject({ debates: 1, alarm: null });
  });

  test("a panel without a calibration is not watched", async () => {
    const panel = new Debate<number>({
      debaters: [scripted(() => "7"), scripted(() => "7")],
      answer,
    });
    expect(await panel.run("What is it?")).not.toHaveProperty("shift");
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Debate,
  majority,
  race,
  PanelFailedError,
  toMarkdown,
  type DebateResult,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { describeAgreement, describeSupport } from "../../packages/core/src/entries/export.ts";
import { faulty, type Fault } from "../../packages/runtime/src/testing/faulty.ts";

/** One reply of a member: an answer, one that can't be read, an error that may heal, or one that can't. */
const REPLIES: Record<string, Fault | string> = {
  A: "Answer: 1",
  B: "Answer: 2",
  C: "Answer: 3",
  unread: "",
  failed: { type: "error", retryable: false },
  lost: { type: "error", status: 404, message: "The model doesn't exist." },
};

const reply = fc.constantFrom(...Object.keys(REPLIES));
const member = fc.array(reply, { minLength: 3, maxLength: 3 });
const panels = fc.record({
  members: fc.array(member, { minLength: 2, maxLength: 5 }),
  rounds: fc.integer({ min: 0, max: 2 }),
  everyone: fc.boolean(),
  /** The last member is slow, and a race may cancel its call. */
  races: fc.boolean(),
});

type Panel = typeof panels extends fc.Arbitrary<infer T> ? T : never;

/** Null for a panel of which too few members reply. */
async function run({
  members,
  rounds,
  everyone,
  races,
}: Panel): Promise<DebateResult<number> | null> {
  const debaters = members.map((names, at) => {
    const model = faulty(names.map((name) => REPLIES[name] ?? ""));
    const isSlow = races && at === members.length - 1;
    return { name: `m${at}`, model: isSlow ? slowDown(model) : model };
  });
  try {
    return await new Debate({
      debaters,
      rounds,
      answer: "number",
      decide: majority(),
      revise: everyone ? "everyone" : "dissenters",
      ...(races ? { poll: race() } : {}),
      limits: { retries: 0, quorum: 1 },
    }).run("How many?");
  } catch (error) {
    if (error instanceof PanelFailedError) return null;
    throw error;
  }
}

/** Replies after the others, unless its call is cancelled before. */
function slowDown(model: ModelFunction): ModelFunction {
  return async (request) => {
    for (let turn = 0; turn < 50; turn++) {
      request.signal.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return model(request);
  };
}

/** "2 of 3" at the beginning of words about support, as a share. */
function readShare(words: string): number {
  const [, count = "", members = ""] = /^(\d+) of (\d+)/.exec(words) ?? [];
  return Number(count) / Number(members);
}

test("counts of members in words are what the agreement says, whoever failed", async () => {
  await fc.assert(
    fc.asyncProperty(panels, async (panel) => {
      const result = await run(panel);
      if (result === null || result.agreement === null) return;
      expect(readShare(describeSupport(result))).toBeCloseTo(result.agreement, 9);
      result.rounds.forEach(({ agreement }, index) => {
        const words = describeAgreement(result.rounds.slice(0, index + 1));
        expect(words).not.toMatch(/%/);
        if (/^\d+ of \d+ (agree|gave)/.test(words))
          expect(readShare(words)).toBeCloseTo(agreement ?? 0, 9);
        else if (/^(all \d+|both) agree/.test(words)) expect(agreement).toBe(1);
        expect(toMarkdown(result)).toContain(words);
      });
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AbortError,
  chain,
  lead,
  memoryJournal,
  number,
  type ChainResult,
  type Journal,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { hash32 } from "../../packages/core/src/record/random.ts";

const STEPS = 6;

interface Task {
  /** Share of wrong replies, in percent. */
  errors: number;
  /** Every so many steps there is a list of two questions. */
  pairEvery: number;
  keep: "runs" | "latest" | "states";
}

interface State {
  sums: number[];
}

/** Adds, and errs now and then in a way that depends on the seed of the call alone. */
function reply({ question, seed }: ModelRequest, errors: number): string {
  const sum = question.split("+").reduce((total, part) => total + Number(part), 0);
  return `Answer: ${hash32(`${seed}`) % 100 < errors ? sum + 1 : sum}`;
}

function run(
  { errors, pairEvery, keep }: Task,
  journal: Journal | undefined,
  hear: (request: ModelRequest) => void,
  signal?: AbortSignal,
): Promise<ChainResult<State>> {
  const panel = {
    debaters: (request: ModelRequest): string => {
      hear(request);
      return reply(request, errors);
    },
    panelSize: 7,
    answer: number(),
    poll: lead({ by: 2 }),
    limits: { retries: 0 },
  };
  return chain(
    {
      panel,
      start: { sums: [1] },
      step: ({ sums }) => {
        if (sums.length > STEPS) return null;
        const last = sums.at(-1) ?? 0;
        return sums.length % pairEvery === 0 ? [`${last}+2`, `${last}+3`] : `${last}+1`;
      },
      next: ({ sums }, answer) => ({ sums: [...sums, ...[answer].flat()] }),
    },
    {
      id: "c",
      keep,
      retries: 20,
      ...(journal ? { journal } : {}),
      ...(signal ? { signal } : {}),
    },
  );
}

test("a chain that is cut off anywhere, again and again, ends as one that nobody disturbs", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        errors: fc.constantFrom(0, 10, 40),
        pairEvery: fc.integer({ min: 2, max: 9 }),
        keep: fc.constantFrom("runs" as const, "latest" as const, "states" as const),
      }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      async (task, cuts) => {
        const undisturbed = await run(task, undefined, () => undefined);
        const store = memoryJournal();
        const kept = new Set<string>();
        /** Notes what the journal has promised to keep. */
        const journal: Journal = {
          ...store,
          async open(id, inputs, options) {
            const opened = await store.open(id, inputs, options);
            return {
              ...opened,
              async stepFinished(stepId, outcome) {
                await opened.stepFinished(stepId, outcome);
                if (outcome.reply !== null) kept.add(stepId);
              },
            };
          },
        };
        let result: ChainResult<State> | null = null;
        for (const cut of [...cuts, Infinity]) {
          const stop = new AbortController();
          const before = new Set(kept);
          let calls = 0;
          const hear = ({ stepId }: ModelRequest): void => {
            expect(before).not.toContain(stepId);
            calls += 1;
            if (calls === cut) stop.abort();
          };
          result = await run(task, journal, hear, stop.signal).catch((error: unknown) => {
            if (error instanceof AbortError) return null;
            throw error;
          });
          if (result) break;
        }
        expect(result).toMatchObject({
          state: undisturbed.state,
          steps: undisturbed.steps,
          retried: undisturbed.retried,
        });
      },
    ),
    { numRuns: 30 },
  );
});

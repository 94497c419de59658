import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerReader } from "../protocol/answer.ts";
import type { Position } from "../protocol/position.ts";
import { fenceSource } from "./fence-source.ts";
import { firstMark } from "./fence.ts";
import { peerLabels } from "../record/peer-labels.ts";
import { roundMark } from "./round-mark.ts";
import type { DebateState, Seat } from "./state.ts";
import { viewOf } from "./view.ts";

const ROUND = 2;
const task = { question: "Why?", secret: () => "secret" };
const MARK = firstMark(fenceSource({ config: { seed: 0 }, task } as DebateState, ROUND));

/** Some texts contain the mark of the round, and some contain most of it. */
const text = fc
  .array(fc.constantFrom("some words", MARK, MARK.slice(1), " ", "\n"), { maxLength: 3 })
  .map((parts) => parts.join(""));
const turns = fc.array(text, { maxLength: 10 });
const member = fc.record({
  name: fc.oneof({ arbitrary: fc.constant("ann"), weight: 9 }, fc.constant(`dr ${MARK}`)),
  said: fc.option(fc.record({ text, answer: fc.option(text) })),
  turns,
});

test("a mark for all readers of a round is the mark that each would get for itself", () => {
  let shared = 0;
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 4 }),
      turns,
      fc.boolean(),
      fc.constantFrom("latest" as const, "digest" as const),
      fc.option(text),
      (members, opening, anonymous, show, crux) => {
        const first = opening.map((content) => ({ role: "user", content }));
        const seats = members.map(({ name, said, turns: own }, index) => ({
          index,
          member: { name },
          chat: [...first, ...own.map((content) => ({ role: "user", content }))],
          vote: said && ({ ...said, debater: name, reasoning: "" } as Position),
          value: null,
          marks: null,
        })) as unknown as Seat[];
        const config = { seed: 0, anonymous, show };
        const labels = peerLabels({ seed: 0, question: task.question, members: seats.length });
        const state = { config, task, seats, labels } as unknown as DebateState;
        const mark = roundMark(state, ROUND);
        if (mark !== null) shared += 1;
        for (const viewer of seats) {
          const viewing = { ...state, rounds: [], round: ROUND, visible: null, viewer, crux };
          const view = (known: string | null): unknown =>
            viewOf({ ...viewing, reader: {} as AnswerReader, around: [], mark: known });
          expect(view(mark)).toEqual(view(null));
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(shared).toBeGreaterThan(0);
});

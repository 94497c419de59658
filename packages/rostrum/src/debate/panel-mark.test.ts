import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerReader } from "../protocol/answer.ts";
import type { Position } from "../protocol/position.ts";
import { fenceMark, fenceSource } from "./marks.ts";
import { assignLabels } from "../record/peer-labels.ts";
import type { DebateState, Seat } from "./state.ts";
import { panelMark, showPanel } from "./view.ts";

const ROUND = 2;
const task = { question: "Why?", secret: () => "secret" };
const MARK = fenceMark(fenceSource({ config: { seed: 0 }, task } as DebateState, ROUND), []);

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

test("no reader of a round has a text that contains the mark of the round's fences", () => {
  let lengthened = 0;
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.constantFrom("latest" as const, "digest" as const, "transcript" as const),
      fc.option(text),
      (members, anonymous, show, crux) => {
        const positions = members.map(
          ({ name, said }) =>
            ({
              text: "",
              answer: null,
              ...said,
              debater: name,
              reasoning: "",
              status: "spoke",
            }) as Position,
        );
        const seats = members.map(({ name, said, turns: chat }, index) => ({
          index,
          member: { name },
          chat: chat.map((content) => ({ role: "user", content })),
          vote: said && positions[index],
          value: null,
          shown: new Map(),
        })) as unknown as Seat[];
        const labels = assignLabels({ seed: 0, question: task.question, members: seats.length });
        const ports = { rounds: [{ index: 0, positions }] };
        const state = {
          config: {
            seed: 0,
            anonymous,
            show,
            verify: { words: { ok: "is right", refuted: "is wrong" } },
          },
          task,
          seats,
          labels,
          ports,
        } as unknown as DebateState;
        const mark = panelMark(state, ROUND, crux === null ? [] : [crux]);
        if (mark !== MARK) lengthened += 1;
        for (const viewer of seats) {
          const reader = {} as AnswerReader;
          const view = showPanel(state, { visible: null, viewer, reader, crux, mark });
          const shown = [view.text, view.own, view.crux].join("\n");
          const fences = [...shown.matchAll(/^\[\[(\w+) (?:begin|end): [^]*?\]\]$/gm)];
          expect(shown.split(mark)).toHaveLength(fences.length + 1);
          for (const { content } of viewer.chat) expect(content).not.toContain(mark);
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(lengthened).toBeGreaterThan(0);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterAnswers } from "../answers/cluster.ts";
import { createReader } from "../answers/create-reader.ts";
import { choice, exact, math, number, text } from "../answers/answer-kinds.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { Position, Round } from "../protocol/position.ts";
import { choose } from "./choose.ts";
import { agreement, majority, never, stable, unanimous, weighted } from "./factories.ts";
import { findCertainOutcome, type OpenRound } from "./certain-outcome.ts";
import { shouldStop } from "./stop.ts";
import { createClusters } from "./votes.ts";

/** Answers that are equal, alike and different; under units and tolerance, "same" is not transitive. */
const KINDS = [
  [exact(), ["a", "a", "b", "c"]],
  [choice(["yes", "no", "maybe"]), ["yes", "Yes", "no", "maybe"]],
  [number(), ["42", "42 minutes", "0.7 hours", "42 days", "43"]],
  [number({ tolerance: 0.03 }), ["40", "41", "42", "43"]],
  [math(), ["1/2", "0.5", "x+1", "1+x"]],
  [text(), ["the sea", "The sea.", "a lake", "42"]],
  [text({ similarity: 0.5 }), ["the cold deep sea", "the deep sea", "the sea", "sea"]],
] as const;

/** An answer by its place in the list; -1 can't be read. */
const answer = fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4, -1);
const confidence = fc.constantFrom(null, 0.1, 0.5, 0.9, 1);
const member = fc.record({
  answer,
  confidence,
  weight: fc.constantFrom(1, 1, 1, 2, 5),
  late: fc.boolean(),
  /** What else it might say, where it is late; `null`: its call fails, with or without a way back. */
  instead: fc.array(fc.record({ answer, confidence, gone: fc.boolean() }), {
    minLength: 5,
    maxLength: 5,
  }),
});
const rules = fc.record({
  kind: fc.constantFrom(...KINDS),
  stop: fc.constantFrom(
    [agreement()],
    [agreement(0.5)],
    [unanimous()],
    [never()],
    [unanimous(), agreement(0.6)],
    [stable(), agreement(0.5)],
  ),
  decide: fc.constantFrom(majority(), majority({ keepLeader: false }), weighted()),
  isLastRound: fc.boolean(),
  escalateBelow: fc.constantFrom(0, 0.5),
});

interface Vote {
  value: ReadAnswer<unknown> | null;
  confidence: number | null;
  /** It can't be asked any more. */
  gone: boolean;
}

/** What a complete round comes to: who stops it, who wins, and whether somebody should look at it. */
function count(votes: readonly Vote[], open: OpenRound): unknown[] {
  const values = votes.map(({ value }) => value);
  const groups = clusterAnswers(values, open.reader);
  const positions = votes.map(({ value, confidence: sure }, index): Position | null =>
    value === null
      ? null
      : ({
          debater: String(index),
          answer: value.wording,
          confidence: sure,
          changed: false,
        } as Position),
  );
  const counted = votes.filter(({ gone }) => !gone).length;
  const share = (groups[0]?.length ?? 0) / counted;
  const clusters = createClusters(groups, positions);
  const rounds = [{ index: 0, positions: positions.filter((each) => each !== null) } as Round];
  const state = { question: "", round: 0, rounds, agreement: share, clusters };
  const { cluster } = choose(open.decide as ReturnType<typeof majority>, {
    question: "",
    votes: positions,
    clusters,
    weights: open.weights,
    names: votes.map((_, index) => String(index)),
    basis: "exact",
    leader: null,
  });
  const unread = votes.filter(({ value }) => value === null).length;
  return [
    shouldStop(open.stop, state),
    clusters[cluster]?.members,
    share < open.escalateBelow || 2 * unread > votes.length,
  ];
}

test("a certain outcome holds for every way in which the late members may reply", () => {
  let found = 0;
  fc.assert(
    fc.property(rules, fc.array(member, { minLength: 2, maxLength: 7 }), (chosen, panel) => {
      const { kind, ...others } = chosen;
      const [type, said] = kind;
      const reader = createReader(type as ReturnType<typeof exact>, "How many?") as AnswerReader;
      const read = (place: number): ReadAnswer<unknown> | null => {
        const wording = said[place % said.length];
        return place < 0 || wording === undefined
          ? null
          : reader.read(
              { answer: wording, from: "section", reasoning: "", confidence: null },
              wording,
            );
      };
      const known = panel.map(({ answer: place, late }) => (late ? null : read(place)));
      const open: OpenRound = {
        ...others,
        reader,
        comparable: "by_reader",
        roundCount: 1,
        lastChange: null,
        late: panel.flatMap(({ late }, index) => (late ? [index] : [])),
        values: known,
        votes: known,
        confidences: panel.map((each) => each.confidence),
        weights: panel.map(({ weight }) => weight),
        agreementDivisor: panel.length,
        askedCount: panel.length,
        unreadCount: panel.filter(({ late }, index) => !late && known[index] === null).length,
      };
      const certainWinners = findCertainOutcome(open);
      if (certainWinners === null) return;
      found += 1;
      const ways = [0, 1, 2, 3, 4].map((way) =>
        panel.map(({ late, instead, confidence: sure }, index): Vote => {
          const other = late ? instead[way] : undefined;
          if (!other) return { value: known[index] ?? null, confidence: sure, gone: false };
          const value = other.gone ? null : read(other.answer);
          return { value, confidence: other.confidence, gone: other.gone };
        }),
      );
      const [first, ...more] = ways.map((votes) => count(votes, open));
      expect(first?.[0] !== null || chosen.isLastRound).toBe(true);
      for (const [stop, winners, doubt] of [first ?? [], ...more]) {
        // The only round of a debate ends it whatever the stop rule says.
        if (!chosen.isLastRound) expect(stop).toEqual(first?.[0]);
        expect(doubt).toBe(false);
        expect(winners).toEqual(expect.arrayContaining([...certainWinners]));
      }
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(300);
});

test("rules that are functions, and rules for which every reply counts, make nothing certain", () => {
  const reader = createReader(exact(), "Which?") as AnswerReader;
  const a = { value: "a", wording: "a" };
  const round: OpenRound = {
    stop: [agreement(0.5)],
    decide: majority(),
    escalateBelow: 0.5,
    reader,
    comparable: "by_reader",
    isLastRound: true,
    roundCount: 1,
    lastChange: null,
    late: [3],
    values: [a, a, a, null],
    votes: [a, a, a, null],
    confidences: [null, null, null, null],
    weights: [1, 1, 1, 1],
    agreementDivisor: 4,
    askedCount: 4,
    unreadCount: 0,
  };
  expect(findCertainOutcome(round)).toEqual([0, 1, 2]);
  expect(findCertainOutcome({ ...round, roundCount: 2, stop: [() => true] })).toBeNull();
  expect(findCertainOutcome({ ...round, stop: [() => true] })).toEqual([0, 1, 2]);
  expect(findCertainOutcome({ ...round, decide: { type: "central" } })).toBeNull();
  expect(findCertainOutcome({ ...round, decide: { type: "posterior" } })).toBeNull();
  expect(findCertainOutcome({ ...round, roundCount: 2, stop: [unanimous()] })).toBeNull();
  // The debate goes on, and what the late one says may change the others' minds.
  expect(findCertainOutcome({ ...round, stop: [never()], isLastRound: false })).toBeNull();
  // Two of four are no more than the late one and another could be together.
  const split = [a, a, { value: "b", wording: "b" }, null];
  expect(findCertainOutcome({ ...round, values: split, votes: split })).toBeNull();
});

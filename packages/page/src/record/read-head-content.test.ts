import { describe, expect, test } from "vitest";
import { debate } from "@rostrum/runtime/api";
import { numberAnswers } from "@rostrum/core/export";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { type DebateRecord, fold } from "@rostrum/core/record";
import { listProblems } from "./list-problems.ts";
import { readHeadContent, type HeadContent } from "./read-head-content.ts";

type Config = Parameters<typeof debate>[1];

/** Runs a debate in which everybody gives one answer, or fails with one error. */
async function hold(
  answers: readonly (string | Error)[],
  more: object = {},
): Promise<DebateEvent[]> {
  const events: DebateEvent[] = [];
  const config = {
    debaters: answers.map((answer, index) => ({
      name: ["ada", "boole", "curie", "darwin"][index],
      model: () => {
        if (answer instanceof Error) throw answer;
        return `Answer: ${answer}`;
      },
    })),
    rounds: 0,
    answer: "exact",
    limits: { retries: 0 },
    ...more,
  } as unknown as Config;
  const waits = Promise.withResolvers<void>();
  const onEvent = (event: DebateEvent): void => {
    events.push(event);
    if (event.type === "debate.escalated") waits.resolve();
  };
  const ended = debate("Which?", config, { onEvent }).catch(() => null);
  // Under `wait`, it goes on only after a person's review.
  await ("onEscalate" in more ? waits.promise : ended);
  return events;
}

const record = (events: readonly DebateEvent[]): DebateRecord =>
  fold(events.filter((event): event is StoredEvent => event.type !== "debate.delta"));

const read = (events: readonly DebateEvent[]): HeadContent => {
  const held = record(events);
  return readHeadContent(held, numberAnswers(held.result.rounds));
};

const judge = (answer: string): object => ({
  judge: { name: "judge", model: () => `Answer: ${answer}` },
});

/** Differences are only asked for between long answers. */
const LONG = "and here is why, at some length: ".repeat(8);

/** Answers in prose, put into groups by a comparer that also names differences of these kinds. */
const compared = (groups: readonly number[][], kinds: readonly string[] = []): object => ({
  answer: "text",
  compare: () =>
    JSON.stringify({
      groups: groups.map((items, index) => ({ items, label: `group ${index}` })),
      differences: kinds.map((kind, index) => ({
        about: `Point ${index}`,
        kind,
        says: [
          { items: [1], text: `yes, ${index}` },
          ...(kind === "conflict" ? [{ items: [2], text: `no, ${index}` }] : []),
        ],
      })),
    }),
});

describe("the head of a debate", () => {
  test.each<[string, readonly (string | Error)[], object, Partial<HeadContent>]>([
    [
      "all agree",
      ["red", "red", "red"],
      {},
      { kind: "answered", headline: "red", support: "3 of 3", detail: "all agree", note: "" },
    ],
    [
      "one differs",
      ["red", "blue", "red"],
      {},
      { kind: "answered", headline: "red", support: "2 of 3", detail: "boole differs" },
    ],
    [
      "one text stands for two wordings",
      ["Stay on Postgres, which the team knows", "Move to Dynamo", "Keep the relational store"],
      compared([[1, 3], [2]]),
      { support: "2 of 3", note: "Answer by ada · decided by majority vote" },
    ],
    [
      "all agree, and contradict one another in the details",
      [`Stay on Postgres. ${LONG}`, `Keep what runs. ${LONG}`],
      compared([[1, 2]], ["conflict", "unique", "conflict"]),
      {
        support: "2 of 2",
        detail: "2 contradictions in the details",
        isDetailLinked: true,
        note: "Answer by ada",
      },
    ],
    [
      "all agree, and some say more",
      [`Stay on Postgres. ${LONG}`, `Keep what runs. ${LONG}`],
      compared([[1, 2]], ["unique"]),
      { support: "2 of 2", detail: "they differ on 1 detail", isDetailLinked: true },
    ],
    [
      "one is missing",
      ["red", new DOMException("timed out", "TimeoutError"), "red"],
      {},
      { kind: "answered", headline: "red", support: "2 of 3", detail: "boole is missing" },
    ],
    [
      "a tie has no answer",
      ["red", "blue"],
      {},
      {
        kind: "tied",
        headline: "The panel is tied: one for each of two answers",
        isAnswer: false,
        support: "1 to 1",
      },
    ],
    [
      "answers that were not compared are no tie",
      ["Stay on Postgres", "Keep the relational store"],
      { ...compared([[1, 2]]), budget: { calls: 2 } },
      {
        kind: "tied",
        headline: "The answers were not compared",
        isAnswer: false,
        support: "",
      },
    ],
    [
      "a judge may decide a tie",
      ["red", "blue"],
      judge("blue"),
      { kind: "answered", headline: "blue", support: "1 of 2", detail: "ada differs" },
    ],
    [
      "a judge against the majority has the support of its own answer",
      ["red", "red", "blue"],
      judge("blue"),
      { kind: "answered", headline: "blue", support: "1 of 3", detail: "ada and boole differ" },
    ],
    [
      "nobody could be reached",
      [new Error("503"), new Error("503")],
      {},
      { kind: "failed", headline: "No answer: none of the two members could be reached" },
    ],
    [
      "a person has to decide",
      ["red", "blue", "green"],
      { onEscalate: "wait" },
      {
        kind: "waiting",
        headline: "Waiting for a person's decision: three members, three answers",
      },
    ],
  ])("%s", async (_name, answers, more, expected) => {
    expect(read(await hold(answers, more))).toMatchObject(expected);
  });

  test("until a round is over, nothing is called an answer", async () => {
    const events = await hold(["red", "blue", "red"]);
    const ends = events.findIndex(({ type }) => type === "debate.round_completed");
    for (let count = 1; count < ends; count++) {
      const standing = read(events.slice(0, count));
      expect(standing).toMatchObject({ kind: "running", isAnswer: false });
      expect(standing.headline).toBe("Three members are answering");
    }
    const started = events.find((event) => event.type === "debate.started");
    const working = (kind: string, count: number): string =>
      read([
        {
          ...started,
          rules: { ...started?.rules, answer: kind },
          panel: started?.panel.slice(0, count),
        } as DebateEvent,
      ]).headline;
    expect([working("findings", 1), working("findings", 2), working("exact", 1)]).toEqual([
      "One member is reviewing",
      "Two members are reviewing",
      "One member is answering",
    ]);
    expect(read(events.slice(0, ends + 1))).toMatchObject({
      kind: "running",
      headline: "red",
      support: "2 of 3",
    });
  });
});

describe("what is wrong with a debate", () => {
  test("it names who is missing and why, without percentages", async () => {
    const problems = listProblems(
      record(await hold(["red", new DOMException("timed out", "TimeoutError"), "blue", "green"])),
    );
    const words = problems.flatMap(({ title, details }) => [title, ...details]).join("\n");
    expect(words).toContain("Degraded: boole timed out.\nOne vote is missing.");
    expect(words).not.toContain("%");
  });

  test("if nobody replied, it says why, once for all", async () => {
    const failed = record(await hold([new Error("503 overloaded"), new Error("503 overloaded")]));
    expect(listProblems(failed)).toMatchObject([
      {
        kind: "failed",
        title: "ada and boole failed: 503 overloaded.",
        details: [],
      },
    ]);
  });

  test("known causes have plain words, and an overruled majority is counted", async () => {
    const unreachable = new Error("Cannot connect to API: bad port (calling [address])");
    const [degraded] = listProblems(record(await hold(["red", "red", unreachable])));
    expect(degraded).toMatchObject({
      title: "Degraded: curie couldn't be reached.",
      details: ["Two members agree; the third might have differed."],
    });
    const [overruled] = listProblems(record(await hold(["red", "red", "blue"], judge("blue"))));
    expect(overruled).toMatchObject({
      title: "The judge overruled the majority.",
      details: ["Two of three answered “red”."],
    });
  });

  test("a running debate is not called degraded for calls in flight", async () => {
    const events = await hold(["red", new Error("503"), "red"]);
    const ends = events.findIndex(({ type }) => type === "debate.round_completed");
    expect(listProblems(record(events.slice(0, ends)))).toEqual([]);
  });
});

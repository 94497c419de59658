import { describe, expect, test } from "vitest";
import {
  debate,
  fold,
  memoryJournal,
  toHtml,
  toMarkdown,
  type Calibration,
  type DebateConfig,
  type Verdict,
} from "../../packages/rostrum/src/index.ts";
import type { Missing } from "../../packages/core/src/protocol/result.ts";
import { calibrate } from "../../packages/eval/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { answering, named, panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";

const split = (): DebateConfig["debaters"] => panelSaying("red", "red", "blue");
const verdict = (given: unknown) => () => given as Verdict;
const strangers: Calibration = calibrate(
  Array.from({ length: 40 }, (_, row) => ({
    gold: String(row),
    replies: { ann: String(row), bob: String(row) },
  })),
  { answer: "number" },
);

interface Case {
  title: string;
  config: DebateConfig;
  missing: Partial<Missing>[];
}

const cases: Case[] = [
  {
    title: "a check that throws",
    config: {
      debaters: split(),
      verify: () => {
        throw new Error("no network");
      },
    },
    missing: [
      { what: "check", about: "red", error: "no network" },
      { what: "check", about: "blue", error: "no network" },
    ],
  },
  {
    title: "a check that rejects",
    config: { debaters: says("red"), verify: () => Promise.reject(new Error("no network")) },
    missing: [{ what: "check", about: "red", error: "no network" }],
  },
  {
    title: "a check that returns no verdict",
    config: { debaters: says("red"), verify: verdict(true) },
    missing: [{ what: "check", error: 'expected "ok", "refuted" or "unknown", got a boolean' }],
  },
  {
    title: "a check that never ends",
    config: {
      debaters: says("red"),
      verify: () => new Promise<Verdict>(() => undefined),
      limits: { timeoutMs: 30 },
    },
    missing: [{ what: "check", error: expect.stringContaining("within 30 ms") as string }],
  },
  {
    title: "a router that fails",
    config: { debaters: says("red"), route: { type: "confident", model: says({ error: "down" }) } },
    missing: [{ what: "router", error: "down" }],
  },
  {
    title: "a router that gives no answer",
    config: { debaters: says("red"), route: { type: "confident", model: says("") } },
    missing: [{ what: "router", error: "its reply gave no answer" }],
  },
  {
    title: "a router for which the budget has no room",
    config: {
      debaters: says("red"),
      rounds: 0,
      route: "confident",
      budget: { calls: 3 },
    },
    missing: [{ what: "router", error: "its call does not fit into the budget" }],
  },
  {
    title: "a judge that fails",
    config: { debaters: split(), judge: says({ error: "down" }) },
    missing: [{ what: "judge", error: "down" }],
  },
  {
    title: "a judge that names nobody",
    config: {
      debaters: split(),
      judge: says("Hard to say."),
      decide: { type: "judged", mode: "pick" },
    },
    missing: [{ what: "judge", error: "its reply names nobody" }],
  },
  {
    title: "a judge that fails in the opposite order",
    config: {
      debaters: split(),
      judge: ({ stepId }) => {
        if (stepId.endsWith("reversed")) throw new Error("down");
        return answering("red", 0.9);
      },
      decide: { type: "judged", bothOrders: true },
    },
    missing: [{ what: "judge", error: "with the positions in the opposite order: down" }],
  },
  {
    title: "a judge that contradicts itself",
    config: {
      debaters: split(),
      judge: ({ stepId }) => answering(stepId.endsWith("reversed") ? "blue" : "red", 0.9),
      decide: { type: "judged", bothOrders: true },
    },
    missing: [{ what: "judge", error: expect.stringContaining("contradicted itself") as string }],
  },
  {
    title: "a judge that leaves out what `structured` asks for",
    config: {
      debaters: split(),
      judge: says("Answer: red"),
      decide: { type: "judged", structured: true },
    },
    missing: [{ what: "judge", error: expect.stringContaining("without the reasons") as string }],
  },
  {
    title: "a judge whose own answer a check refutes",
    config: {
      debaters: split(),
      judge: says(answering("green", 0.9)),
      verify: (answer) => (answer === "green" ? "refuted" : "unknown"),
    },
    missing: [{ what: "judge", error: "a check refuted its answer" }],
  },
  {
    title: "a calibration that knows none of the debaters",
    config: {
      debaters: named({ eve: "1", dan: "1", kim: "2" }),
      answer: "number" as never,
      poll: { type: "sequential", calibration: strangers },
    },
    missing: [
      { what: "calibration", error: expect.stringContaining("none of the debaters") as string },
    ],
  },
];

describe("what was asked for and did not happen degrades the result, and is named", () => {
  test.each(cases)("$title", async ({ config, missing }) => {
    const journal = memoryJournal();
    const full: DebateConfig = {
      rounds: 0,
      answer: "exact",
      ...config,
      limits: { retries: 0, ...config.limits },
      journal,
    };
    const result = await debate(QUESTION, full, { id });
    expect(result.answer).not.toBeNull();
    expect(result.integrity).toMatchObject({ degraded: true, missing });
    expect(result.integrity.missing).toHaveLength(missing.length);
    // Everything that shows the result says so.
    const events = (await journal.read(id))?.events ?? [];
    expect(fold(events).result).toEqual(result);
    expect((await journal.list()).runs[0]?.degraded).toBe(true);
    const words = result.integrity.missing[0]?.error ?? "";
    expect(toMarkdown(result)).toContain("Degraded");
    expect(toMarkdown(result)).toContain(words.slice(0, 8));
    expect(toHtml(result)).toContain("Degraded");
  });

  test("the same things that do happen leave the result whole", async () => {
    const whole: DebateConfig[] = [
      { debaters: says("red"), verify: () => "unknown" },
      { debaters: says("red"), verify: () => "ok" },
      { debaters: says("red"), route: { type: "confident", model: says(answering("x", 0.1)) } },
      {
        debaters: split(),
        judge: says(JSON.stringify({ answer: "red", justification: "it is", citations: [] })),
        decide: { type: "judged", structured: true, bothOrders: true },
      },
    ];
    for (const config of whole) {
      const result = await debate(QUESTION, { rounds: 0, answer: "exact", ...config });
      expect(result.integrity).toMatchObject({ degraded: false, missing: [] });
    }
  });

  test("orders that could not be compared are not called contradictory", async () => {
    const found = cases.find(({ title }) => title.includes("fails in the opposite order"));
    const result = await debate(QUESTION, {
      rounds: 0,
      answer: "exact",
      limits: { retries: 0 },
      ...found?.config,
    } as DebateConfig);
    expect(result.decision).not.toHaveProperty("ordersAgree");
    expect(result.integrity.fallback).toBe("majority");
  });

  test("a router's single answer is checked too: a refuted one doesn't spare the debate", async () => {
    const result = await debate(QUESTION, {
      debaters: says("red"),
      route: { type: "confident", model: says(answering("green", 0.99)) },
      answer: "exact",
      verify: (answer) => (answer === "green" ? "refuted" : "unknown"),
    });
    expect(result).toMatchObject({ routing: "debate", answer: "red" });
  });
});

describe("a check that hangs", () => {
  test("is told to stop, and an abort ends the run", async () => {
    const leave = new AbortController();
    const told = Promise.withResolvers<void>();
    const verify = (_answer: string, { signal }: { signal: AbortSignal }): Promise<Verdict> => {
      signal.addEventListener("abort", () => told.resolve());
      leave.abort();
      return new Promise(() => undefined);
    };
    const running = debate(QUESTION, { debaters: says("red"), verify }, { signal: leave.signal });
    const error = await rejection(running);
    expect(error.name).toBe("AbortError");
    expect(error.partial.rounds[0]?.positions[0]?.text).toBe("red");
    await told.promise;
  });
});

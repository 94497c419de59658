import { describe, expect, test } from "vitest";
import {
  debate,
  memoryJournal,
  type DebateConfig,
  type Journal,
  type ModelRequest,
  JournalError,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";

describe("a journal that fails", () => {
  const failingAt = (
    method: "stepStarted" | "stepFinished" | "appendEvents" | "close",
    late = true,
  ): Journal => {
    const inner = memoryJournal();
    return {
      read: (run) => inner.read(run),
      open: async (run, inputs, options) => {
        const opened = await inner.open(run, inputs, options);
        const fail = (): Promise<void> => {
          const error = new Error(`disk full at ${method}`);
          if (late) return Promise.reject(error);
          throw error;
        };
        return { ...opened, [method]: fail };
      },
    };
  };

  test.each([
    ["stepStarted", true],
    ["stepFinished", true],
    ["appendEvents", true],
    ["close", true],
    ["stepStarted", false],
    ["stepFinished", false],
    ["appendEvents", false],
    ["close", false],
  ] as const)(
    "at %s (later: %s): the run ends with its error as the cause, carrying partial",
    async (method, late) => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown): number => unhandled.push(reason);
      process.on("unhandledRejection", note);
      const slow = async ({ debater }: ModelRequest): Promise<string> => {
        await new Promise(setImmediate);
        return `${debater}`;
      };
      const config: DebateConfig = { debaters: slow, rounds: 0, journal: failingAt(method, late) };
      const error = await rejection(debate(QUESTION, config, { id }));
      await new Promise(setImmediate);
      process.off("unhandledRejection", note);
      expect(error.message).toBe(`disk full at ${method}`);
      expect(error.partial).not.toBeNull();
      expect(unhandled).toEqual([]);
    },
  );

  test("is closed only after the last write has ended", async () => {
    const inner = memoryJournal();
    let pendingWrites = 0;
    let pendingAtClose: number | undefined;
    const journal: Journal = {
      read: (run) => inner.read(run),
      async open(...run) {
        const opened = await inner.open(...run);
        return {
          ...opened,
          async appendEvents([event]) {
            if (event?.type === "debate.started") throw new Error("disk full");
            if (event?.type !== "debate.completed") return;
            pendingWrites += 1;
            await new Promise(setImmediate);
            pendingWrites -= 1;
          },
          close(status) {
            pendingAtClose ??= pendingWrites;
            return opened.close(status);
          },
        };
      },
    };
    const config: DebateConfig = { debaters: says("red"), rounds: 0, journal };
    await expect(debate(QUESTION, config, { id })).rejects.toThrow("disk full");
    expect(pendingAtClose).toBe(0);
  });

  test("at open: an error of ours, with the journal's as the cause", async () => {
    const journal: Journal = {
      read: async () => undefined,
      open: () => Promise.reject(new Error("no such disk")),
    };
    const model = says("red");
    const error = await rejection(debate(QUESTION, { debaters: model, journal }, { id }));
    expect(error).toMatchObject({
      message: "no such disk",
      cause: { message: "no such disk" },
      partial: { rounds: [] },
    });
    expect(model.requests).toHaveLength(0);
  });

  test("a log that could not be written on has an end that says what was spent", async () => {
    const inner = memoryJournal();
    const full = (): never => {
      throw new JournalError("journal_full", "no room");
    };
    // As on a full disk: long texts have no room, and no event may follow one that is missing.
    const journal: Journal = {
      read: (run) => inner.read(run),
      async open(run, inputs, options) {
        const opened = await inner.open(run, inputs, options);
        let count = opened.stored.events.length;
        return {
          ...opened,
          stepFinished: full,
          async appendEvents(events) {
            for (const event of events) {
              if (event.type === "debate.response" || event.seq > count) full();
              await opened.appendEvents([event]);
              count = event.seq + 1;
            }
          },
        };
      },
    };
    const model = (): { text: string; costUsd: number } => ({ text: "Answer: 7", costUsd: 0.25 });
    const config: DebateConfig = { debaters: [model, model], rounds: 0, journal };
    const error = await rejection(debate(QUESTION, config, { id }));
    expect(error).toMatchObject({ code: "journal_full" });
    const stored = await inner.read(id);
    expect(stored?.status).toBe("failed");
    const last = stored?.events.at(-1);
    expect(last).toMatchObject({
      type: "debate.failed",
      seq: (stored?.events.length ?? 0) - 1,
      error: { code: "journal_full" },
      calls: [
        { step: "debater_0_round_0", attempts: 1, costUsd: 0.25 },
        { step: "debater_1_round_0", attempts: 1, costUsd: 0.25 },
      ],
    });
    const [run] = (await inner.list()).runs;
    expect(run).toMatchObject({ status: "failed", calls: 2, costUsd: 0.5 });
  });
});

import { debate, Debate, fold, RostrumError, type DebateEvent } from "rostrum";
import { afterEach, expect, test, vi } from "vitest";

const debaters = [() => "Answer: 1", () => "Answer: 1", () => "no answer\nat all"];

/** Breaks a function that building a degraded result needs, as in a runtime that lacks it. */
function breakGroupBy(): void {
  vi.spyOn(Map, "groupBy").mockImplementation(() => {
    throw new TypeError("Map.groupBy is not a function");
  });
}

const catchError = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
};

afterEach(() => void vi.restoreAllMocks());

test("an internal error of a run that read nothing is not reported as a damaged record", async () => {
  breakGroupBy();
  const error = await catchError(() =>
    debate("How many?", { debaters, answer: "number", rounds: 0 }),
  );
  expect(error).toBeInstanceOf(RostrumError);
  expect(error).toMatchObject({ code: "failed", message: "Map.groupBy is not a function" });
});

test("events that can't be read are named", async () => {
  const events: DebateEvent[] = [];
  const panel = new Debate({ debaters, answer: "number", rounds: 0 });
  await panel.run("How many?", { onEvent: (event) => void events.push(event) });
  const damaged = events.map((event) => {
    if (event.type !== "debate.started") return event;
    const { panel: _panel, ...rest } = event;
    return rest as DebateEvent;
  });
  const error = await catchError(() => fold(damaged));
  expect(error).toMatchObject({ code: "event_unreadable" });
  expect((error as Error).message).toBe(
    "event 0 (debate.started) can't be read; the error's cause says why. " +
      "If the record is damaged, restore it from a copy, or use another id.",
  );
});

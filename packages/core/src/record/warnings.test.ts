import { describe, expect, test } from "vitest";
import type { Position, PositionStatus, Round } from "../protocol/position.ts";
import { listWarnings } from "./warnings.ts";

type Entry = Partial<Position>;

function roundOf(index: number, entries: readonly Entry[]): Round {
  const positions = entries.map((entry, member): Position => ({
    debater: `debater_${member}`,
    round: index,
    status: "spoke",
    text: "Answer: 42",
    answer: "42",
    headline: "42",
    reasoning: "",
    confidence: null,
    changed: false,
    cluster: 0,
    ...entry,
  }));
  return { index, positions, agreement: 1, stopped: false };
}

const panelOf = (...models: string[]) =>
  models.map((model, member) => ({ name: `debater_${member}`, model, weight: 1 }));
const LONG = "I have thought about this for a long time. ".repeat(6);

describe("replies with exactly the same text", () => {
  const echo = (models: string[], entries: Entry[]): boolean =>
    listWarnings([roundOf(0, entries)], panelOf(...models)).some((text) =>
      text.includes("are exactly the same"),
    );
  const short: Entry = { text: "Answer: 42" };
  const long: Entry = { text: LONG };

  test.each<[string, string[], Entry[], boolean]>([
    ["one model, however short", ["openai/a", "openai/a"], [short, short], true],
    ["different models, a short answer", ["openai/a", "openai/b"], [short, short], false],
    ["different models, a long text", ["openai/a", "openai/b"], [long, long], true],
    ["one model, different words", ["openai/a", "openai/a"], [short, long], false],
    ["functions, of which nothing is known", ["function:f", "function:f"], [short, short], false],
    ["functions, a long text", ["function:f", "function:f"], [long, long], true],
    [
      "a fallback makes it one model",
      ["openai/a", "openai/b"],
      [short, { ...short, model: "openai/a" }],
      true,
    ],
    [
      "a fallback makes it two",
      ["openai/a", "openai/a"],
      [short, { ...short, model: "openai/b" }],
      false,
    ],
    ["only one spoke", ["openai/a", "openai/a"], [short, { ...short, status: "failed" }], false],
    ["nobody spoke", ["openai/a"], [{ status: "unread" }], false],
  ])("%s", (_, models, entries, warned) => {
    expect(echo(models, entries)).toBe(warned);
  });

  test("later rounds may agree word for word: that is what they are for", () => {
    const rounds = [roundOf(0, [short, long]), roundOf(1, [long, long])];
    expect(listWarnings(rounds, panelOf("openai/a", "openai/a"))).toEqual([]);
  });
});

describe("members that fail often", () => {
  const attended = (...statuses: PositionStatus[]): string[] =>
    listWarnings(
      statuses.map((status, index) => roundOf(index, [{ status, text: `${index}` }])),
      panelOf("openai/a"),
    );

  test("half of the rounds or more", () => {
    const warning = "debater_0 failed in 1 of 2 rounds: check its model or its limits.";
    expect(attended("failed", "spoke")).toEqual([warning]);
    expect(attended("failed", "spoke", "spoke")).toEqual([]);
    expect(attended("spoke", "failed", "failed")).toHaveLength(1);
  });

  test("a provider that is down is no reason to check the model", () => {
    const failed = (errorCode: string): Entry => ({ status: "failed", errorCode });
    const warn = (...codes: string[]): string[] =>
      listWarnings(
        codes.map((code, index) => roundOf(index, [failed(code)])),
        panelOf("openai/a"),
      );
    const down = "its provider is down or out of reach: try again later, or check its address.";
    expect(warn("503", "unreachable")).toEqual([`debater_0 failed in 2 of 2 rounds: ${down}`]);
    expect(warn("503", "429")).toEqual([expect.stringContaining("check its model")]);
  });

  test("rounds in which it wasn't asked don't count; one round is no pattern", () => {
    expect(attended("failed")).toEqual([]);
    expect(attended("failed", "not_asked", "kept")).toEqual([]);
    expect(attended("failed", "not_asked", "unread")).toHaveLength(1);
  });
});

test("a resumed run is promised only while the run can be resumed", () => {
  const rounds = [roundOf(0, [{ status: "failed", permanent: true }])];
  const warnWith = (stopReason: string): string[] =>
    listWarnings(rounds, panelOf("openai/a"), { stopReason });
  const warning =
    "debater_0 was not asked again after a permanent error: check its key and its model.";
  expect(warnWith("max_rounds")).toEqual([warning]);
  const promise = [`${warning} A resumed run asks it again.`];
  expect(warnWith("budget")).toEqual(promise);
  expect(warnWith("panel_failed")).toEqual(promise);
  expect(listWarnings(rounds, panelOf("openai/a"))).toEqual(promise);
});

test("no rounds, nothing to say", () => {
  expect(listWarnings([], [])).toEqual([]);
});

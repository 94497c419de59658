import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const good = {
  dim: 64,
  layers: 4,
  heads: 2,
  feedForward: 192,
  vocabulary: "\0\n01",
  maxAnswer: 96,
  maxPeers: 4,
};

describe("readSettings", () => {
  it("reads what the training code wrote", () => {
    expect(readSettings({ settings: JSON.stringify(good) })).toEqual(good);
  });

  it("refuses what no network could be made from", () => {
    expect(() => readSettings({})).toThrow("doesn't say what network it is for");
    expect(() => readSettings({ settings: JSON.stringify({ ...good, layers: 0 }) })).toThrow(
      "settings.layers",
    );
    expect(() => readSettings({ settings: JSON.stringify({ ...good, dim: 72 }) })).toThrow(
      "settings.dim",
    );
  });
});

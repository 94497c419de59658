import { describe, expect, it } from "vitest";
import { parseEmbeddedId, VARIANTS } from "./ids.ts";

describe("parseEmbeddedId", () => {
  it.each([
    ["embedded", ["xs-1"]],
    ["embedded/xs", ["xs-1"]],
    ["embedded/xs-2", ["xs-2"]],
    ["embedded/m", ["m"]],
    ["embedded*3", ["xs-1", "xs-2", "xs-3"]],
    ["embedded/xs*5", ["xs-1", "xs-2", "xs-3", "xs-1", "xs-2"]],
    ["embedded/xs-2*2", ["xs-2", "xs-2"]],
    ["embedded/m*3", ["m", "m", "m"]],
  ])("%s", (id, variants) => {
    expect(parseEmbeddedId(id)).toEqual(variants);
  });

  it("leaves other ids to others", () => {
    for (const id of [
      "",
      "embedde",
      "embedded/l",
      "embedded*0",
      "embedded/",
      "openai/embedded",
      "embedded*x",
    ]) {
      expect(parseEmbeddedId(id)).toBeNull();
    }
  });

  it("reads back what a debater calls itself", () => {
    for (const variant of VARIANTS)
      expect(parseEmbeddedId(`embedded/${variant}`)).toEqual([variant]);
  });
});

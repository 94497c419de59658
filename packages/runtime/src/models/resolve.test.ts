import { expect, test } from "vitest";
import { ConfigError } from "@rostrum/core/support";
import { expandModel, resolveModel } from "./resolve.ts";

test.each([
  ["openai/x*3", ["openai/x", "openai/x", "openai/x"]],
  [
    "compat:x@http://localhost:1/v1*2",
    ["compat:x@http://localhost:1/v1", "compat:x@http://localhost:1/v1"],
  ],
  ["openai/x", ["openai/x"]],
  ["embedded*3", ["embedded/xs-1", "embedded/xs-2", "embedded/xs-3"]],
])("%s stands for %j", (id, ids) => {
  expect(expandModel(id)).toEqual(ids);
});

test.each(["openai/x*3", "embedded*3", "embedded/m*2"])(
  "one seat can't hold several: %s is refused",
  (id) => {
    expect(() => resolveModel(id, "judge.model")).toThrow(ConfigError);
    expect(() => resolveModel(id, "judge.model")).toThrow(`"${id}"`);
  },
);

test.each(["embedded/xl", "embedded/", "embedded*0"])(
  "%s is refused with those there are",
  (id) => {
    expect(() => resolveModel(id, "model")).toThrow("expected embedded, embedded/xs-1");
  },
);

test("spaces around an id don't count", () => {
  expect(resolveModel(" embedded/m ", "model").id).toBe("embedded/m");
  expect(resolveModel(" ollama/x ", "model").id).toBe("ollama/x");
});

test("what is no model is refused", () => {
  expect(() => resolveModel(42 as never, "model")).toThrow(
    "expected a model id, an AI SDK model or a function, got number",
  );
});

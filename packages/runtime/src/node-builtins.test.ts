import { afterEach, expect, it, vi } from "vitest";
import { environmentVariables, nodeModule, nodeModuleIfAny } from "./node-builtins.ts";

afterEach(() => vi.unstubAllGlobals());

it("a runtime that refuses to look up modules has none", () => {
  const getBuiltinModule = (): never => {
    throw new Error("not supported in the edge runtime");
  };
  vi.stubGlobal("process", { getBuiltinModule });
  expect(nodeModuleIfAny("node:path")).toBeUndefined();
  expect(environmentVariables()).toEqual({});
});

it("says what needs Node where there is none", () => {
  expect(nodeModule("node:path", "x").sep).toBeTypeOf("string");
  vi.stubGlobal("process", undefined);
  expect(nodeModuleIfAny("node:path")).toBeUndefined();
  expect(environmentVariables()).toEqual({});
  expect(() => nodeModule("node:path", "a command: model")).toThrow(
    "a command: model: needs Node 22.16 or later, Bun or Deno; this runtime has no node:path",
  );
});

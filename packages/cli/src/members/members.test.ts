import { expect, test } from "vitest";
import { nameAfterModels, nameMembers } from "./name-members.ts";

test.each<[string[], (string | null)[]]>([
  [
    ["openai/gpt-5.2", "openai/gpt-5.1"],
    ["gpt-5.2", "gpt-5.1"],
  ],
  [
    ["openai/a", "openai/b", "openai/a"],
    ["a (1)", "b", "a (2)"],
  ],
  [
    ["openai/a", "azure/a"],
    ["openai/a", "azure/a"],
  ],
  [
    ["openrouter/maker/model-3:free", "ollama/llama3:8b"],
    ["model-3:free", "llama3:8b"],
  ],
  [["compat:my-model@http://127.0.0.1:8000/v1"], ["my-model"]],
  [
    ['command:["/home/ann/claude","-p"]', "command:codex exec"],
    ["claude", "codex"],
  ],
  [
    ["human:grace", "embedded/xs-1"],
    ["grace", "xs-1"],
  ],
  [["compat:judge@http://127.0.0.1:8000/v1"], ["judge (1)"]],
  [
    ["function:careful", ""],
    [null, null],
  ],
])("%j are called %j", (ids, names) => {
  expect(nameAfterModels(ids)).toEqual(names);
});

test("a long model name is cut to what a name may be, with its number", () => {
  const id = `openai/${"x".repeat(90)}`;
  const [first, second] = nameAfterModels([id, id]);
  expect(first).toBe(`${"x".repeat(60)} (1)`);
  expect(second).toHaveLength(64);
});

test("members that have a name keep it, and nobody else gets it", () => {
  const call = (): string => "Answer: 4";
  const { debaters } = nameMembers({
    debaters: [
      { name: "a", model: "openai/b" },
      "openai/a*2",
      { model: "openai/c", temperature: 0 },
      { name: "d", model: "openai/d*2" },
      call,
    ],
  });
  expect(debaters).toEqual([
    { name: "a", model: "openai/b" },
    { name: "a (1)", model: "openai/a" },
    { name: "a (2)", model: "openai/a" },
    { name: "c", model: "openai/c", temperature: 0 },
    { name: "d", model: "openai/d*2" },
    call,
  ]);
});

test("one model for the whole panel becomes as many members as it has seats", () => {
  expect(nameMembers({ debaters: "openai/a", panelSize: 2 })["debaters"]).toEqual([
    { name: "a (1)", model: "openai/a" },
    { name: "a (2)", model: "openai/a" },
  ]);
});

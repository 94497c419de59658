import { describe, expect, test } from "vitest";
import { chooseReader } from "./printed-reply.ts";

/*
 * The shapes are made from the programs' documentation: Claude Code (headless), Codex (exec_events), Gemini CLI (headless
 * mode reference) and opencode (run --format json). None was recorded from a call.
 */

function read(command: string, printed: unknown): unknown {
  const [program = "", ...args] = command.split(" ");
  return chooseReader(
    program,
    args,
  )?.(typeof printed === "string" ? printed : JSON.stringify(printed));
}

const lines = (...events: unknown[]): string =>
  events.map((event) => JSON.stringify(event)).join("\n");

describe("claude -p --output-format json", () => {
  const command = "/usr/local/bin/claude -p --output-format json";
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1200,
    num_turns: 1,
    result: "Answer: 42",
    session_id: "x",
    total_cost_usd: 0.0123,
    usage: {
      input_tokens: 4,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 20,
      output_tokens: 7,
    },
  };
  test("is read with its usage and cost", () => {
    expect(read(command, result)).toEqual({
      text: "Answer: 42",
      usage: { inputTokens: 124, cachedInputTokens: 20, cacheWriteTokens: 100, outputTokens: 7 },
      costUsd: 0.0123,
    });
  });
  test("the value of a flag that isn't there is an argument like any other", () => {
    expect(chooseReader("claude", ["json"])).toBeNull();
    expect(chooseReader("claude", ["--output-format=json"])).not.toBeNull();
  });
  test("what isn't there, or is no amount, is unknown", () => {
    const { total_cost_usd: _, usage: __, ...bare } = result;
    const unknown = {
      inputTokens: null,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: null,
    };
    expect(read(command, bare)).toEqual({ text: "Answer: 42", usage: unknown });
    const odd = { ...result, total_cost_usd: -1, usage: { ...result.usage, output_tokens: "7" } };
    expect(read(command, odd)).toEqual({
      text: "Answer: 42",
      usage: expect.objectContaining({ inputTokens: 124, outputTokens: null }),
    });
  });
  test("an error is one, whatever the exit code", () => {
    expect(
      read(command, { ...result, is_error: true, result: "Credit balance is too low" }),
    ).toEqual({
      error: "Credit balance is too low",
    });
    expect(read(command, { type: "result", subtype: "error_max_turns", is_error: false })).toEqual({
      error: "error_max_turns",
    });
  });
});

describe("codex exec --json", () => {
  const command = "codex exec --json -";
  const usage = { input_tokens: 100, cached_input_tokens: 60, output_tokens: 9 };
  const message = (text: string): object => ({
    type: "item.completed",
    item: { id: "item_1", type: "agent_message", text },
  });
  test("the last message is the reply, and turns add up", () => {
    const printed = lines(
      { type: "thread.started", thread_id: "t" },
      { type: "turn.started" },
      { type: "item.completed", item: { type: "reasoning", text: "thinking" } },
      message("Let me see."),
      { type: "item.completed", item: { type: "command_execution", command: "ls" } },
      message("Answer: 42"),
      { type: "turn.completed", usage },
      { type: "turn.completed", usage },
    );
    expect(read(command, printed)).toEqual({
      text: "Answer: 42",
      usage: { inputTokens: 200, cachedInputTokens: 120, outputTokens: 18 },
    });
  });
  test("a turn without usage makes it unknown, and a failed one is an error", () => {
    expect(read(command, message("42"))).toMatchObject({ usage: { inputTokens: null } });
    const half = lines(
      message("42"),
      { type: "turn.completed", usage },
      { type: "turn.completed" },
    );
    expect(read(command, half)).toMatchObject({ usage: { inputTokens: null, outputTokens: null } });
    const failed = lines({ type: "turn.failed", error: { message: "usage limit" } });
    expect(read(command, failed)).toEqual({ error: "usage limit" });
  });
});

describe("gemini --output-format json", () => {
  const command = "gemini --output-format=json";
  const tokens = { prompt: 50, candidates: 5, total: 58, cached: 10, thoughts: 3, tool: 0 };
  test("the tokens of all its models add up", () => {
    const stats = { models: { "gemini-pro": { api: {}, tokens }, "gemini-flash": { tokens } } };
    expect(read(command, { response: "42", stats })).toEqual({
      text: "42",
      usage: { inputTokens: 100, cachedInputTokens: 20, outputTokens: 16, reasoningTokens: 6 },
    });
    expect(read("gemini -o json", { response: "42" })).toMatchObject({
      usage: { inputTokens: null },
    });
    expect(read(command, { error: { type: "Error", message: "no quota" } })).toEqual({
      error: "no quota",
    });
  });
});

describe("opencode run --format json", () => {
  const command = "opencode run --format json";
  const finish = (cost: number): object => ({
    type: "step_finish",
    timestamp: 1,
    sessionID: "s",
    part: {
      type: "step-finish",
      reason: "stop",
      cost,
      tokens: { input: 10, output: 5, reasoning: 2, cache: { read: 3, write: 1 } },
    },
  });
  const text = (words: string): object => ({ type: "text", part: { type: "text", text: words } });
  const start = { type: "step_start", part: { type: "step-start" } };
  test("the text of the last step is the reply, and steps add up", () => {
    const printed = lines(
      start,
      text("Let me see."),
      finish(0.25),
      start,
      text("Answer: "),
      text("42"),
      finish(0.5),
    );
    expect(read(command, printed)).toEqual({
      text: "Answer: 42",
      usage: {
        inputTokens: 28,
        cachedInputTokens: 6,
        cacheWriteTokens: 2,
        outputTokens: 14,
        reasoningTokens: 4,
      },
      costUsd: 0.75,
    });
  });
  test("a cost of 0 is unknown, because it stands for a model without a price", () => {
    expect(read(command, lines(start, text("42"), finish(0)))).not.toHaveProperty("costUsd");
    const broken = {
      type: "error",
      error: { name: "ProviderAuthError", data: { message: "no key" } },
    };
    expect(read(command, lines(broken))).toEqual({ error: "no key" });
  });
});

test.each([
  "claude -p",
  "claude -p --output-format text",
  "codex exec -",
  "gemini -p",
  "opencode run",
  "my-claude --output-format json",
  "constructor --json",
])("%s prints its reply as it is", (command) => {
  const [program = "", ...args] = command.split(" ");
  expect(chooseReader(program, args)).toBe(null);
});

test.each(["", "42", "[]", "null", '{"type":"other"}', "{}\nnot json", '{"result": 5}'])(
  "%j is nothing that any of them documents",
  (printed) => {
    for (const command of [
      "claude --output-format json",
      "codex --json",
      "gemini -o json",
      "opencode --format json",
    ])
      expect(read(command, printed), command).toBe(null);
  },
);

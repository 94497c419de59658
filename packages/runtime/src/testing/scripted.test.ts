import { describe, expect, test } from "vitest";
import { debate } from "../api/debate.ts";
import { RostrumError } from "@rostrum/core/support";
import type { ModelRequest } from "@rostrum/core/protocol";
import { scripted } from "./index.ts";

const request = (stepId: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  stepId,
  role: "debater",
  round: 0,
  question: "Why?",
  peers: [],
  system: "",
  messages: [],
  signal: new AbortController().signal,
  seed: 1,
  ...more,
});

describe("scripted", () => {
  test("says its replies in order and records what it was asked", () => {
    const model = scripted(["one", { text: "two", finishReason: "length" }]);
    expect(model(request("a"))).toEqual({ text: "one" });
    expect(model(request("b"))).toEqual({ text: "two", finishReason: "length" });
    expect(model.requests.map(({ stepId }) => stepId)).toEqual(["a", "b"]);
  });

  test("a function answers from the request, as often as it is asked", () => {
    const model = scripted(({ stepId }) => `reply to ${stepId}`);
    expect(model(request("a")).text).toBe("reply to a");
    expect(model(request("b")).text).toBe("reply to b");
    expect(() => model.assertUsed()).not.toThrow();
  });

  test("throws what it was told to throw, and is asked again by name", () => {
    const mine = new TypeError("mine");
    const model = scripted([{ error: "down" }, { error: mine }]);
    expect(() => model(request("a"))).toThrow("down");
    expect(() => model(request("b"))).toThrow(mine);
    expect(model.requests).toHaveLength(2);
  });

  test("a call beyond the queue names the step", () => {
    const model = scripted(["one"], { name: "short" });
    model(request("a"));
    expect(() => model(request("run__debater_1_round_0"))).toThrow(
      "short: expected 1 call, got one more: run__debater_1_round_0",
    );
  });

  test("… and ends the debate, instead of passing for a debater that failed", async () => {
    const model = scripted(["one", "two"]);
    const run = debate("Why?", { debaters: [model, model, model], rounds: 0 }, { id: "x" });
    await expect(run).rejects.toThrow("expected 2 calls, got one more: x__debater_2_round_0");
    await expect(run).rejects.toBeInstanceOf(RostrumError);
  });

  test("repeatLast says the last reply again and again", () => {
    const model = scripted(["one", "two"], { repeatLast: true });
    expect(["a", "b", "c", "d"].map((step) => model(request(step)).text)).toEqual([
      "one",
      "two",
      "two",
      "two",
    ]);
  });

  test("replies that nobody asked for fail assertUsed, and the end of a `using` scope", () => {
    const model = scripted(["one", "two", "three"]);
    model(request("a"));
    expect(() => model.assertUsed()).toThrow(
      "scripted: 2 of 3 scripted replies were never asked for",
    );
    expect(() => {
      using _unused = scripted(["one"]);
    }).toThrow("1 of 1 scripted replies");
    expect(() => {
      using used = scripted(["one"]);
      used(request("a"));
    }).not.toThrow();
  });

  test("an empty queue fails on the first call", () => {
    expect(() => scripted([])(request("a"))).toThrow("expected 0 calls, got one more: a");
    expect(() => scripted([], { repeatLast: true })(request("a"))).toThrow("expected 0 calls");
  });

  test("an empty text is a reply", () => {
    expect(scripted([""])(request("a"))).toEqual({ text: "" });
  });

  test("hands its text to whoever listens", () => {
    const heard: string[] = [];
    scripted(["one"])(request("a", { onText: (text) => heard.push(text) }));
    scripted([{ text: "two" }])(request("b", { onText: (text) => heard.push(text) }));
    expect(heard).toEqual(["one", "two"]);
  });

  test("its name stands in the model's id", () => {
    expect(scripted([], { name: "careful" }).name).toBe("careful");
  });
});

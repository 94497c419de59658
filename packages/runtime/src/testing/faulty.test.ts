import { describe, expect, test } from "vitest";
import { ModelError } from "@rostrum/core/support";
import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { faulty, type Fault } from "./index.ts";

function call(
  model: ReturnType<typeof faulty>,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelReply> {
  return Promise.resolve(model({ signal } as ModelRequest)) as Promise<ModelReply>;
}
const failing = async (fault: Fault): Promise<ModelError> => {
  const error: unknown = await call(faulty([fault])).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
};

describe("faulty", () => {
  test("goes through its list and repeats the last one", async () => {
    const model = faulty(["one", "two"]);
    expect((await call(model)).text).toBe("one");
    expect((await call(model)).text).toBe("two");
    expect((await call(model)).text).toBe("two");
    expect(model.calls).toBe(3);
  });

  test("error: with what the provider said", async () => {
    expect(await failing({ type: "error" })).toMatchObject({
      message: "provider down",
      retryable: true,
    });
    expect(await failing({ type: "error", status: 400, message: "no" })).toMatchObject({
      message: "no",
      status: 400,
      retryable: false,
    });
    expect(await failing({ type: "error", retryable: false })).toMatchObject({ retryable: false });
  });

  test("rate_limited: 429 with a time to wait", async () => {
    expect(await failing({ type: "rate_limited" })).toMatchObject({
      status: 429,
      retryAfterMs: 0,
      retryable: true,
    });
    expect(await failing({ type: "rate_limited", retryAfterMs: 70 })).toMatchObject({
      retryAfterMs: 70,
    });
  });

  test("hang: ends only by its signal", async () => {
    const leave = new AbortController();
    const hung = call(faulty([{ type: "hang" }]), leave.signal);
    leave.abort(new Error("enough"));
    await expect(hung).rejects.toThrow("enough");
    await expect(
      call(faulty([{ type: "hang" }]), AbortSignal.abort(new Error("late"))),
    ).rejects.toThrow("late");
  });

  test("hang, deaf: not even by that", async () => {
    const leave = new AbortController();
    const hung = call(faulty([{ type: "hang", deaf: true }]), leave.signal);
    leave.abort();
    const first = await Promise.race([
      hung,
      new Promise((resolve) => setImmediate(resolve, "still hanging")),
    ]);
    expect(first).toBe("still hanging");
  });

  test("truncated: cut off by the output limit", async () => {
    expect(await call(faulty([{ type: "truncated", text: "The ans" }]))).toEqual({
      text: "The ans",
      finishReason: "length",
    });
  });

  test("garbage: nothing that could be read", async () => {
    const { text } = await call(faulty([{ type: "garbage" }]));
    expect(() => JSON.parse(text)).toThrow();
    expect(text.length).toBeGreaterThan(10);
  });

  test("slow: right, but late; its signal ends it", async () => {
    expect((await call(faulty([{ type: "slow", ms: 1, text: "at last" }]))).text).toBe("at last");
    const leave = new AbortController();
    const slow = call(faulty([{ type: "slow", ms: 3_600_000, text: "never" }]), leave.signal);
    leave.abort("enough");
    await expect(slow).rejects.toThrow("enough");
  });

  test("has a name of its own, and no faults is a fault", async () => {
    expect(faulty([]).name).toBe("faulty");
    expect(faulty(["x"], { name: "shaky" }).name).toBe("shaky");
    await expect(call(faulty([]))).rejects.toThrow("no faults");
  });
});

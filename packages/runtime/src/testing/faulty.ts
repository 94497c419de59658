import { ModelError } from "@rostrum/core/support";
import type { ModelFunction, ModelReply, ModelRequest } from "@rostrum/core/protocol";

/** One way in which a model call can fail. */
export type Fault =
  /** Throws; with a status, as if a provider had answered. */
  | { type: "error"; message?: string; status?: number; retryable?: boolean }
  /** Answers 429 and asks to wait. */
  | { type: "rate_limited"; retryAfterMs?: number }
  /** Never answers and ends only by its signal. With `deaf`, not even then. */
  | { type: "hang"; deaf?: boolean }
  /** Cut off by the output limit. */
  | { type: "truncated"; text: string }
  /** Meaningless bytes. */
  | { type: "garbage" }
  /** Right, but late. */
  | { type: "slow"; ms: number; text: string };

const GARBAGE = '{"answer": ]]\u0000\u0007<<<\uD800 \u202E%%\n```json\n{{{';

/** A model that goes through a list of faults and replies, and repeats the last one. */
export function faulty(
  faults: readonly (Fault | string)[],
  options: { name?: string } = {},
): ModelFunction & { readonly calls: number } {
  let calls = 0;
  async function model(request: ModelRequest): Promise<ModelReply> {
    const fault = faults[Math.min(calls, faults.length - 1)];
    calls += 1;
    if (fault === undefined) throw new ModelError("faulty() was given no faults");
    return typeof fault === "string" ? { text: fault } : actOutFault(fault, request);
  }
  Object.defineProperty(model, "name", { value: options.name ?? "faulty" });
  Object.defineProperty(model, "calls", { get: () => calls });
  return model as typeof model & { readonly calls: number };
}

function actOutFault(fault: Fault, request: ModelRequest): ModelReply | Promise<ModelReply> {
  switch (fault.type) {
    case "error": {
      const { message = "provider down", status, retryable } = fault;
      throw new ModelError(message, {
        ...(status !== undefined ? { status } : {}),
        ...(retryable !== undefined ? { retryable } : {}),
      });
    }
    case "rate_limited":
      throw new ModelError("too many requests", {
        status: 429,
        retryAfterMs: fault.retryAfterMs ?? 0,
      });
    case "hang":
      return fault.deaf ? new Promise(() => undefined) : untilAborted(request.signal);
    case "truncated":
      return { text: fault.text, finishReason: "length" };
    case "garbage":
      return { text: GARBAGE };
    case "slow":
      return later(fault.ms, fault.text, request.signal);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(asError(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function later(ms: number, text: string, signal: AbortSignal): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ text }), ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(asError(signal.reason));
      },
      { once: true },
    );
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

// Projects for browsers have no declaration of `Symbol.dispose` otherwise.
/// <reference lib="esnext.disposable" preserve="true" />
import { ConfigError } from "@rostrum/core/support";
import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";

/** Result of a scripted call: a text, a full reply, or an error to throw. */
export type ScriptedReply = string | ModelReply | { error: string | Error };

/** Replies of a scripted model, as a list or a function. */
export type Script = readonly ScriptedReply[] | ((request: ModelRequest) => ScriptedReply);

/** Options of `scripted()`. */
export interface ScriptedOptions {
  /** Part of the model's id. Default `scripted`. */
  name?: string;
  /** Repeat the last reply instead of failing on an unexpected call. Default false. */
  repeatLast?: boolean;
}

/** A model that returns what the test specifies, and records its requests. */
export interface ScriptedModel {
  (request: ModelRequest): ModelReply;
  /** Every request so far, in the order they came. */
  readonly requests: readonly ModelRequest[];
  /** Throws if there are unused replies. */
  assertUsed(): void;
  /** Checks at the end of the scope that all replies were used: `using model = scripted([…])`. */
  [Symbol.dispose](): void;
}

/**
 * A queue of replies, or a function of the request. A call after the last reply ends the debate with an
 * error that names the step, so it can't be mistaken for a debater that failed.
 */
export function scripted(script: Script, options: ScriptedOptions = {}): ScriptedModel {
  const { name = "scripted", repeatLast = false } = options;
  const requests: ModelRequest[] = [];

  function next(request: ModelRequest): ScriptedReply {
    if (typeof script === "function") return script(request);
    const reply = script[requests.length - 1] ?? (repeatLast ? script.at(-1) : undefined);
    if (reply === undefined) {
      const message = `expected ${script.length} ${script.length === 1 ? "call" : "calls"}, got one more: ${request.stepId}`;
      throw new ConfigError(name, message);
    }
    return reply;
  }

  function model(request: ModelRequest): ModelReply {
    requests.push(request);
    const reply = next(request);
    if (typeof reply === "string") {
      request.onText?.(reply);
      return { text: reply };
    }
    if ("error" in reply) {
      throw typeof reply.error === "string" ? new Error(reply.error) : reply.error;
    }
    request.onText?.(reply.text);
    return reply;
  }

  function assertUsed(): void {
    const unusedReplies = typeof script === "function" ? 0 : script.length - requests.length;
    if (unusedReplies > 0) {
      throw new Error(
        `${name}: ${unusedReplies} of ${script.length} scripted replies were never asked for`,
      );
    }
  }

  Object.defineProperty(model, "name", { value: name });
  return Object.assign(model, { requests, assertUsed, [Symbol.dispose]: assertUsed });
}

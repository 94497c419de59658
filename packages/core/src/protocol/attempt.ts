import type { Usage } from "./usage.ts";

/** One attempt at a call of a model, as `onAttempt` reports it. */
export interface ModelAttempt {
  model: string;
  /** Service that hosts the model: `openai`, `compat:<host>`. `null`: none, as with a function. */
  provider: string | null;
  /** Id of the step that is attempted. */
  stepId: string;
  /** True if the same call was attempted before. */
  retry: boolean;
  /** Milliseconds until the reply or the failure. */
  ms: number;
  /** Unknown parts are missing or `null`. */
  usage: Usage;
  /** `null`: the attempt returned a reply. */
  failure: AttemptFailure | null;
}

/** Why an attempt returned no reply. */
export interface AttemptFailure {
  /** The HTTP status; `timeout` if there was no answer in time; `unreachable` without a connection; else `error`. */
  code: string;
  message: string;
  /** Another attempt would fail too: wrong key, no access, unknown model. */
  permanent: boolean;
  /** Wait that the provider asked for. */
  retryAfterMs?: number;
  /** What the model threw, with its stack. It may contain the request: don't store it. */
  cause?: unknown;
}

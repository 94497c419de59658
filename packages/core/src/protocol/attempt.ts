import type { Usage } from "./usage.ts";

/** One attempt at a call of a model, as `onAttempt` reports it. */
export interface ModelAttempt {
  /** The model's id. */
  model: string;
  /** Who serves the model: `openai`, `compat:<host>`. `null`: nobody else, as with a function. */
  provider: string | null;
  /** The id of the step that it is an attempt at. */
  stepId: string;
  /** The same call was tried before. */
  retry: boolean;
  /** Milliseconds until the reply or the failure. */
  ms: number;
  /** Unknown parts are missing or `null`. */
  usage: Usage;
  /** `null`: it brought a reply. */
  failure: AttemptFailure | null;
}

/** Why an attempt brought no reply. */
export interface AttemptFailure {
  /** The HTTP status; `timeout` if there was no answer in time; `error` for anything else. */
  code: string;
  message: string;
  /** Another attempt would fail too: a wrong key, no access, no such model. */
  permanent: boolean;
  /** How long the provider asked to wait. */
  retryAfterMs?: number;
}

/** Tokens of one call as the provider reported them. `null` or absent means unknown, never zero. */
export interface Usage {
  inputTokens?: number | null;
  /** The part of `inputTokens` that came from the provider's prompt cache. */
  cachedInputTokens?: number | null;
  /** The part of `inputTokens` that was written to the cache, where the provider bills that apart. */
  cacheWriteTokens?: number | null;
  /** Everything generated, hidden reasoning included. */
  outputTokens?: number | null;
  /** The part of `outputTokens` that was hidden reasoning. */
  reasoningTokens?: number | null;
}

/** What a whole debate used. One call of unknown usage makes the sum unknown. */
export interface TotalUsage extends Required<Usage> {
  /** Attempts, retries included. */
  calls: number;
}

/** Tokens as they are billed: `cachedInput` and `cacheWrite` are parts of `input`, `reasoning` of `output`. */
export interface BilledTokens {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

/** US dollars for one call. A function, since some prices rise with the length of the prompt. */
export type Pricing = (tokens: BilledTokens) => number;

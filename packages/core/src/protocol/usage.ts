/** Tokens of one call as reported by the provider. `null` or absent means unknown, never zero. */
export interface Usage {
  inputTokens?: number | null;
  /** Part of `inputTokens` that came from the provider's prompt cache. */
  cachedInputTokens?: number | null;
  /** Part of `inputTokens` that was written to the cache, if the provider bills it separately. */
  cacheWriteTokens?: number | null;
  /** Everything generated, including hidden reasoning. */
  outputTokens?: number | null;
  /** Part of `outputTokens` that was hidden reasoning. */
  reasoningTokens?: number | null;
}

/** Usage of a whole debate. A single call with unknown usage makes the sum unknown. */
export interface TotalUsage extends Required<Usage> {
  /** Number of attempts, including retries. */
  calls: number;
}

/**
 * Tokens as billed: `cachedInput` and `cacheWrite` are parts of `input`, `reasoning` is a part of `output`.
 */
export interface BilledTokens {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

/** US dollars for one call. A function, since some prices rise with the length of the prompt. */
export type Pricing = (tokens: BilledTokens) => number;

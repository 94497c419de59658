/** Tokens of one call as the provider reported them. `null` or absent means unknown, never zero. */
export interface Usage {
  inputTokens?: number | null;
  /** The part of `inputTokens` that came from the provider's prompt cache. */
  cachedInputTokens?: number | null;
  /** Everything generated, hidden reasoning included. */
  outputTokens?: number | null;
  /** The part of `outputTokens` that was hidden reasoning. */
  reasoningTokens?: number | null;
}

/** What a whole debate used. One call of unknown usage makes the sum unknown. */
export interface TotalUsage {
  /** Attempts, retries included. */
  calls: number;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  outputTokens: number | null;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Default: the price of `input`. */
  cachedInput?: number;
}

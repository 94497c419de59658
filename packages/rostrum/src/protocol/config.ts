/** What a debate may take, before it starts. */
export interface DebatePlan {
  /** Retries are not counted; calls of fallbacks are. */
  calls: { min: number; max: number };
  /** An estimate on the high side: no provider's tokenizer is asked. */
  tokens: { max: number };
  /** `null`: the price of some model is unknown. */
  usd: { max: number | null };
  warnings: string[];
}

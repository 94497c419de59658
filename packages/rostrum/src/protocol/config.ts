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

/** A panel that a server offers, as its page shows it. */
export interface PanelSummary {
  name: string;
  /** The one that is asked when a request names none. */
  default: boolean;
  members: { name: string; model: string; weight: number }[];
  judge: { name: string; model: string } | null;
  /** Revision rounds at most. */
  rounds: number;
  onEscalate: "flag" | "wait";
  plan: DebatePlan;
}

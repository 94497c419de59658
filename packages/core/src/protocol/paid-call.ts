import type { Usage } from "./usage.ts";

/** Spend of a call, over all processes that attempted it. */
export interface CallCost {
  /** Attempts made, the last one included. */
  attempts: number;
  /** Sum over all attempts. A part is unknown if it is unknown for any attempt. */
  usage: Usage;
  costUsd: number | null;
  /** Attempts with a known cost. Set only if some costs are known and others aren't. */
  known?: { attempts: number; usd: number };
  /** Output limit of the reply, if the reply reached it or was requested again with a larger one. */
  maxOutputTokens?: number;
  /** Attempts that timed out. The provider may bill them. */
  timeouts?: number;
  /** Attempts that the run's time limit cut off. The provider may bill them. */
  outOfTime?: number;
  /** Attempts that broke off otherwise after they were sent. The provider may bill them. */
  interrupted?: number;
}

/** One call of a run and its spend. */
export interface PaidCall extends CallCost {
  /** Name of the step within its run: `debater_0_round_1`, `judge`, `compare_round_0_again`. */
  step: string;
  /** Model that replied, or that was called. `null`: unknown. */
  model: string | null;
  /** True if it returned a reply, usable or not. */
  replied: boolean;
  /** A fallback model replied. Absent: the model that was called first, or no reply. */
  fallback?: true;
  /** The reply was cut off at its output limit. Absent: it was complete, or there is none. */
  truncated?: true;
  /** The run that this one is a fork of made and paid it. Absent: this run did. */
  copied?: true;
}

/** Part of every event that reports calls. Totals read only `calls`, so new event types are counted too. */
export interface PaidEvent {
  /** In the order of the calls. Empty if no model was called. */
  calls: PaidCall[];
}

import type { Role } from "./model.ts";
import type { Shortage } from "./budget.ts";
import type { ShiftAlarm } from "./shift.ts";

/** Cost estimate of a debate, computed before it starts. */
export interface DebatePlan {
  /**
   * Without retries, and never above a cap on calls. `min`: all members agree, and every reply can be read. `typical`: the calls behind the
   * typical tokens and dollars, rounded up. `max`: includes fallbacks and second requests for unreadable
   * replies.
   */
  calls: { min: number; typical: number; max: number };
  /**
   * `typical`: round 0 with its comparison, half of a revision by a third of the members, the decision and
   * the report, as far as caps allow. Replies are assumed to be as long as in earlier runs of the panel in the journal, or 700
   * tokens. `max`: upper bound, even if every call is retried, and every reply is cut off, requested again
   * with twice the limit, and quoted; it leans to the high side, because no provider's tokenizer is used.
   */
  tokens: { typical: number; max: number };
  /** Cost of these tokens. `null`: the price of at least one model is unknown. */
  usd: { typical: number | null; max: number | null };
  /**
   * Earlier runs of the panel in the journal whose replies say how long a typical reply is. 0: there are too few, and
   * replies of 700 tokens are assumed.
   */
  learnedRuns: number;
  /** Roles without a recorded reply; 700 tokens are assumed for a reply of each. Absent: none. */
  assumed?: Role[];
  /** The cap that is too small for round 0 and its decision, so that a run would be refused. Absent: none is. */
  shortage?: Shortage;
  /** Parts and rounds that a cap leaves no room for; `warnings` has a sentence for each. Absent: nothing is left out. */
  leftOut?: {
    parts: ("report" | "crux" | "audit" | "tools")[];
    /** The last round that may take place, counted from 0. `null`: all may. */
    lastRound: number | null;
  };
  warnings: string[];
}

/** A panel that a server offers, as its page shows it. */
export interface PanelSummary {
  name: string;
  /** Used for requests that name no panel. */
  default: boolean;
  members: { name: string; model: string; weight: number }[];
  judge: { name: string; model: string } | null;
  /** Maximum number of revision rounds. */
  rounds: number;
  onEscalate: "flag" | "wait";
  /** Purpose of the panel. Absent: not configured. */
  purpose?: string;
  /** Version, author and time, if the panel was saved on the server. Absent: it is in the config. */
  saved?: { version: number; by: string | null; at: number };
  /** Calibration that the panel's rules use. Absent: they use none. */
  calibration?: PanelCalibration;
  /** Why the panel can't be used, in sentences, such as a missing key. */
  missing: string[];
  /** Availability of the members' models. Absent: none of them is called over a network. */
  health?: PanelHealth;
  plan: DebatePlan;
}

/** Availability of the models of a panel, as observed by the server. */
export interface PanelHealth {
  members: number;
  /** Minimum number of members that must reply. */
  needed: number;
  /** Members whose model or fallback isn't failing. */
  able: number;
  /** Names of the other members. */
  failing: string[];
  /** True if a model of the panel replied recently. */
  replied: boolean;
}

/** Calibration of a server's panel. */
export interface PanelCalibration {
  /** Number of questions that it was learned from. 0: not calibrated yet. */
  rows: number;
  /** The questions had no known answers. */
  unlabelled: boolean;
  /** Version that the panel learned from its own runs. `null`: the calibration is in the config. */
  version: number | null;
  /** Set if the panel's agreement differs from its calibration rows. `null`: no evidence of a difference. */
  shift: ShiftAlarm | null;
}

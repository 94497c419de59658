import type { ShiftAlarm } from "./shift.ts";

/** What a debate may cost, computed before it starts. */
export interface DebatePlan {
  /**
   * Without retries. `min`: all members agree, and every reply can be read. `typical`: the calls that the typical tokens
   * and dollars count, rounded up. `max` has the calls of fallbacks, and those that ask again for what can't be read.
   */
  calls: { min: number; typical: number; max: number };
  /**
   * `typical`: round 0 with its comparison, half of a revision by a third of the members, the decision and the report,
   * with replies as long as those of earlier runs of the panel in the journal, or 700 tokens. `max`: no debate takes more,
   * even if every call is retried, and every reply is cut off, asked for with twice the room and quoted. Both are estimates
   * on the high side, because no provider's tokenizer is used.
   */
  tokens: { typical: number; max: number };
  /** What these tokens cost. `null`: the price of some model is unknown. */
  usd: { typical: number | null; max: number | null };
  warnings: string[];
}

/** A panel that a server offers, as its page shows it. */
export interface PanelSummary {
  name: string;
  /** This panel is used if a request names none. */
  default: boolean;
  members: { name: string; model: string; weight: number }[];
  judge: { name: string; model: string } | null;
  /** Revision rounds at most. */
  rounds: number;
  onEscalate: "flag" | "wait";
  /** What the panel is for. Absent: its config doesn't say. */
  purpose?: string;
  /** Somebody saved it on the server: its version, who saved it and when. Absent: it is in the config. */
  saved?: { version: number; by: string | null; at: number };
  /** What its rules know about its members. Absent: they use no calibration. */
  calibration?: PanelCalibration;
  /** Why the panel can't be asked, in sentences, such as a key that is not set. */
  missing: string[];
  /** How the models of its members reply. Absent: none of them is called over a network. */
  health?: PanelHealth;
  plan: DebatePlan;
}

/** How the models of a panel's members reply, as far as the server has called them. */
export interface PanelHealth {
  members: number;
  /** The fewest members that must reply. */
  needed: number;
  /** Members whose model, or its fallback, isn't failing. */
  able: number;
  /** Names of the other members. */
  failing: string[];
  /** A model of the panel has replied lately. */
  replied: boolean;
}

/** What a server's panel knows about its members. */
export interface PanelCalibration {
  /** Questions that it was learned from; 0: there is none yet. */
  rows: number;
  /** They had no known answers. */
  unlabelled: boolean;
  /** The version that the panel learned from its own runs; `null`: it is the config's. */
  version: number | null;
  /** The panel agrees differently from these questions. `null`: nothing shows that it does. */
  shift: ShiftAlarm | null;
}

import type { Calibration } from "../protocol/calibration.ts";
import type {
  AgreementStop,
  CentralRule,
  JudgedRule,
  MajorityRule,
  NeverStop,
  PosteriorRule,
  RankedRule,
  StableStop,
  UnanimousStop,
  WeightedRule,
} from "../protocol/rule-settings.ts";
import { DECIDE, STOP } from "../options/rules.ts";
import { fillDefaults, type Filled } from "../options/checks.ts";

/** Stops when all members that were called give the same answer. */
export function unanimous(): UnanimousStop {
  return { type: "unanimous" };
}

/** Stops when the largest group has this share of the members called, from 0 to 1. Default 0.8. */
export function agreement(share?: number): Filled<AgreementStop> {
  return fillDefaults<AgreementStop>(STOP, { type: "agreement", share });
}

/** Stops when no member has changed its answer for this many rounds, at least 1. Default 1. */
export function stable(rounds?: number): Filled<StableStop> {
  return fillDefaults<StableStop>(STOP, { type: "stable", rounds });
}

/** Never stops early: every round takes place. */
export function never(): NeverStop {
  return { type: "never" };
}

/** The largest group wins. Ties are decided by the leader of round 0 or by panel order. */
export function majority(options: Omit<MajorityRule, "type"> = {}): Filled<MajorityRule> {
  return fillDefaults<MajorityRule>(DECIDE, { type: "majority", ...options });
}

/** The group with the largest sum of weight × confidence wins. */
export function weighted(): WeightedRule {
  return { type: "weighted" };
}

/** The reply that shares the most words with the others wins. */
export function central(): CentralRule {
  return { type: "central" };
}

/** The answer with the highest probability of being right wins, by the members' calibration. */
export function posterior(calibration?: Calibration): PosteriorRule {
  return calibration === undefined ? { type: "posterior" } : { type: "posterior", calibration };
}

/** Members rank the others' last replies. The best ranked one wins, or a chairman writes the answer. */
export function ranked(options: Omit<RankedRule, "type"> = {}): Filled<RankedRule> {
  return fillDefaults<RankedRule>(DECIDE, { type: "ranked", ...options });
}

/** The judge writes one answer from all positions, or picks one. Unanimous panels need no judge. */
export function judged(options: Omit<JudgedRule, "type"> = {}): Filled<JudgedRule> {
  return fillDefaults<JudgedRule>(DECIDE, { type: "judged", ...options });
}

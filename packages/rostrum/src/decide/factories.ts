import type { Calibration } from "../protocol/calibration.ts";
import type { JudgedRule, MajorityRule, PosteriorRule, StopObject } from "../protocol/rules.ts";

/** Stop when every member that was asked gives the same answer. */
export function unanimous(): StopObject & { type: "unanimous" } {
  return { type: "unanimous" };
}

/** Stop when the largest cluster holds this share of the members asked, from 0 to 1. Default 0.8. */
export function agreement(share = 0.8): StopObject & { type: "agreement" } {
  return { type: "agreement", share };
}

/** Stop when nobody has changed its answer for this many rounds, at least 1. Default 1. */
export function stable(rounds = 1): StopObject & { type: "stable" } {
  return { type: "stable", rounds };
}

/** Run all rounds. */
export function never(): StopObject & { type: "never" } {
  return { type: "never" };
}

/** The largest cluster wins; ties go to the panel's order, or to the leader of round 0. */
export function majority(options: Omit<MajorityRule, "type"> = {}): MajorityRule {
  return { type: "majority", ...options };
}

/** The cluster with the largest Σ weight × confidence wins. */
export function weighted(): { type: "weighted" } {
  return { type: "weighted" };
}

/** The draft that shares most words with the others wins. */
export function central(): { type: "central" } {
  return { type: "central" };
}

/** The answer most likely right wins, given what is known of the members; cautious without a calibration. */
export function posterior(calibration?: Calibration): PosteriorRule {
  return calibration === undefined ? { type: "posterior" } : { type: "posterior", calibration };
}

/** The judge writes one answer from all positions, or picks a debater; unanimous panels need none. */
export function judged(options: Omit<JudgedRule, "type"> = {}): JudgedRule {
  return { type: "judged", ...options };
}

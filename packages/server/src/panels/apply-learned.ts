import { checkField, CONFIG } from "@rostrum/core/options";
import type {
  Calibration,
  Certificate,
  PosteriorRule,
  SequentialPoll,
} from "@rostrum/core/protocol";
import type { PanelConfig } from "../options.ts";

/** Calibration that a panel learned from its own runs, ready to be used. */
export interface Learned {
  version: number;
  calibration: Calibration;
  /** Made for the terms of the certificate in the panel's config. */
  certificate?: Certificate;
}

/** The rules of a panel that use a calibration. */
export interface CalibratedRules {
  poll?: SequentialPoll;
  decide?: PosteriorRule;
}

/** Null if no rule of the panel uses a calibration. */
export function findCalibratedRules(config: PanelConfig): CalibratedRules | null {
  const poll = checkField(CONFIG.poll, config.poll, "poll");
  const decide = checkField(CONFIG.decide, config.decide, "decide");
  const rules = {
    ...(isRule<SequentialPoll>(poll, "sequential") ? { poll } : {}),
    ...(isRule<PosteriorRule>(decide, "posterior") ? { decide } : {}),
  };
  return Object.keys(rules).length === 0 ? null : rules;
}

/** Replaces the calibration in a panel's rules with the learned one. */
export function applyLearned(
  config: PanelConfig,
  { calibration, certificate }: Pick<Learned, "calibration" | "certificate">,
): PanelConfig {
  const { poll, decide } = findCalibratedRules(config) ?? {};
  // A certificate is valid only with the calibration that it was made from.
  const { certificate: _, ...asking } = poll ?? {};
  return {
    ...config,
    ...(poll && {
      poll: { ...asking, calibration, ...(certificate && { certificate }) } as SequentialPoll,
    }),
    ...(decide && { decide: { ...decide, calibration } }),
  };
}

function isRule<T extends { type: string }>(rule: unknown, type: T["type"]): rule is T {
  return typeof rule === "object" && rule !== null && "type" in rule && rule.type === type;
}

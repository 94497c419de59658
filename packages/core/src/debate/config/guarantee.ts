import type { Calibration } from "../../protocol/calibration.ts";
import type { Certificate, Guarantee } from "../../protocol/certificate.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { fingerprintCalibration } from "../../record/fingerprint-calibration.ts";
import type { DebateState } from "../state/state.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** Costs that a certificate was made with, by panel index: the poll must ask in the certified order. */
export function certifiedCosts(certificate: Certificate, names: readonly string[]): number[] {
  const costs = certificate.threshold === null ? null : certificate.costs;
  return costs === null ? [] : names.map((name) => costs[name] ?? 1);
}

/** The calibration that a panel uses; `null` if it has none. */
export function findCalibration({ poll, decide }: ResolvedConfig): Calibration | null {
  const polled = poll !== null && typeof poll !== "function" && poll.type === "sequential";
  const calibration = polled ? poll.calibration : undefined;
  if (calibration !== undefined) return calibration;
  return typeof decide !== "function" && decide.type === "posterior"
    ? (decide.calibration ?? null)
    : null;
}

/** The certificate that holds for this panel, if it has one. */
export function findCertificate(config: ResolvedConfig): Guarantee | null {
  const { poll } = config;
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") return null;
  const { certificate, calibration } = poll;
  if (certificate === undefined || certificate.threshold === null) return null;
  if (calibration === undefined || config.stakes !== null) return null;
  const names = config.members.map(({ name }) => name);
  if (!haveSameMembers(names, certificate.members)) return null;
  if (certificate.calibration !== fingerprintCalibration(calibration)) return null;
  const { mode, promise, alpha, delta, threshold, rows, assumptions } = certificate;
  return { mode, promise, alpha, delta, threshold, rows, assumptions };
}

/** True if two panels have the same members, in any order. */
export function haveSameMembers(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && others.every((name) => names.includes(name));
}

/**
 * A guarantee covers only what the poll itself decided, by the certified rule. `wasPollExtended`: the poll asked more
 * members than that rule.
 */
export function withGuarantee(
  { config, wasPollExtended }: Pick<DebateState, "config" | "wasPollExtended">,
  decided: SynthesizedEvent,
): SynthesizedEvent {
  const wasCertified = decided.method === "posterior" && !wasPollExtended;
  const guarantee = wasCertified ? findCertificate(config) : null;
  return guarantee === null ? decided : { ...decided, guarantee };
}

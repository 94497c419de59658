import type { Certificate, Guarantee } from "../protocol/certificate.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** The costs that a certificate was made with, by panel index: the poll asks in the order that was certified. */
export function certifiedCosts(certificate: Certificate, names: readonly string[]): number[] {
  const costs = certificate.threshold === null ? null : certificate.costs;
  return costs === null ? [] : names.map((name) => costs[name] ?? 1);
}

/** The certificate that holds for this panel, if it has one. */
export function findCertificate({ poll, members, stakes }: ResolvedConfig): Guarantee | null {
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") return null;
  const { certificate } = poll;
  if (certificate === undefined || certificate.threshold === null || stakes !== null) return null;
  const names = members.map(({ name }) => name);
  const same =
    names.length === certificate.members.length &&
    certificate.members.every((name) => names.includes(name));
  if (!same) return null;
  const { mode, alpha, delta, threshold, rows, split, assumptions } = certificate;
  return { mode, alpha, delta, threshold, rows, split, assumptions };
}

/** A guarantee stands behind what the poll itself decided, by the rule that was certified. */
export function withGuarantee(config: ResolvedConfig, decided: SynthesizedEvent): SynthesizedEvent {
  const guarantee = decided.method === "posterior" ? findCertificate(config) : null;
  return guarantee === null ? decided : { ...decided, guarantee };
}

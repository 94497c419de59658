import { resolveConfig } from "@rostrum/runtime/api";
import type { PanelHealth } from "@rostrum/core/protocol";
import type { PanelConfig } from "../options.ts";
import type { HealthBook } from "./model-health.ts";

/**
 * Health of a panel's models; null if none is called over a network. Embedded networks and people always count as
 * available.
 */
export function describePanelHealth(
  config: PanelConfig,
  book: Pick<HealthBook, "findState">,
): PanelHealth | null {
  const { members, quorum } = resolveConfig(config);
  const called = members.filter(
    ({ model }) => model.person === undefined && model.source !== "embedded",
  );
  if (called.length === 0) return null;
  const states = called.map(({ name, model, fallback }) => ({
    name,
    states: [model, ...(fallback ? [fallback.model] : [])].map(({ id }) => book.findState(id)),
  }));
  const failing = states
    .filter((member) => member.states.every((state) => state === "failing"))
    .map(({ name }) => name);
  return {
    members: members.length,
    needed: Math.max(1, quorum.members),
    able: members.length - failing.length,
    failing,
    replied: states.some((member) => member.states.includes("ok")),
  };
}

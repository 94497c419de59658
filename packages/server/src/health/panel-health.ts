import type { HealthBook } from "./model-health.ts";
import type { FailingModel } from "./notices.ts";
import { findPanelsDown, type PanelNeeds } from "./readiness.ts";

/** Whether a panel can answer, by the latest call of each of its members' models. */
export interface PanelHealth {
  /**
   * `failing`: too few members can reply. `degraded`: some can't. `unknown`: none of their models was called since the
   * server started, or since it failed a while ago.
   */
  state: "ok" | "degraded" | "failing" | "unknown";
  failing: FailingModel[];
  /** In milliseconds since 1970. */
  lastReplyAt: number | null;
}

export function describePanelHealth(panel: PanelNeeds, book: HealthBook): PanelHealth {
  const ids = new Set(panel.members.flat());
  const called = [...ids].flatMap((id) => book.find(id) ?? []);
  const failing = called.filter(({ state }) => state === "failing");
  const replies = called.flatMap(({ lastReplyAt }) => lastReplyAt ?? []);
  const isKnown = called.some(({ state }) => state !== "unknown");
  const isDown = findPanelsDown([panel], book.isFailing).length > 0;
  return {
    state: isDown ? "failing" : failing.length > 0 ? "degraded" : isKnown ? "ok" : "unknown",
    failing: failing.map(({ model, lastFailure }) => ({
      model,
      code: lastFailure?.code ?? "error",
    })),
    lastReplyAt: replies.length === 0 ? null : Math.max(...replies),
  };
}

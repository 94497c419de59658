import type { VNode } from "preact";
import type { RunState } from "@rostrum/core/protocol";

export function StatePill({ state, label }: { state: RunState; label: string }): VNode {
  return <span class={`pill state-${state}`}>{label}</span>;
}

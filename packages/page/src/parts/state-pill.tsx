import type { VNode } from "preact";
import type { RunState } from "@rostrum/core/protocol";

export function StatePill({ state, words }: { state: RunState; words: string }): VNode {
  return <span class={`pill state-${state}`}>{words}</span>;
}

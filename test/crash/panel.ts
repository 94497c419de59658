import { Debate, judged, never } from "../../packages/rostrum/src/index.ts";
import type { DebateConfig, Journal, ModelFunction } from "../../packages/rostrum/src/index.ts";

/** The debates of the crash journey: several shapes, so that every kind of step is killed somewhere. */
export const SHAPES: Record<string, Partial<DebateConfig>> = {
  plain: { rounds: 2, stop: never() },
  judged: { rounds: 1, stop: never(), decide: judged({ always: true }) },
  routed: { rounds: 1, route: { type: "confident", threshold: 0.99 } },
  dissenters: { rounds: 2, revise: "dissenters", show: "transcript" },
};

export function questionFor(id: string): string {
  return `How many stones lie in basket ${id}?`;
}

/** `id` is `{shape}.{number}`. */
export function debateFor(id: string, url: string, journal?: Journal): Debate {
  const shape = SHAPES[id.split(".")[0] ?? ""];
  if (!shape) throw new Error(`no such shape: ${id}`);
  const model = providerAt(url);
  return new Debate({
    debaters: [
      { name: "ann", model },
      { name: "bob", model },
      { name: "cleo", model },
    ],
    ...(shape.decide ? { judge: { model } } : {}),
    ...shape,
    ...(journal ? { journal } : {}),
    limits: { retries: 0 },
  });
}

/** Every call is a request that the provider bills. */
function providerAt(url: string): ModelFunction {
  return async function provider({ stepId, role, debater, round, system, messages, signal }) {
    const body = JSON.stringify({ stepId, role, debater, round, system, messages });
    const response = await fetch(url, { method: "POST", body, signal });
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    return (await response.json()) as { text: string };
  };
}

import { estimateWorst, listCallableModels, listModels } from "@rostrum/core/debate";
import type { DebateConfig, PricedModel } from "@rostrum/core/protocol";
import { ConfigError } from "@rostrum/core/support";
import { resolveConfig } from "@rostrum/runtime/api";
import type { NamedArm } from "./arms.ts";

/**
 * Throws if an arm is to spend as many dollars as another one and nobody can say how many answers these buy, because a
 * price is unknown or the answers cost nothing.
 */
export function checkEqualCost(arms: readonly NamedArm[], panel: DebateConfig<never>): void {
  for (const arm of arms) {
    if (!("by" in arm) || arm.by !== "usd") continue;
    const other = arms.find(({ name }) => name === arm.of);
    const otherConfig = other && "config" in other ? other.config : {};
    const resolved = resolveConfig({ ...panel, ...otherConfig });
    const unpriced = listCallableModels(resolved)
      .flatMap(({ member }) => listModels(member))
      .filter(({ pricing }) => pricing === null);
    if (unpriced.length > 0) throw refuseArm(arm, "a known price for every model", unpriced);
    const { members } = resolveConfig(panel);
    const buyers = arm.type === "one_model" ? members.slice(arm.member ?? 0).slice(0, 1) : members;
    if (buyers.every(isFree)) throw refuseArm(arm, "a price above 0", buyers);
  }
}

function isFree({ pricing }: PricedModel): boolean {
  return estimateWorst(1, 1, pricing).usd === 0;
}

function refuseArm(
  { name, type }: NamedArm,
  expected: string,
  models: readonly PricedModel[],
): ConfigError {
  const ids = [...new Set(models.map(({ model }) => model.id))].join(", ");
  const stem = type === "equal_vote" ? "vote" : "one_model";
  return new ConfigError(
    "arms",
    `${name}: expected ${expected}, got none for ${ids}. Give it a price, or use ` +
      `${stem}_at_equal_tokens or ${stem}_at_equal_calls`,
  );
}

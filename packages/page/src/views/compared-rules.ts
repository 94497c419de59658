/*
 * Rules that the page applies to a recorded debate, next to the one that was used. `decide` fills missing settings from
 * a table that the page doesn't bundle, so every field is given here.
 */
import type { StopObject } from "@rostrum/core/protocol";
import type { Filled } from "@rostrum/core/options";
import type { VotingRule } from "@rostrum/core/decide";

export const DECISION_RULES: [name: string, description: string, VotingRule][] = [
  ["Majority", "the largest group", { type: "majority", keepLeader: false }],
  [
    "First leader",
    "the leader of the first round, unless another group is larger",
    { type: "majority", keepLeader: true },
  ],
  ["By confidence", "the largest sum of weight × confidence", { type: "weighted" }],
  ["Most typical", "the one that shares most words with the others", { type: "central" }],
  ["Most probable", "under cautious assumptions about the panel", { type: "posterior" }],
];

export function listStopRules(share: number): [name: string, Filled<StopObject>][] {
  return [
    ["all agree", { type: "unanimous" }],
    [`${Math.round(share * 100)}% agree`, { type: "agreement", share }],
    ["nobody changes for one round", { type: "stable", rounds: 1 }],
    ["nobody changes for two rounds", { type: "stable", rounds: 2 }],
  ];
}

import { formatCost } from "@rostrum/core/export";
import type { UsageRow } from "../api/endpoints.ts";

/** Formats the cost of a usage row: "at least $0.02" if the cost of some call is unknown. */
export function formatUsageCost(
  { atLeastUsd, unknownCalls }: Pick<UsageRow, "atLeastUsd" | "unknownCalls">,
  unknown?: string,
): string {
  return formatCost(unknownCalls > 0 ? null : atLeastUsd, atLeastUsd, unknown);
}

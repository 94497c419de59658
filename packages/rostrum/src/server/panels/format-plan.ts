import { listCallers, type ResolvedConfig } from "../../api/index.ts";
import { formatCount, formatMoney } from "../../export/index.ts";
import type { DebatePlan } from "../../protocol/plan.ts";
import type { Role } from "../../protocol/model.ts";

/** Other models in the order in which they may be called, each named as its role. */
const HELPERS: readonly Role[] = [
  "router",
  "ballot",
  "judge",
  "comparer",
  "crux",
  "claims",
  "memo",
];

/** "3 debaters × up to 2 rounds + judge + comparer = 9 calls, or up to 16 if replies can't be read, at most $0.04" */
export function formatPlan(resolved: ResolvedConfig, { calls, usd }: DebatePlan): string {
  const roles = new Set(listCallers(resolved).map(({ role }) => role));
  const debaters = resolved.members.length;
  const all = resolved.rounds + 1;
  const helpers = HELPERS.filter((role) => roles.has(role)).map((role) =>
    role === "ballot" ? formatCount(debaters, role) : role,
  );
  const turns = all === 1 ? "1 round" : `up to ${all} rounds`;
  const sum = [`${debaters} debaters × ${turns}`, ...helpers].join(" + ");
  const more = calls.max > calls.likely ? `, or up to ${calls.max} if replies can't be read` : "";
  return `${sum} = ${formatCount(calls.likely, "call")}${more}, ${formatPrice(usd.max)}`;
}

function formatPrice(usd: number | null): string {
  if (usd === null) return "at an unknown price";
  return usd === 0 ? "free" : `at most ${formatMoney(usd)}`;
}

import type { VNode } from "preact";
import { formatDateTime, formatMoney, formatNumber } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { UsageLimit } from "../../api/endpoints.ts";
import { Bar } from "../../parts/bar.tsx";

const PARTS = ["usd", "tokens", "calls"] as const;
const NEAR_LIMIT_SHARE = 0.9;

/** Caps of users, teams and projects, and the remainder of each. */
export function Limits({ limits }: { limits: readonly UsageLimit[] }): VNode {
  return (
    <section class="limits">
      <h2>Spending limits</h2>
      {limits.length === 0 ? (
        <p class="dim">No limits are set. An admin can set them for users, teams and projects.</p>
      ) : (
        <ul>
          {limits.flatMap((limit) =>
            PARTS.flatMap((part) => {
              const amounts = limit[part];
              if (!amounts) return [];
              const share = amounts.cap === 0 ? 1 : amounts.spent / amounts.cap;
              return [
                <li class={share >= NEAR_LIMIT_SHARE ? "limit limit-near" : "limit"}>
                  <span class="said name">
                    {escapeInvisible(formatName(limit))}
                    {limit.per !== undefined && (
                      <span class="dim small">{` per ${limit.per}`}</span>
                    )}
                  </span>
                  <Bar share={share} />
                  <span>
                    {formatQuantity(part, amounts.left)} left of {formatQuantity(part, amounts.cap)}
                    <span class="dim">
                      {" "}
                      · {formatQuantity(part, amounts.spent)} counted against it{formatReset(limit)}
                    </span>
                  </span>
                </li>,
              ];
            }),
          )}
        </ul>
      )}
      {limits.length > 0 && (
        <p class="dim small">
          A call with an unknown cost, such as a failed one, counts at its highest possible cost.
        </p>
      )}
    </section>
  );
}

function formatName({ user, team, project }: UsageLimit): string {
  if (team) return `team ${team}`;
  return project ? `project ${project}` : (user ?? "you");
}

function formatReset({ resetsAt }: UsageLimit): string {
  return resetsAt === undefined ? "" : `, resets on ${formatDateTime(Date.parse(resetsAt))}`;
}

function formatQuantity(part: (typeof PARTS)[number], amount: number): string {
  return part === "usd" ? formatMoney(amount) : `${formatNumber(amount)} ${part}`;
}

import type { VNode } from "preact";
import { formatMoney, formatNumber, escapeInvisible } from "rostrum/page";
import type { UsageLimit } from "../../api/endpoints.ts";
import { Bar } from "../../parts/bar.tsx";

const PARTS = ["usd", "tokens", "calls"] as const;
const NEARLY = 0.9;

/** The caps of users and teams, and what is left of each. */
export function Limits({ limits }: { limits: readonly UsageLimit[] }): VNode {
  return (
    <section class="limits">
      <h2>Caps and what is left</h2>
      {limits.length === 0 ? (
        <p class="dim">No cap is set. The admin can give users and teams one.</p>
      ) : (
        <ul>
          {limits.flatMap((limit) =>
            PARTS.flatMap((part) => {
              const kept = limit[part];
              if (!kept) return [];
              const share = kept.cap === 0 ? 1 : kept.spent / kept.cap;
              return [
                <li class={share >= NEARLY ? "limit limit-near" : "limit"}>
                  <span class="said name">{escapeInvisible(formatName(limit))}</span>
                  <Bar share={share} />
                  <span>
                    {quantity(part, kept.left)} left of {quantity(part, kept.cap)}
                    <span class="dim"> · {quantity(part, kept.spent)} spent</span>
                  </span>
                </li>,
              ];
            }),
          )}
        </ul>
      )}
    </section>
  );
}

function formatName({ user, team }: UsageLimit): string {
  if (team !== undefined && team !== null) return `team ${team}`;
  return user ?? "you";
}

function quantity(part: (typeof PARTS)[number], amount: number): string {
  return part === "usd" ? formatMoney(amount) : `${formatNumber(amount)} ${part}`;
}

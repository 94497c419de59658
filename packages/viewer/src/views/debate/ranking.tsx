import type { VNode } from "preact";
import { rankingRows } from "../../../../rostrum/src/export/phrases.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { Bar } from "../../parts/bar.tsx";
import type { ViewProps } from "../view-props.ts";

/** How the debaters ranked one another's replies. */
export function Ranking({ moment }: Pick<ViewProps, "moment">): VNode | null {
  const { result } = moment.record;
  const rows = rankingRows(result);
  if (rows.length === 0) return null;
  const most = Math.max(...(result.ranking ?? []).map(({ points }) => points), 0);
  return (
    <div class="tally ranking">
      <h3>Ranking</h3>
      <ul>
        {rows.map(({ debater, points, range }, place) => (
          <li>
            <span>{visible(debater)}</span>
            <Bar share={most === 0 ? 0 : (result.ranking?.[place]?.points ?? 0) / most} />
            <span class="tally-count">
              {points} <span class="dim small">{range === "" ? "points" : `(${range})`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="dim small">
        Points of the ballots
        {result.ranking?.some(({ interval }) => interval)
          ? "; in brackets, where 95% lie when ballots are drawn again"
          : ""}
        .
      </p>
    </div>
  );
}

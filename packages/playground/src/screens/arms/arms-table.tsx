import type { VNode } from "preact";
import type { Interval } from "@rostrum/eval";
import { escapeInvisible } from "@rostrum/core/support";

/** Part of an arm's summary that the table shows. */
export interface ShownArm {
  name: string;
  accuracy: Interval;
  right: number;
  calls: number;
  tokens: number | null;
  fixed: number;
  broken: number;
  againstVote: (Interval & { differs: boolean }) | null;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const points = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(100 * share).toFixed(1)}`;

/** Arms side by side, with 95 % intervals as figures and as bars. */
export function ArmsTable({ arms }: { arms: readonly ShownArm[] }): VNode {
  return (
    <div class="arms-scroll" tabIndex={0} role="region" aria-label="Arms">
      <table class="arms">
        <thead>
          <tr>
            <th scope="col">Arm</th>
            <th scope="col">Right</th>
            <th scope="col" class="arms-bar">
              95 % interval
            </th>
            <th scope="col">Against the vote, points</th>
            <th scope="col">Fixed / broken</th>
            <th scope="col">Calls</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {arms.map((arm) => (
            <tr>
              <th scope="row">{escapeInvisible(arm.name)}</th>
              <td>{percent(arm.accuracy.value)}</td>
              <td class="arms-bar">
                <IntervalBar interval={arm.accuracy} />
                <span class="small dim">
                  {percent(arm.accuracy.low)} to {percent(arm.accuracy.high)}
                </span>
              </td>
              <td>
                <Difference of={arm.againstVote} />
              </td>
              <td>{arm.againstVote ? `${arm.fixed} / ${arm.broken}` : "–"}</td>
              <td>{arm.calls.toFixed(1)}</td>
              <td>{arm.tokens === null ? "unknown" : arm.tokens.toFixed(0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Difference({ of: difference }: { of: ShownArm["againstVote"] }): VNode {
  if (!difference) return <>–</>;
  const { value, low, high, differs } = difference;
  return (
    <>
      <span class={differs ? "strong" : ""}>{points(value)}</span>{" "}
      <span class="small dim">
        [{points(low)}, {points(high)}]
      </span>
    </>
  );
}

/** A line from low to high, with a dot at the value. */
function IntervalBar({ interval: { low, value, high } }: { interval: Interval }): VNode {
  const toPercent = (share: number): number => 100 * Math.max(0, Math.min(1, share));
  return (
    <svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <line class="rail" x1="0" x2="100" y1="5" y2="5" />
      <line class="span" x1={toPercent(low)} x2={toPercent(high)} y1="5" y2="5" />
      <line class="value" x1={toPercent(value)} x2={toPercent(value)} y1="0.5" y2="9.5" />
    </svg>
  );
}

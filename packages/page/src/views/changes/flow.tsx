import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { colourClass } from "../../parts/chip.tsx";
import { useAnswerSymbol } from "../../parts/symbols.ts";
import { formatLabel } from "../../text/strip-markdown.ts";
import { describeAnswer } from "../../record/describe-answer.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { layOutFlow, type Lane, type Stop } from "./flow-layout.ts";

const LETTER = 7.4;

/** Answers as rows, rounds as columns, and one line per debater, to show who changed to which answer and when. */
export function Flow({ id, snapshot, numbers, replyAddress }: ViewProps): VNode {
  const { rounds } = snapshot.record.result;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const longest = Math.max(...(rounds[0]?.positions ?? []).map(({ debater }) => debater.length), 1);
  const nameLength = Math.min(longest, width < 600 ? 10 : 20);
  const layout = layOutFlow(rounds, numbers, width, nameLength * LETTER + 16);
  const isCurrent = ({ round, debater }: Stop): boolean =>
    replyAddress?.round === round && replyAddress.debater === debater;
  return (
    <div class="flow" ref={frame}>
      <svg width={layout.width} height={layout.height} role="group" aria-label="Answers by round">
        {layout.lanes.map(({ number, top, height }) => (
          <g class={colourClass(number)}>
            <rect class="flow-lane" y={top} width={layout.width} height={height} rx={6} />
          </g>
        ))}
        {layout.columns.map(({ round, x }) => (
          <text class="flow-round" x={x} y={14}>
            {rounds.length > 5 ? round + 1 : `Round ${round + 1}`}
          </text>
        ))}
        {layout.paths.map((stops) =>
          stops.slice(1).map((stop, index) => <Stretch from={stops[index] ?? stop} to={stop} />),
        )}
        {layout.lanes.map((lane) => (
          <LaneName lane={lane} width={layout.width} />
        ))}
        {layout.paths.flat().map((stop) => (
          <circle class={`flow-stop ${colourClass(stop.number)}`} cx={stop.x} cy={stop.y} r={4.5} />
        ))}
        {layout.paths.map((stops) => {
          const last = stops.at(-1);
          return (
            last && (
              <text class="flow-name" x={last.x + 14} y={last.y + 4}>
                {clipLine(last.debater, nameLength)}
              </text>
            )
          );
        })}
        {layout.paths
          .flat()
          .filter(({ isChanged }) => isChanged)
          .map((stop) => (
            <a
              href={debateHref(id, "rounds", stop)}
              class={`flow-change ${colourClass(stop.number)}${isCurrent(stop) ? " current" : ""}`}
              aria-label={`${escapeInvisible(stop.debater)} changed its mind in round ${stop.round + 1}`}
            >
              <circle class="flow-target" cx={stop.x} cy={stop.y} r={20} />
              <circle class="flow-ring" cx={stop.x} cy={stop.y} r={8.5} />
            </a>
          ))}
      </svg>
    </div>
  );
}

/** Drawn above the lines, which would cross it out. */
function LaneName({ lane, width }: { lane: Lane; width: number }): VNode {
  const letters = Math.floor((width - 48) / LETTER);
  const symbol = useAnswerSymbol()(lane.number);
  return (
    <g class={colourClass(lane.number)}>
      <text class="flow-letter" x={10} y={lane.top + 17}>
        {symbol}
      </text>
      <text class="flow-answer" x={18 + Math.max(1, symbol.length) * 10} y={lane.top + 17}>
        {clipLine(formatLabel(describeAnswer(lane.answer)), Math.max(8, letters))}
      </text>
    </g>
  );
}

function Stretch({ from, to }: { from: Stop; to: Stop }): VNode {
  const middle = (from.x + to.x) / 2;
  const path = `M${from.x},${from.y} C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
  return (
    <path class={`flow-line ${colourClass(to.number)}${to.isChanged ? " moved" : ""}`} d={path}>
      <title>{escapeInvisible(to.debater)}</title>
    </path>
  );
}

/** Available width. Renders again when the window is resized. */
function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(Math.min(900, innerWidth - 40));
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}

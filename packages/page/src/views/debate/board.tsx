import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { formatModel } from "../../record/format-model.ts";
import { columnHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { RoundSection } from "./round-section.tsx";
import "../../style/board.css";

interface BoardProps extends ViewProps {
  openRound: number | null;
  tall: boolean;
}

/** One column per debater, one section per round. The columns of all rounds are scrolled together. */
export function Board(props: BoardProps): VNode {
  const { id, moment, openRound, tall } = props;
  const { result, started } = moment.record;
  const panel = started?.panel ?? [];
  const frame = useRef<HTMLDivElement>(null);
  useScrolledTogether(frame);
  return (
    <div class="board-frame">
      <div class="board" style={{ "--columns": panel.length }} ref={frame}>
        <div class="track board-head">
          <ol class="columns" aria-label="The panel">
            {panel.map(({ name, model, weight }) => (
              <li>
                <a
                  class="name"
                  href={columnHref(id, name)}
                  title={`Read ${escapeInvisible(name)} alone: ${formatModel(model)}`}
                >
                  {escapeInvisible(name)}
                </a>
                <span class="model">
                  {formatModel(model)}
                  {weight === 1 ? "" : ` × ${weight}`}
                </span>
              </li>
            ))}
          </ol>
        </div>
        {result.rounds.map((round) => (
          <RoundSection
            {...props}
            key={round.index}
            round={round}
            open={round.index === openRound}
            tall={tall}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Each round has its own scroll bar, so that headings can stick to the window. All of them scroll
 * together.
 */
function useScrolledTogether(frame: { current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = frame;
    const follow = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || !target.classList.contains("track")) return;
      for (const track of current?.querySelectorAll<HTMLElement>(".track") ?? [])
        if (track.scrollLeft !== target.scrollLeft) track.scrollLeft = target.scrollLeft;
    };
    current?.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => current?.removeEventListener("scroll", follow, { capture: true });
  }, []);
}

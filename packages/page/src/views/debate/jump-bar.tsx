import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatRound } from "../../record/format-round.ts";
import type { ViewProps } from "../view-props.ts";

type Side = "above" | "below" | null;

/** Links to parts that are out of sight: the verdict, and the round that is being written. */
export function JumpBar({
  moment,
  openRound,
}: Pick<ViewProps, "moment"> & { openRound: number | null }): VNode {
  const verdict = useOutOfSight("verdict", moment.record.status);
  const round = useOutOfSight(`round-${openRound}`, String(moment.record.result.rounds.length));
  return (
    <div class="jump-bar">
      {openRound !== null && openRound > 0 && round === "below" && (
        <button type="button" onClick={() => scrollToPart(`round-${openRound}`)}>
          {formatRound(openRound, moment.record)}: being written ↓
        </button>
      )}
      {verdict !== null && (
        <button type="button" onClick={toVerdict}>
          Verdict {verdict === "above" ? "↑" : "↓"}
        </button>
      )}
    </div>
  );
}

export function toVerdict(): void {
  scrollToPart("verdict");
}

/** Scrolls to a part of the page and moves the focus there, so that screen readers follow. */
export function scrollToPart(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: "start" });
  part?.focus({ preventScroll: true });
}

/** Where an element is when none of it is in the window. `key` changes when it may have come or gone. */
function useOutOfSight(id: string, key: string): Side {
  const [side, setSide] = useState<Side>(null);
  useEffect(() => {
    const element = document.getElementById(id);
    setSide(null);
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      // Several may come at once; the last one counts.
      const entry = entries.at(-1);
      if (!entry) return;
      const above = entry.boundingClientRect.top < 0;
      setSide(entry.isIntersecting ? null : above ? "above" : "below");
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id, key]);
  return side;
}

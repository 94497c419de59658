import type { VNode } from "preact";
import { formatAnswerNumber } from "@rostrum/core/export";
import { colourClass } from "./chip.tsx";

/** The number of an answer in its color. An answer has the same number and color everywhere. */
export function PositionMark({ number }: { number: number | null }): VNode {
  return (
    <span class={`position-mark ${colourClass(number)}`} aria-hidden="true">
      {number === null ? "–" : formatAnswerNumber(number)}
    </span>
  );
}

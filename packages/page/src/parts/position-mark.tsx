import type { VNode } from "preact";
import { colourClass } from "./chip.tsx";
import { useAnswerSign } from "./marks.ts";

/** The sign of an answer in its color. An answer has the same sign and color everywhere. */
export function PositionMark({ number }: { number: number | null }): VNode {
  const formatSign = useAnswerSign();
  return (
    <span class={`position-mark ${colourClass(number)}`} aria-hidden="true">
      {formatSign(number)}
    </span>
  );
}

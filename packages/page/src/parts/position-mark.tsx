import type { VNode } from "preact";
import { colourClass } from "./chip.tsx";
import { useAnswerSign } from "./marks.ts";
import "../style/marks.css";

interface PositionMarkProps {
  number: number | null;
  /** True for an answer that its member wasn't asked about again. */
  isHollow?: boolean;
}

/** The sign of an answer in its color. An answer has the same sign and color everywhere. */
export function PositionMark({ number, isHollow = false }: PositionMarkProps): VNode {
  const formatSign = useAnswerSign();
  return (
    <span
      class={`position-mark ${colourClass(number)}${isHollow ? " hollow" : ""}`}
      aria-hidden="true"
    >
      {formatSign(number)}
    </span>
  );
}

import type { VNode } from "preact";
import { colourClass } from "./chip.tsx";
import { useAnswerSymbol } from "./symbols.ts";
import "../style/marks.css";

interface AnswerSymbolProps {
  number: number | null;
  /** True for an answer that its member wasn't asked about again. */
  isHollow?: boolean;
}

/** The symbol of an answer in its color. An answer has the same symbol and color everywhere. */
export function AnswerSymbol({ number, isHollow = false }: AnswerSymbolProps): VNode {
  const formatSymbol = useAnswerSymbol();
  return (
    <span
      class={`position-mark ${colourClass(number)}${isHollow ? " hollow" : ""}`}
      aria-hidden="true"
    >
      {formatSymbol(number)}
    </span>
  );
}

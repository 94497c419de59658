import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatLabel } from "../text/strip-markdown.ts";
import { keepUnits } from "../text/keep-units.ts";
import { describeAnswer } from "../record/describe-answer.ts";
import { readsAsRefusal } from "../record/reads-as-refusal.ts";
import { useAnswerSymbol } from "./symbols.ts";

const COLOURS = 6;

/** CSS class of an answer's color. Answers beyond the palette share the last color and keep their number. */
export function colourClass(number: number | null): string {
  return number === null ? "c-none" : `c-${Math.min(number, COLOURS)}`;
}

/** Longest answer that is shown as a label, in characters. */
const MAX_LABEL_CHARS = 160;

/** Returns true for an answer that can be shown as a label. Longer ones are shown as text. */
export function fitsChip(answer: string): boolean {
  return answer.length <= MAX_LABEL_CHARS && !answer.includes("\n");
}

interface ChipProps {
  /** Null if there is no answer. */
  answer: string | null;
  /** Number of the answer in the debate. Null while it is in no cluster. */
  number: number | null;
  /** Shows at most two lines, with the full text in a tooltip. */
  brief?: boolean;
}

/** An answer with its number and color, which are the same everywhere. A refusal has neither. */
export function Chip({ answer, number, brief = false }: ChipProps): VNode {
  const text = formatChipText(answer);
  const formatSymbol = useAnswerSymbol();
  const shownNumber = answer !== null && readsAsRefusal(answer) ? null : number;
  return (
    <span class={`chip ${colourClass(shownNumber)}`} title={brief ? text : undefined}>
      {/* In a cell its place is there before it has a number, so that its words don't move. */}
      {(shownNumber !== null || brief) && (
        <span class="mark" aria-hidden="true">
          {formatSymbol(shownNumber)}
        </span>
      )}
      <span class={brief ? "words two-lines" : "words"}>{text}</span>
    </span>
  );
}

function formatChipText(answer: string | null): string {
  if (answer === null || answer.trim() === "") return "no answer";
  return keepUnits(formatLabel(escapeInvisible(describeAnswer(answer))));
}

import type { VNode } from "preact";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { useAnswerSymbol } from "../parts/symbols.ts";
import { describeAnswer } from "../record/describe-answer.ts";
import type { VotedWording } from "../record/wordings.ts";

interface GroupChoicesProps {
  wordings: readonly VotedWording[];
  /** Group number of each wording. */
  groupNumbers: readonly number[];
  choose(chosen: number[]): void;
}

/** Lets a person group wordings of the same answer by giving them the same number. */
export function GroupChoices({ wordings, groupNumbers, choose }: GroupChoicesProps): VNode | null {
  const formatSymbol = useAnswerSymbol();
  if (wordings.length < 2) return null;
  return (
    <details class="group-choices">
      <summary>Merge answers that mean the same</summary>
      <p class="dim small">
        Give answers that mean the same the same letter. The votes are then counted again.
      </p>
      <ul>
        {wordings.map(({ text, debaters }, index) => (
          <li>
            <select
              aria-label={`Group of “${clipLine(describeAnswer(text), 60)}”`}
              value={String(groupNumbers[index])}
              onChange={({ currentTarget }) =>
                choose(groupNumbers.with(index, Number(currentTarget.value)))
              }
            >
              {wordings.map((_, group) => (
                <option value={String(group)}>{formatSymbol(group)}</option>
              ))}
            </select>
            <span class="said">
              {escapeInvisible(describeAnswer(text))}{" "}
              <span class="dim small">{debaters.map(escapeInvisible).join(", ")}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

import type { VNode } from "preact";
import { formatAnswerNumber } from "@rostrum/core/export";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
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
  if (wordings.length < 2) return null;
  return (
    <details class="group-choices">
      <summary>Which of these are the same answer?</summary>
      <p class="dim small">
        Give the same number to wordings of the same answer. The votes are then counted by your
        groups.
      </p>
      <ul>
        {wordings.map(({ text, debaters }, at) => (
          <li>
            <select
              aria-label={`Group of “${clipLine(describeAnswer(text), 60)}”`}
              value={String(groupNumbers[at])}
              onChange={({ currentTarget }) =>
                choose(
                  groupNumbers.map((group, place) =>
                    place === at ? Number(currentTarget.value) : group,
                  ),
                )
              }
            >
              {wordings.map((_, group) => (
                <option value={String(group)}>{formatAnswerNumber(group)}</option>
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

import type { VNode } from "preact";
import type { Round } from "rostrum";
import { counted, groupedByWords, visible, wordingGroups } from "rostrum/page";

/** Which wordings of a round count as one answer, and who put them together. */
export function Wordings({ rounds, index }: { rounds: readonly Round[]; index: number }): VNode {
  const groups = wordingGroups(rounds, index);
  const count = groups.reduce((sum, { wordings }) => sum + wordings.length, 0);
  return (
    <details class="wordings">
      <summary>
        {counted(count, "wording")}, {counted(groups.length, "answer")}
      </summary>
      <ol>
        {groups.map((group) => (
          <li>
            {group.wordings.map(({ text, debaters }) => (
              <p class="said">
                {visible(text)} <span class="dim small">{debaters.map(visible).join(", ")}</span>
              </p>
            ))}
            <p class="dim small">
              {groupedByWords(group)}
              {group.by && group.label && " · "}
              {group.label && (
                <span class="comparer-label">
                  the comparer's label: <q>{visible(group.label)}</q>
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

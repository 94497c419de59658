import type { VNode } from "preact";
import {
  describeGrouping,
  formatCount,
  groupWordings,
  hasWordings,
  shortenAnswer,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { AnswerSymbol } from "../../parts/answer-symbol.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { countWord } from "../../record/count-word.ts";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
import type { ViewProps } from "../view-props.ts";

/** Answers of a round that count as the same. Absent if all have the same words. */
export function Comparison({
  snapshot,
  numbers,
  index,
}: ViewProps & { index: number }): VNode | null {
  const { rounds } = snapshot.record.result;
  if (!hasWordings(rounds, index)) return null;
  const groups = groupWordings(rounds, index);
  // Says nothing new if the same members are together as after the round before.
  const before = index === 0 ? "" : describeMembers(groupWordings(rounds, index - 1));
  if (groups.length === 0 || describeMembers(groups) === before) return null;
  return (
    <li class="done wordings">
      <h2>
        Compared <small>{formatCount(groups.length, "position")}</small>
      </h2>
      <ul>
        {groups.map((group) => {
          const [first] = group.wordings;
          const members = group.wordings.flatMap(({ debaters }) => debaters);
          return (
            <li class="position-line">
              <AnswerSymbol
                number={findAnswerNumber(rounds.slice(0, index + 1), numbers, first?.text ?? "")}
              />
              <div>
                <span class="said">
                  {renderLine(
                    shortenAnswer(describeAnswer(first?.text ?? ""), { label: group.label }),
                  )}
                </span>{" "}
                <span class="dim">{joinVisibleNames(members)}</span>
                {group.wordings.length > 1 && (
                  <details>
                    <summary>
                      {countWord(group.wordings.length, true)} wordings, {describeGrouping(group)}
                    </summary>
                    {group.wordings.map(({ text, debaters }) => (
                      <p class="said">
                        {escapeInvisible(shortenAnswer(describeAnswer(text)))}{" "}
                        <span class="dim small">{joinVisibleNames(debaters)}</span>
                      </p>
                    ))}
                  </details>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function describeMembers(groups: ReturnType<typeof groupWordings>): string {
  const members = groups.map(({ wordings }) => wordings.flatMap(({ debaters }) => debaters).sort());
  return JSON.stringify(members);
}

import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { shortenAnswer } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { PositionMark } from "../../parts/position-mark.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import type { ViewProps } from "../view-props.ts";
import { applyEveryRule } from "./apply-every-rule.ts";

interface OtherRulesProps extends Pick<ViewProps, "numbers"> {
  record: DebateRecord;
}

/** Answers of the same votes under every rule that needs no further call, and the members behind each. */
export function OtherRules({ record, numbers }: OtherRulesProps): VNode {
  const rulings = applyEveryRule(record);
  if (rulings.length === 0) return <p class="dim">There are no votes to count.</p>;
  return (
    <ul class="rulings">
      {rulings.map(({ name, description, answer, supporters }) => (
        <li>
          <p>
            <strong>{name}</strong> <span class="dim">{description}</span>
          </p>
          <p class="ruling">
            <PositionMark number={findAnswerNumber(record.result.rounds, numbers, answer)} />
            <span>
              <span class="said">
                {renderLine(shortenAnswer(describeAnswer(answer), { length: 80 }))}
              </span>{" "}
              <span class="dim">
                {supporters.map((member) => escapeInvisible(member)).join(", ")}
              </span>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { shortenAnswer } from "@rostrum/core/export";
import { AnswerSymbol } from "../../parts/answer-symbol.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
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
          <span title={description}>{name}</span>
          <span title={shortenAnswer(describeAnswer(answer), { length: 120 })}>
            <AnswerSymbol number={findAnswerNumber(record.result.rounds, numbers, answer)} />{" "}
            <span class="dim">{joinVisibleNames(supporters)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
